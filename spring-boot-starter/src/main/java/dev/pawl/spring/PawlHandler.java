package dev.pawl.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a bean the handler of a resource, or names the resource of a {@link
 * dev.pawl.sdk.Handler} bean.
 *
 * <p>The parameters of a method are found by their types: {@link dev.pawl.sdk.HandlerCall} is the
 * call, {@link dev.pawl.sdk.Json} the input as JSON, a parameter with {@link Config} the settings
 * of the state, and at most one other parameter the input, converted to its type. The result is
 * converted to JSON; {@code void} gives null.
 *
 * <pre>{@code
 * @PawlHandler("charge")
 * Receipt charge(Order order, @Config Account account) { ... }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface PawlHandler {

  /** The resource that flows name. */
  String value();

  /**
   * The number of the tenant that the handler serves; 0 serves all tenants that have no handler of
   * their own for the resource.
   */
  int tenant() default 0;
}
