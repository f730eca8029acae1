package dev.pawl.server.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares the success statuses of an endpoint for the description of the API. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ApiStatus {
  int[] value();

  /** The type of the body for each status, if they differ. */
  Class<?>[] as() default {};
}
