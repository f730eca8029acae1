package dev.pawl.server;

/** The server does not start like this; the message says why and what to do. */
final class StartRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StartRefusedException(String message) {
    super(message);
  }
}
