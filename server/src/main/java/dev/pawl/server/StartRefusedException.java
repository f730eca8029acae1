package dev.pawl.server;

/** Thrown if the server refuses to start; the message says why and what to do. */
final class StartRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StartRefusedException(String message) {
    super(message);
  }
}
