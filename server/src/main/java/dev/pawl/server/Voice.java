package dev.pawl.server;

import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentText;
import dev.pawl.model.json.Format;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.settings.Settings;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * What {@code pawl up} says.
 *
 * @param isJson whether programs listen: they get one document
 */
record Voice(PrintStream out, PrintStream err, boolean isJson) {

  void show(Settings settings) {
    if (isJson) {
      document(settings.json());
    } else {
      out.print(settings.shown());
    }
  }

  /** Says what is wrong, and gives the exit code. */
  int fail(int exitCode, String code, String sentence) {
    err.println("pawl: " + sentence);
    if (isJson) {
      JsonObject problem = JsonObject.of("code", Json.of(code)).with("detail", Json.of(sentence));
      document(JsonObject.of("problem", problem));
    }
    return exitCode;
  }

  /** Says that it is up, and where everything is. */
  void isUp(ServerSettings settings, PawlServer server) {
    if (isJson) {
      document(json(settings, server));
    } else {
      text(settings, server);
    }
    out.flush();
  }

  private static Path keyFile(ServerSettings settings) {
    return settings.data().resolve(FirstKey.FILE).toAbsolutePath();
  }

  private static JsonObject json(ServerSettings settings, PawlServer server) {
    JsonObject told =
        JsonObject.builder()
            .put("url", Json.of(server.address().toString()))
            .put("signIn", Json.of(server.signInLink().toString()))
            .put("data", Json.of(settings.data().toAbsolutePath().toString()))
            .put("pid", Json.of(ProcessHandle.current().pid()))
            .build();
    return server.hasKey() ? told.with("keyFile", Json.of(keyFile(settings).toString())) : told;
  }

  private void text(ServerSettings settings, PawlServer server) {
    String database = settings.database().map(Object::toString).orElse("its own PostgreSQL");
    out.println("Pawl is up at " + server.address());
    out.println("  sign in    " + server.signInLink());
    out.println(
        "  your key   "
            + (server.hasKey()
                ? keyFile(settings)
                : "whoever set this database up has it; sign in to issue another"));
    out.println("  its data   " + settings.data().toAbsolutePath() + ", in " + database);
    out.println("  its pid    " + ProcessHandle.current().pid());
    out.println("  try        ./pawl flows, ./pawl start hello --wait");
    out.println("The sign-in link works once. Ctrl-C stops the server; what is under way goes on");
    out.println("when it is started again.");
  }

  private void document(Json json) {
    out.print(DocumentText.of(Document.of(json), Format.JSON));
  }
}
