package dev.pawl.server.access;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that a controller method can be called without a key or a session. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OpenAccess {

  /** What the endpoint does; empty for pages that are not part of the API description. */
  String summary() default "";

  /** True if the method authenticates its requests itself. */
  boolean authenticates() default false;
}
