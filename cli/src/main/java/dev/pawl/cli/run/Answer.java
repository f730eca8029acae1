package dev.pawl.cli.run;

import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;

/** What a resource answers when it is called. */
public sealed interface Answer {

  record Returns(Json value) implements Answer {}

  record Fails(String error, String cause) implements Answer {}

  /** A program that does the work, as a line for the shell. */
  record Runs(String line) implements Answer {}

  /**
   * @throws HandlerException if the answer is a failure
   */
  default Json give(HandlerCall call) throws HandlerException, InterruptedException {
    return switch (this) {
      case Returns returns -> returns.value();
      case Fails fails -> throw new HandlerException(fails.error(), fails.cause());
      case Runs runs -> ShellCall.make(runs.line(), call);
    };
  }
}
