package dev.pawl.sdk;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Converts JSON values to typed Java objects and back. Applications may replace the default, {@link
 * RecordBinder}, for example by their Jackson mapper.
 */
public interface JsonBinder {

  /** Converts between JSON and records, collections and common value types of Java. */
  JsonBinder RECORDS = new RecordBinder();

  /**
   * Converts a JSON value to an object of a type.
   *
   * @return the object; null if the value is null and the type allows it
   * @throws JsonBindingException if the value does not fit the type
   */
  @Nullable Object read(Json value, Type type);

  /**
   * Converts a Java object to JSON.
   *
   * @throws IllegalArgumentException if some value has no JSON form
   */
  Json write(@Nullable Object value);

  /**
   * Converts a JSON value to an object of a class.
   *
   * @throws JsonBindingException if the value does not fit the class, or is null
   */
  default <T> T read(Json value, Class<T> type) {
    Object read = read(value, (Type) type);
    if (read == null) {
      throw new JsonBindingException("", type.getSimpleName(), value);
    }
    @SuppressWarnings("unchecked") // Class.cast refuses primitive types
    T typed = (T) read;
    return typed;
  }
}
