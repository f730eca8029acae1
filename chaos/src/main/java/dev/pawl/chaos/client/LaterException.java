package dev.pawl.chaos.client;

import java.io.IOException;
import java.time.Duration;

/** Nobody knows what came of it, but the server has said when to ask again. */
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
