package dev.pawl.engine.snapshot;

import dev.pawl.engine.ChunkedList;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.bytes.DamagedBytesException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The binary layout of a type, derived from the records that it consists of.
 *
 * @param description the names and types of all these records
 */
record Layout<T>(Codec<T> codec, String description) {

  /**
   * The first line of the description; its number must be raised if the codecs write differently.
   */
  private static final String FIRST_LINE = "snapshot 1\n";

  @SuppressWarnings("unchecked") // the codec of a type is for its values
  static <T> Layout<T> of(Class<T> type) {
    Plan plan = new Plan();
    Codec<T> codec = (Codec<T>) plan.codec(type);
    return new Layout<>(codec, plan.description.toString());
  }

  /** Returns a check sum of the description. */
  int format() {
    CRC32C sum = new CRC32C();
    sum.update(description.getBytes(StandardCharsets.UTF_8));
    return (int) sum.getValue();
  }

  /** Builds the codecs of all types that a type consists of. */
  private static final class Plan {

    private final Map<Type, Codec<?>> known = new HashMap<>(LeafCodecs.all());
    private final StringBuilder description = new StringBuilder(FIRST_LINE);

    @SuppressWarnings("unchecked") // the codec of a type is only used for its values
    Codec<Object> codec(Type type) {
      Codec<?> codec = known.get(type);
      return (Codec<Object>) (codec == null ? make(type) : codec);
    }

    private Codec<?> make(Type type) {
      if (type instanceof ParameterizedType generic) {
        return keep(type, container(generic));
      }
      if (type instanceof Class<?> plain) {
        if (plain.isRecord()) {
          return ofRecord(plain);
        }
        if (plain.isEnum()) {
          return keep(type, ofEnum(plain));
        }
        if (plain.isSealed()) {
          return ofSealed(plain);
        }
      }
      throw new IllegalArgumentException("a snapshot cannot hold a " + type.getTypeName());
    }

    private Codec<?> keep(Type type, Codec<?> codec) {
      known.put(type, codec);
      return codec;
    }

    private Codec<?> container(ParameterizedType type) {
      Type[] inside = type.getActualTypeArguments();
      if (type.getRawType() == Optional.class) {
        return Containers.optional(codec(inside[0]));
      }
      if (type.getRawType() == List.class) {
        return Containers.list(codec(inside[0]));
      }
      if (type.getRawType() == ChunkedList.class) {
        return Containers.chunkedList(codec(inside[0]));
      }
      if (type.getRawType() == Map.class) {
        return Containers.map(codec(inside[0]), codec(inside[1]));
      }
      throw new IllegalArgumentException("a snapshot cannot hold a " + type.getTypeName());
    }

    private Codec<?> ofRecord(Class<?> type) {
      RecordCodec codec = RecordCodec.of(type);
      // All steps of a frame contain its id, which is their longest part.
      Codec<?> kept = keep(type, type == FrameId.class ? codec.shared() : codec);
      description.append(type.getName());
      for (RecordComponent component : type.getRecordComponents()) {
        description.append(' ').append(component.getName());
        description.append(':').append(component.getGenericType().getTypeName());
      }
      description.append('\n');
      for (RecordComponent component : type.getRecordComponents()) {
        codec.add(component, codec(component.getGenericType()));
      }
      return kept;
    }

    private Codec<?> ofEnum(Class<?> type) {
      Object[] constants = type.getEnumConstants();
      description.append(type.getName()).append(' ').append(List.of(constants)).append('\n');
      return Codec.<Object>of(
          (value, to) -> to.bytes.one(((Enum<?>) value).ordinal()),
          from -> constants[chosen(from, constants.length)]);
    }

    private Codec<?> ofSealed(Class<?> type) {
      List<Class<?>> kinds = new ArrayList<>();
      collect(type, kinds);
      description.append(type.getName()).append(' ').append(kinds).append('\n');
      List<Codec<Object>> codecs = new ArrayList<>();
      Codec<?> codec =
          Codec.<Object>of(
              (value, to) -> {
                int number = kinds.indexOf(value.getClass());
                to.bytes.one(number);
                codecs.get(number).write(value, to);
              },
              from -> codecs.get(chosen(from, codecs.size())).read(from));
      keep(type, codec);
      for (Class<?> kind : kinds) {
        codecs.add(codec(kind));
      }
      return codec;
    }

    private static void collect(Class<?> type, List<Class<?>> kinds) {
      for (Class<?> kind : type.getPermittedSubclasses()) {
        if (kind.isInterface()) {
          collect(kind, kinds);
        } else {
          kinds.add(kind);
        }
      }
    }

    private static int chosen(SnapshotReader from, int choices) {
      int number = from.bytes.one();
      if (number >= choices) {
        throw new DamagedBytesException("it has a kind that is not known");
      }
      return number;
    }
  }
}
