package dev.pawl.engine.snapshot;

import java.util.function.BiConsumer;
import java.util.function.Function;

/** Writes and reads the values of one type. */
interface Codec<T> {

  void write(T value, Writing to);

  T read(Reading from);

  static <T> Codec<T> of(BiConsumer<T, Writing> writer, Function<Reading, T> reader) {
    return new Codec<>() {
      @Override
      public void write(T value, Writing to) {
        writer.accept(value, to);
      }

      @Override
      public T read(Reading from) {
        return reader.apply(from);
      }
    };
  }

  /** The same for values that are held in several places. */
  default Codec<T> shared() {
    return of((value, to) -> to.shared(value, this), from -> from.shared(this));
  }
}
