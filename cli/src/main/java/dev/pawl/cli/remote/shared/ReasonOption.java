package dev.pawl.cli.remote.shared;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --reason} of an action. */
public final class ReasonOption {

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "The reason, which is kept in the history.")
  private @Nullable String reason;

  /** Returns the reason; empty if none was given. */
  public String text() {
    return reason == null ? "" : reason;
  }

  /** Returns the request body with the reason added, if one was given. */
  public JsonObject addTo(JsonObject body) {
    return reason == null ? body : body.with("reason", Json.of(reason));
  }
}
