package dev.pawl.engine.snapshot;

import dev.pawl.engine.bytes.ByteWriter;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** Writes the values of a snapshot, repeated ones as references. */
final class SnapshotWriter {

  /** The maximum length of texts that are written once; longer ones rarely repeat. */
  private static final int MAX_WORD_LENGTH = 80;

  final ByteWriter bytes = new ByteWriter(1024);
  final FlowParts parts;
  private final Map<Object, Integer> shared = new IdentityHashMap<>();
  private final Map<String, Integer> words = new HashMap<>();

  SnapshotWriter(FlowParts parts) {
    this.parts = parts;
  }

  /** Writes a value, or a reference if the same object was written before. */
  <T> void shared(T value, Codec<T> codec) {
    Integer number = shared.get(value);
    if (number != null) {
      bytes.number(number + 1);
      return;
    }
    bytes.number(0);
    codec.write(value, this);
    shared.put(value, shared.size());
  }

  /** Writes a text, or a reference if an equal short text was written before. */
  void word(String text) {
    if (text.length() > MAX_WORD_LENGTH) {
      bytes.number(1);
      bytes.text(text);
      return;
    }
    Integer number = words.putIfAbsent(text, words.size());
    if (number != null) {
      bytes.number(number + 2);
      return;
    }
    bytes.number(0);
    bytes.text(text);
  }
}
