package dev.pawl.spring.autoconfigure;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBinder;
import dev.pawl.sdk.JsonBindingException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Converts JSON with the Jackson mapper of the application. Its methods are called by reflection,
 * because Jackson 2 and 3 have them in different packages, and an application may have neither.
 */
final class JacksonBinder implements JsonBinder {

  /** Jackson 3, which Boot 4 prefers, before Jackson 2. */
  private static final List<String> MAPPERS =
      List.of(
          "tools.jackson.databind.json.JsonMapper", "com.fasterxml.jackson.databind.ObjectMapper");

  private final Object mapper;
  private final Method constructType;
  private final Method readValue;
  private final Method writeValue;

  private JacksonBinder(Object mapper) throws NoSuchMethodException {
    this.mapper = mapper;
    this.constructType = mapper.getClass().getMethod("constructType", Type.class);
    this.readValue =
        mapper.getClass().getMethod("readValue", String.class, constructType.getReturnType());
    this.writeValue = mapper.getClass().getMethod("writeValueAsString", Object.class);
  }

  /** Returns a binder for the one mapper among the beans; empty if there is none. */
  static Optional<JsonBinder> of(ListableBeanFactory beans) {
    ClassLoader loader = JacksonBinder.class.getClassLoader();
    for (String name : MAPPERS) {
      if (ClassUtils.isPresent(name, loader)) {
        Object mapper =
            beans.getBeanProvider(ClassUtils.resolveClassName(name, loader)).getIfUnique();
        if (mapper != null) {
          return Optional.of(around(mapper));
        }
      }
    }
    return Optional.empty();
  }

  private static JsonBinder around(Object mapper) {
    try {
      return new JacksonBinder(mapper);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          "%s is not a Jackson mapper that Pawl knows; define a bean of type JsonBinder"
              .formatted(mapper.getClass().getName()),
          e);
    }
  }

  @Override
  public @Nullable Object read(Json value, Type type) {
    if (type instanceof Class<?> plain && Json.class.isAssignableFrom(plain)) {
      return JsonBinder.RECORDS.read(value, type);
    }
    try {
      return readValue.invoke(mapper, value.toString(), constructType.invoke(mapper, type));
    } catch (InvocationTargetException e) {
      JsonBindingException misfit =
          new JsonBindingException("", String.valueOf(e.getTargetException().getMessage()));
      misfit.initCause(e.getTargetException());
      throw misfit;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Json write(@Nullable Object value) {
    if (value instanceof Json json) {
      return json;
    }
    try {
      return Json.parse(String.valueOf(writeValue.invoke(mapper, value)));
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "a value has no JSON form: " + e.getTargetException().getMessage(), e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
