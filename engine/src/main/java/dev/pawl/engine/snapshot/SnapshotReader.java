package dev.pawl.engine.snapshot;

import dev.pawl.engine.bytes.ByteReader;
import dev.pawl.engine.bytes.DamagedBytesException;
import java.util.ArrayList;
import java.util.List;

/** Reads the values that {@link SnapshotWriter} wrote. */
final class SnapshotReader {

  final ByteReader bytes;
  final FlowParts parts;
  private final List<Object> shared = new ArrayList<>();
  private final List<String> words = new ArrayList<>();

  SnapshotReader(ByteReader bytes, FlowParts parts) {
    this.bytes = bytes;
    this.parts = parts;
  }

  @SuppressWarnings("unchecked") // values are read in the order in which they were written
  <T> T shared(Codec<T> codec) {
    int number = bytes.count();
    if (number > 0) {
      return (T) known(shared, number - 1);
    }
    T value = codec.read(this);
    shared.add(value);
    return value;
  }

  String word() {
    int number = bytes.count();
    if (number > 1) {
      return known(words, number - 2);
    }
    String text = bytes.text();
    if (number == 0) {
      words.add(text);
    }
    return text;
  }

  private static <T> T known(List<T> values, int number) {
    if (number < 0 || number >= values.size()) {
      throw new DamagedBytesException("it points to what was not written");
    }
    return values.get(number);
  }
}
