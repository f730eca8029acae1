package dev.pawl.server.problem;

import jakarta.validation.ConstraintViolation;
import org.springframework.beans.TypeMismatchException;

/** Describes what is wrong with a request without names of our classes. */
public interface RequestErrors {

  /** Describes why a body could not be read. */
  String body(Throwable cause);

  /** Describes the values that are allowed where a parameter has the wrong type. */
  String allowed(TypeMismatchException failed);

  /** Returns the path of a field as it is written in the body. */
  String field(ConstraintViolation<?> violation);
}
