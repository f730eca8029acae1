package dev.pawl.cli.run;

import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;

/** What a resource answers when it is called. */
public sealed interface Answer {

  record Returns(Json value) implements Answer {}

  record Fails(String error, String cause) implements Answer {}

  /**
   * @throws HandlerException if the answer is a failure
   */
  default Json give() throws HandlerException {
    return switch (this) {
      case Returns returns -> returns.value();
      case Fails fails -> throw new HandlerException(fails.error(), fails.cause());
    };
  }
}
