package dev.pawl.sdk;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts between JSON and records, lists, sets, maps, enums, {@code Optional}, numbers, texts,
 * times, UUIDs and {@link Json} itself.
 *
 * <p>Components of a record are required, except those of type {@code Optional} and those with an
 * annotation named {@code Nullable}. Members of an object that the record does not have are
 * ignored.
 */
public final class RecordBinder implements JsonBinder {

  @Override
  public @Nullable Object read(Json value, Type type) {
    return read(value, type, "");
  }

  private @Nullable Object read(Json value, Type type, String pointer) {
    return switch (type) {
      case Class<?> plain -> readPlain(value, plain, pointer);
      case ParameterizedType generic when generic.getRawType() instanceof Class<?> raw ->
          readGeneric(value, raw, generic.getActualTypeArguments(), pointer);
      case WildcardType wildcard -> read(value, wildcard.getUpperBounds()[0], pointer);
      default -> throw unsupported(type, pointer);
    };
  }

  private @Nullable Object readPlain(Json value, Class<?> type, String pointer) {
    if (type == Object.class) {
      return value.toJava();
    }
    if (Json.class.isAssignableFrom(type)) {
      if (!type.isInstance(value)) {
        throw new JsonBindingException(pointer, type.getSimpleName(), value);
      }
      return value;
    }
    if (type == Optional.class || Collection.class.isAssignableFrom(type) || type == Map.class) {
      Type[] anything = {type == Map.class ? String.class : Object.class, Object.class};
      return readGeneric(value, type, anything, pointer);
    }
    if (value.isNull() && !type.isPrimitive()) {
      return null;
    }
    if (type.isRecord()) {
      return readRecord(value, type, pointer);
    }
    if (type.isEnum()) {
      return readEnum(value, type, pointer);
    }
    return ScalarTypes.read(value, type, pointer).orElseThrow(() -> unsupported(type, pointer));
  }

  private @Nullable Object readGeneric(Json value, Class<?> raw, Type[] arguments, String pointer) {
    if (raw == Optional.class) {
      return value.isNull()
          ? Optional.empty()
          : Optional.ofNullable(read(value, arguments[0], pointer));
    }
    if (value.isNull()) {
      return null;
    }
    if (raw == List.class || raw == Collection.class) {
      return Collections.unmodifiableList(readElements(value, arguments[0], pointer));
    }
    if (raw == Set.class) {
      return Collections.unmodifiableSet(
          new LinkedHashSet<>(readElements(value, arguments[0], pointer)));
    }
    if (raw == Map.class) {
      return readMap(value, arguments, pointer);
    }
    throw unsupported(raw, pointer);
  }

  private List<@Nullable Object> readElements(Json value, Type element, String pointer) {
    if (!(value instanceof JsonArray array)) {
      throw new JsonBindingException(pointer, "an array of " + named(element), value);
    }
    List<@Nullable Object> elements = new ArrayList<>();
    for (Json one : array) {
      elements.add(read(one, element, pointer + "/" + elements.size()));
    }
    return elements;
  }

  private Map<Object, @Nullable Object> readMap(Json value, Type[] arguments, String pointer) {
    if (!(value instanceof JsonObject object)) {
      throw new JsonBindingException(pointer, "an object of " + named(arguments[1]), value);
    }
    Map<Object, @Nullable Object> map = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : object.entries()) {
      String place = pointer + "/" + escaped(member.getKey());
      Object key = read(Json.of(member.getKey()), arguments[0], place);
      if (key == null) {
        throw unsupported(arguments[0], place);
      }
      map.put(key, read(member.getValue(), arguments[1], place));
    }
    return Collections.unmodifiableMap(map);
  }

  private Object readRecord(Json value, Class<?> type, String pointer) {
    if (!(value instanceof JsonObject)) {
      throw new JsonBindingException(pointer, "an object for " + type.getSimpleName(), value);
    }
    RecordComponent[] components = type.getRecordComponents();
    @Nullable Object[] arguments = new @Nullable Object[components.length];
    for (int i = 0; i < components.length; i++) {
      arguments[i] = readComponent(value, components[i], pointer);
    }
    try {
      Constructor<?> constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      JsonBindingException refused =
          new JsonBindingException(
              pointer, "%s refuses it: %s".formatted(type.getSimpleName(), e.getCause()));
      refused.initCause(e.getCause());
      throw refused;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the constructor of " + type + " cannot be called", e);
    }
  }

  private @Nullable Object readComponent(Json object, RecordComponent component, String pointer) {
    String place = pointer + "/" + escaped(component.getName());
    Optional<Json> member = object.get(component.getName());
    Object read =
        member.isEmpty() && component.getType().isPrimitive()
            ? null
            : read(member.orElse(JsonNull.NULL), component.getGenericType(), place);
    if (read == null && !isNullable(component)) {
      throw new JsonBindingException(
          place,
          "expected %s, but the member is %s; declare it as Optional if it may be absent"
              .formatted(named(component.getGenericType()), member.isEmpty() ? "missing" : "null"));
    }
    return read;
  }

  private static boolean isNullable(RecordComponent component) {
    return isNullable((AnnotatedElement) component) || isNullable(component.getAnnotatedType());
  }

  private static boolean isNullable(AnnotatedElement element) {
    for (Annotation annotation : element.getAnnotations()) {
      if (annotation.annotationType().getSimpleName().equals("Nullable")) {
        return true;
      }
    }
    return false;
  }

  private static Object readEnum(Json value, Class<?> type, String pointer) {
    Object[] constants = type.getEnumConstants();
    for (Object constant : constants) {
      if (value instanceof JsonString text && ((Enum<?>) constant).name().equals(text.value())) {
        return constant;
      }
    }
    throw new JsonBindingException(pointer, "one of " + Arrays.toString(constants), value);
  }

  private static JsonBindingException unsupported(Type type, String pointer) {
    return new JsonBindingException(
        pointer,
        "%s cannot be read from JSON; use a record, a list, a map, an enum, Optional, a number, text, UUID or a type of java.time"
            .formatted(type.getTypeName()));
  }

  private static String named(Type type) {
    return type instanceof Class<?> plain
        ? ScalarTypes.name(plain)
        : type.getTypeName().replaceAll("[\\w.]*[.$](\\w)", "$1");
  }

  /** Escapes a member name for a JSON pointer (RFC 6901). */
  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  @Override
  public Json write(@Nullable Object value) {
    return switch (value) {
      case null -> JsonNull.NULL;
      case Record composite -> writeRecord(composite);
      case Optional<?> optional -> write(optional.orElse(null));
      case Map<?, ?> map -> {
        Map<String, Json> members = new LinkedHashMap<>();
        map.forEach((name, member) -> members.put(String.valueOf(name), write(member)));
        yield JsonObject.of(members);
      }
      case Collection<?> elements -> JsonArray.of(elements.stream().map(this::write).toList());
      default -> ScalarTypes.write(value);
    };
  }

  private Json writeRecord(Record composite) {
    Map<String, Json> members = new LinkedHashMap<>();
    for (RecordComponent component : composite.getClass().getRecordComponents()) {
      try {
        component.getAccessor().setAccessible(true);
        Object member = component.getAccessor().invoke(composite);
        boolean isAbsent = member instanceof Optional<?> optional && optional.isEmpty();
        if (!isAbsent) {
          members.put(component.getName(), write(member));
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(
            "component %s of %s cannot be read"
                .formatted(component.getName(), composite.getClass().getName()),
            e);
      }
    }
    return JsonObject.of(members);
  }
}
