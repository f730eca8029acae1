package dev.pawl.server.access;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the permission that a caller needs for a controller method. The declarations of all
 * methods form the table {@link Endpoints}; the server does not start with a mapped method that has
 * neither this annotation nor {@link OpenAccess}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RequiresPermission {

  /** The permission that the caller's roles must include. */
  Permission value();

  /** What the endpoint does, in one sentence for the description of the API. */
  String summary();

  /** How the endpoint treats keys that are limited to single flows. */
  FlowScope flowScope() default FlowScope.NAMED_IN_PATH;
}
