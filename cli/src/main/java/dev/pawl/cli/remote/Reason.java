package dev.pawl.cli.remote;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Why somebody does something. */
final class Reason {

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for those who look later.")
  private @Nullable String reason;

  /** What is asked for, with the reason for it. */
  JsonObject of(JsonObject asked) {
    return reason == null ? asked : asked.with("reason", Json.of(reason));
  }
}
