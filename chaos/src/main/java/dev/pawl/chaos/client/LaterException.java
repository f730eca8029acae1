package dev.pawl.chaos.client;

import java.io.IOException;
import java.time.Duration;

/** Thrown if the outcome of a request is unknown and the server has said when to send it again. */
final class LaterException extends IOException {

  private static final long serialVersionUID = 1;

  private final transient Duration pause;

  LaterException(String message, Duration pause) {
    super(message);
    this.pause = pause;
  }

  Duration pause() {
    return pause;
  }
}
