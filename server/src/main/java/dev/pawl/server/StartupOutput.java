package dev.pawl.server;

import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.settings.Settings;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;

/**
 * Prints the output of {@code pawl up}.
 *
 * @param isJson true to print one JSON document instead of text
 */
record StartupOutput(PrintStream out, PrintStream err, boolean isJson) {

  void show(Settings settings) {
    if (isJson) {
      document(settings.json());
    } else {
      out.print(settings.text());
    }
  }

  /** Prints an error and returns the exit code. */
  int fail(int exitCode, String code, String sentence) {
    err.println("pawl: " + sentence);
    if (isJson) {
      JsonObject problem = JsonObject.of("code", Json.of(code)).with("detail", Json.of(sentence));
      document(JsonObject.of("problem", problem));
    }
    return exitCode;
  }

  /** Prints that the server is up, with its addresses, files and warnings. */
  void reportStarted(
      ServerSettings settings, PawlServer server, StartupHints hints, boolean hasSamples) {
    server.warnings().forEach(warning -> err.println("pawl: warning: " + warning));
    if (isJson) {
      document(json(settings, server));
    } else {
      text(settings, server, hints, hasSamples);
    }
    out.flush();
  }

  private static Path keyFile(ServerSettings settings) {
    return settings.data().resolve(FirstKey.FILE).toAbsolutePath();
  }

  private static JsonObject json(ServerSettings settings, PawlServer server) {
    JsonObject.Builder report =
        JsonObject.builder()
            .put("url", Json.of(server.address().toString()))
            .put("signIn", Json.of(server.signInLink().toString()))
            .put("data", Json.of(settings.data().toAbsolutePath().toString()))
            .put("pid", Json.of(ProcessHandle.current().pid()));
    server.healthAddress().ifPresent(health -> report.put("health", Json.of(health.toString())));
    if (server.hasKey()) {
      report.put("keyFile", Json.of(keyFile(settings).toString()));
    }
    if (!server.warnings().isEmpty()) {
      report.put("warnings", JsonArray.of(server.warnings().stream().map(Json::of).toList()));
    }
    return report.build();
  }

  private void text(
      ServerSettings settings, PawlServer server, StartupHints hints, boolean hasSamples) {
    String database = settings.database().map(Object::toString).orElse("its own PostgreSQL");
    out.println("Pawl is up at " + server.address());
    server.healthAddress().ifPresent(health -> out.println("  its health " + health));
    out.println("  sign in    " + signIn(settings, server));
    out.println(
        "  your key   "
            + (server.hasKey()
                ? keyFile(settings)
                : "the administrator who set up this database has it; sign in to issue another"));
    out.println("  its data   " + settings.data().toAbsolutePath() + ", in " + database);
    out.println("  its pid    " + ProcessHandle.current().pid());
    if (server.hasKey()) {
      out.println("  try        " + hints.command("flows"));
      if (hasSamples) {
        out.println("             " + hints.command("start hello --wait"));
      }
      out.println("The sign-in link works once; " + hints.command("signin") + " makes another.");
    } else {
      out.println("The sign-in link works once.");
    }
    out.println("Ctrl-C stops the server; running executions continue when it is started again.");
  }

  /**
   * Returns the sign-in link; behind a proxy with a placeholder, because its address is unknown.
   */
  private static String signIn(ServerSettings settings, PawlServer server) {
    URI link = server.signInLink();
    return settings.isBehindProxy()
        ? "https://YOUR-PROXY" + link.getPath() + "?" + link.getQuery()
        : link.toString();
  }

  private void document(Json json) {
    out.print(DocumentText.of(Document.of(json), DocumentFormat.JSON));
  }
}
