package dev.pawl.engine.snapshot;

import java.util.function.BiConsumer;
import java.util.function.Function;

/** Writes and reads the values of one type. */
interface Codec<T> {

  void write(T value, SnapshotWriter to);

  T read(SnapshotReader from);

  static <T> Codec<T> of(BiConsumer<T, SnapshotWriter> writer, Function<SnapshotReader, T> reader) {
    return new Codec<>() {
      @Override
      public void write(T value, SnapshotWriter to) {
        writer.accept(value, to);
      }

      @Override
      public T read(SnapshotReader from) {
        return reader.apply(from);
      }
    };
  }

  /** Returns a codec that writes a value once and refers to it where it occurs again. */
  default Codec<T> shared() {
    return of((value, to) -> to.shared(value, this), from -> from.shared(this));
  }
}
