package dev.pawl.cli.run;

import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/** The scripted response of a resource to a call. */
public sealed interface ScriptedAnswer {

  record Returns(Json value) implements ScriptedAnswer {}

  record Fails(String error, String cause) implements ScriptedAnswer {}

  /** A command line for the shell, which computes the response. */
  record Runs(String line) implements ScriptedAnswer {}

  /**
   * Returns the response to a call.
   *
   * @throws HandlerException if the response is a failure
   */
  default Json give(HandlerCall call) throws HandlerException, InterruptedException {
    return switch (this) {
      case Returns returns -> returns.value();
      case Fails fails -> throw new HandlerException(fails.error(), fails.cause());
      case Runs runs -> ExecProgram.make(runs.line(), call);
    };
  }

  /** Returns the answer as a test execution writes it; empty for a program. */
  default Optional<JsonObject> toMock() {
    return switch (this) {
      case Returns returns -> Optional.of(JsonObject.of("result", returns.value()));
      case Fails fails ->
          Optional.of(
              JsonObject.of("error", Json.of(fails.error())).with("cause", Json.of(fails.cause())));
      case Runs runs -> Optional.empty();
    };
  }
}
