package dev.pawl.engine.snapshot;

import dev.pawl.engine.ChunkedList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Codecs of the types that contain values of another type. */
final class Containers {

  private Containers() {}

  static <T> Codec<Optional<T>> optional(Codec<T> inside) {
    return Codec.of(
        (value, to) -> {
          to.bytes.one(value.isPresent() ? 1 : 0);
          value.ifPresent(present -> inside.write(present, to));
        },
        from -> from.bytes.one() == 0 ? Optional.empty() : Optional.of(inside.read(from)));
  }

  static <T> Codec<List<T>> list(Codec<T> element) {
    return Codec.of(
        (value, to) -> write(value, element, to), from -> List.copyOf(read(element, from)));
  }

  static <T> Codec<ChunkedList<T>> chunkedList(Codec<T> element) {
    return Codec.of(
        (value, to) -> write(value, element, to), from -> ChunkedList.copyOf(read(element, from)));
  }

  private static <T> void write(List<T> value, Codec<T> element, SnapshotWriter to) {
    to.bytes.count(value.size());
    for (T each : value) {
      element.write(each, to);
    }
  }

  private static <T> List<T> read(Codec<T> element, SnapshotReader from) {
    int size = from.bytes.amount();
    List<T> value = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      value.add(element.read(from));
    }
    return value;
  }

  /**
   * Returns a codec of maps. It is shared, since all children of a fork refer to the same
   * variables.
   */
  static <K, V> Codec<Map<K, V>> map(Codec<K> key, Codec<V> member) {
    Codec<Map<K, V>> codec =
        Codec.of(
            (value, to) -> {
              to.bytes.count(value.size());
              value.forEach(
                  (name, each) -> {
                    key.write(name, to);
                    member.write(each, to);
                  });
            },
            from -> {
              int size = from.bytes.amount();
              Map<K, V> value = new LinkedHashMap<>();
              for (int i = 0; i < size; i++) {
                value.put(key.read(from), member.read(from));
              }
              return Collections.unmodifiableMap(value);
            });
    return codec.shared();
  }
}
