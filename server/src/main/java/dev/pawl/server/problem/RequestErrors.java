package dev.pawl.server.problem;

import org.springframework.beans.TypeMismatchException;

/** Describes what is wrong with requests, whichever library found out. */
public interface RequestErrors {

  /** Why a body cannot be read: the place, what is there and what is allowed there. */
  String body(Throwable cause);

  /** What the value of a parameter should have been, in words that follow "is not". */
  String allowed(TypeMismatchException failed);
}
