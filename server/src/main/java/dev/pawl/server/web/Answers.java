package dev.pawl.server.web;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The statuses with which a door says that all went well, for the description of the API. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Answers {
  int[] value();

  /** What comes with each of them, where that is not the same. */
  Class<?>[] as() default {};
}
