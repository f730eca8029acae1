package dev.pawl.client.http;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the operation of the HTTP API that a method calls, as {@code docs/openapi.json} does. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Operation {

  /** Method and path, such as {@code POST /api/flows/{flow}/publish}. */
  String[] value();
}
