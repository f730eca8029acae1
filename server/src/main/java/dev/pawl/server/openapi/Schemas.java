package dev.pawl.server.openapi;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * JSON Schemas of Java types: records are objects, described by the {@link Schema} annotations of
 * their components; all other types are as Jackson writes them.
 */
final class Schemas {

  private static final Map<Class<?>, Map<String, Object>> SIMPLE =
      Map.ofEntries(
          Map.entry(String.class, type("string")),
          Map.entry(boolean.class, type("boolean")),
          Map.entry(Boolean.class, type("boolean")),
          Map.entry(int.class, formatted("integer", "int32")),
          Map.entry(Integer.class, formatted("integer", "int32")),
          Map.entry(long.class, formatted("integer", "int64")),
          Map.entry(Long.class, formatted("integer", "int64")),
          Map.entry(double.class, type("number")),
          Map.entry(Double.class, type("number")),
          Map.entry(Instant.class, formatted("string", "date-time")),
          Map.entry(UUID.class, formatted("string", "uuid")));

  private final Map<String, Object> named = new TreeMap<>();
  private final Map<String, Type> owners = new HashMap<>();

  /** Returns the schemas of all records seen so far, by name. */
  Map<String, Object> named() {
    return named;
  }

  Map<String, Object> of(Type type) {
    return of(type, Map.of());
  }

  private Map<String, Object> of(Type type, Map<TypeVariable<?>, Type> meant) {
    return switch (type) {
      case Class<?> plain -> plain(plain);
      case ParameterizedType generic -> generic(generic, meant);
      case TypeVariable<?> variable when meant.containsKey(variable) ->
          of(meant.get(variable), meant);
      default -> Map.of();
    };
  }

  private Map<String, Object> plain(Class<?> type) {
    if (SIMPLE.containsKey(type)) {
      return SIMPLE.get(type);
    }
    if (type.isArray()) {
      return Map.of("type", "array", "items", of(type.getComponentType()));
    }
    if (type.isEnum()) {
      return words(Stream.of(type.getEnumConstants()).map(Object::toString).toList());
    }
    // Types without a schema, such as our own JSON values, can be any JSON value.
    return type.isRecord() ? reference(type.getSimpleName(), type, type, Map.of()) : Map.of();
  }

  private Map<String, Object> generic(ParameterizedType type, Map<TypeVariable<?>, Type> meant) {
    Class<?> raw = (Class<?>) type.getRawType();
    Type[] arguments = type.getActualTypeArguments();
    if (Collection.class.isAssignableFrom(raw)) {
      return Map.of("type", "array", "items", of(arguments[0], meant));
    }
    if (Map.class.isAssignableFrom(raw)) {
      return Map.of("type", "object", "additionalProperties", of(arguments[1], meant));
    }
    if (raw == Optional.class) {
      return orNull(of(arguments[0], meant));
    }
    if (!raw.isRecord()) {
      return Map.of();
    }
    Map<TypeVariable<?>, Type> inner = new HashMap<>(meant);
    StringBuilder name = new StringBuilder(raw.getSimpleName());
    for (int i = 0; i < arguments.length; i++) {
      inner.put(raw.getTypeParameters()[i], arguments[i]);
      name.append("Of").append(arguments[i] instanceof Class<?> one ? one.getSimpleName() : "Any");
    }
    return reference(name.toString(), type, raw, inner);
  }

  private Map<String, Object> reference(
      String simple, Type type, Class<?> record, Map<TypeVariable<?>, Type> meant) {
    String name = simple;
    Class<?> around = record.getEnclosingClass();
    if (owners.containsKey(name) && !owners.get(name).equals(type) && around != null) {
      name = around.getSimpleName() + simple;
    }
    if (owners.put(name, type) == null) {
      named.put(name, Map.of()); // a record may contain itself
      named.put(name, object(record, meant));
    }
    return Map.of("$ref", "#/components/schemas/" + name);
  }

  private Map<String, Object> object(Class<?> record, Map<TypeVariable<?>, Type> meant) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (RecordComponent component : record.getRecordComponents()) {
      Map<String, Object> schema =
          limited(component.getAccessor(), of(component.getGenericType(), meant));
      boolean optional =
          isNullable(component.getAnnotatedType())
              && !component.getAccessor().isAnnotationPresent(NotNull.class);
      properties.put(
          name(component),
          FieldDescriptions.of(
              optional ? orNull(schema) : schema,
              component.getAccessor().getAnnotation(Schema.class)));
      if (!optional) {
        required.add(name(component));
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    schema.put("additionalProperties", false);
    return schema;
  }

  /** Returns the name in JSON; some names, such as wait, cannot be those of components. */
  private static String name(RecordComponent component) {
    JsonProperty said = component.getAccessor().getAnnotation(JsonProperty.class);
    return said == null || said.value().isEmpty() ? component.getName() : said.value();
  }

  /**
   * Returns a schema with the constraints that Jakarta Validation declares for the value, or with
   * the values that its {@link Schema} allows.
   */
  static Map<String, Object> limited(AnnotatedElement described, Map<String, Object> schema) {
    Pattern words = described.getAnnotation(Pattern.class);
    if (words != null) {
      return words(List.of(words.regexp().split("\\|")));
    }
    Schema allowed = described.getAnnotation(Schema.class);
    if (allowed != null && allowed.allowableValues().length > 0) {
      return words(List.of(allowed.allowableValues()));
    }
    Map<String, Object> limited = new LinkedHashMap<>(schema);
    Optional.ofNullable(described.getAnnotation(Min.class))
        .ifPresent(min -> limited.put("minimum", min.value()));
    Optional.ofNullable(described.getAnnotation(Max.class))
        .ifPresent(max -> limited.put("maximum", max.value()));
    Optional.ofNullable(described.getAnnotation(Size.class))
        .ifPresent(
            size -> {
              limited.put("minItems", size.min());
              limited.put("maxItems", size.max());
            });
    return limited;
  }

  private static boolean isNullable(AnnotatedType type) {
    return type.isAnnotationPresent(Nullable.class);
  }

  private static Map<String, Object> orNull(Map<String, Object> schema) {
    return schema.isEmpty() ? schema : Map.of("anyOf", List.of(schema, type("null")));
  }

  private static Map<String, Object> words(List<String> words) {
    return Map.of("type", "string", "enum", words);
  }

  static Map<String, Object> type(String type) {
    return Map.of("type", type);
  }

  private static Map<String, Object> formatted(String type, String format) {
    return Map.of("type", type, "format", format);
  }
}
