package dev.pawl.engine.snapshot;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;

/** Codecs of the types that are not split into components. */
final class LeafCodecs {

  private LeafCodecs() {}

  static Map<Class<?>, Codec<?>> all() {
    Map<Class<?>, Codec<?>> leaves = new HashMap<>();
    Codec<Boolean> bool =
        Codec.of((value, to) -> to.bytes.one(value ? 1 : 0), from -> from.bytes.one() != 0);
    Codec<Integer> integer =
        Codec.of((value, to) -> to.bytes.count(value), from -> from.bytes.count());
    Codec<Long> whole =
        Codec.of((value, to) -> to.bytes.signed(value), from -> from.bytes.signed());
    leaves.put(boolean.class, bool);
    leaves.put(int.class, integer);
    leaves.put(Integer.class, integer);
    leaves.put(long.class, whole);
    leaves.put(
        Double.class,
        Codec.<Double>of(
            (value, to) -> to.bytes.fixed(Double.doubleToRawLongBits(value)),
            from -> Double.longBitsToDouble(from.bytes.fixedLong())));
    leaves.put(
        OptionalInt.class,
        Codec.<OptionalInt>of(
            (value, to) -> {
              to.bytes.one(value.isPresent() ? 1 : 0);
              value.ifPresent(to.bytes::count);
            },
            from ->
                from.bytes.one() == 0 ? OptionalInt.empty() : OptionalInt.of(from.bytes.count())));
    leaves.put(String.class, Codec.<String>of((value, to) -> to.word(value), SnapshotReader::word));
    leaves.put(
        Instant.class,
        Codec.<Instant>of(
            (value, to) -> {
              to.bytes.signed(value.getEpochSecond());
              to.bytes.count(value.getNano());
            },
            from -> Instant.ofEpochSecond(from.bytes.signed(), from.bytes.count())));
    leaves.put(
        Duration.class,
        Codec.<Duration>of(
            (value, to) -> {
              to.bytes.signed(value.getSeconds());
              to.bytes.count(value.getNano());
            },
            from -> Duration.ofSeconds(from.bytes.signed(), from.bytes.count())));
    leaves.put(
        UUID.class,
        Codec.<UUID>of(
            (value, to) -> {
              to.bytes.fixed(value.getMostSignificantBits());
              to.bytes.fixed(value.getLeastSignificantBits());
            },
            from -> new UUID(from.bytes.fixedLong(), from.bytes.fixedLong())));
    leaves.put(Json.class, JsonCodec.JSON);
    leaves.put(JsonObject.class, JsonCodec.OBJECT);
    for (Class<?> kind : FlowParts.KINDS) {
      leaves.put(
          kind,
          Codec.<Object>of(
              (value, to) -> to.bytes.count(to.parts.number(value)),
              from -> kind.cast(from.parts.part(from.bytes.count()))));
    }
    return leaves;
  }
}
