package dev.pawl.engine.snapshot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A codec of records, which writes the components one after the other. */
final class RecordCodec implements Codec<Object> {

  /** A component of the record. */
  private record ComponentCodec(MethodHandle accessor, Codec<Object> codec) {}

  private final MethodHandles.Lookup lookup;
  private final MethodHandle constructor;
  private final List<ComponentCodec> parts = new ArrayList<>();

  private RecordCodec(MethodHandles.Lookup lookup, MethodHandle constructor) {
    this.lookup = lookup;
    this.constructor = constructor;
  }

  /**
   * Creates a codec without components, which are added later as they may contain the same type.
   */
  static RecordCodec of(Class<?> type) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      MethodHandle constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, types))
              .asSpreader(Object[].class, types.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
      return new RecordCodec(lookup, constructor);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type + " cannot be made", e);
    }
  }

  void add(RecordComponent component, Codec<Object> codec) {
    try {
      MethodHandle accessor =
          lookup
              .unreflect(component.getAccessor())
              .asType(MethodType.methodType(Object.class, Object.class));
      parts.add(new ComponentCodec(accessor, codec));
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(component + " cannot be read", e);
    }
  }

  @Override
  public void write(Object value, SnapshotWriter to) {
    for (ComponentCodec part : parts) {
      part.codec().write(get(part.accessor(), value), to);
    }
  }

  @Override
  public Object read(SnapshotReader from) {
    Object[] values = new Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = parts.get(i).codec().read(from);
    }
    return make(values);
  }

  private static Object get(MethodHandle accessor, Object value) {
    try {
      return (Object) accessor.invokeExact(value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private Object make(Object[] values) {
    try {
      return (Object) constructor.invokeExact(values);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
