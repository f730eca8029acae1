package dev.pawl.engine.snapshot;

import dev.pawl.engine.bytes.ByteWriter;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** A snapshot while it is written. */
final class Writing {

  /** Longer texts are hardly ever the same. */
  private static final int LONGEST_WORD = 80;

  final ByteWriter bytes = new ByteWriter(1024);
  final FlowParts parts;
  private final Map<Object, Integer> shared = new IdentityHashMap<>();
  private final Map<String, Integer> words = new HashMap<>();

  Writing(FlowParts parts) {
    this.parts = parts;
  }

  /** A value that other values may hold as well. */
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

  /** A text that is likely to occur again. */
  void word(String text) {
    if (text.length() > LONGEST_WORD) {
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
