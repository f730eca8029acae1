package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.http.Place;
import dev.pawl.cli.http.Places;
import dev.pawl.cli.program.Screen;
import dev.pawl.cli.show.Paint;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentText;
import dev.pawl.model.json.Format;
import dev.pawl.sdk.Json;
import java.io.PrintWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which server a command speaks to, and how it shows what it was told. */
final class ServerOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server; else PAWL_URL, else http://127.0.0.1:8080.")
  private @Nullable String url;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "A server known by name (pawl profiles); else PAWL_PROFILE.")
  private @Nullable String profile;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "Where the key is; else PAWL_KEY, else that of ./pawl-data.")
  private @Nullable String keyFile;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  Place place() {
    return new Places(System.getenv())
        .find(
            new Places.Wish(
                Optional.ofNullable(url),
                Optional.ofNullable(profile),
                Optional.ofNullable(keyFile)));
  }

  Client client() {
    return new Client(place());
  }

  boolean isJson() {
    return json;
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** For what is said beside the answer. */
  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  Paint paint() {
    return Screen.paint();
  }

  /** The answer for programs, or the same for people. */
  void show(Json answer, String text) {
    out().print(json ? pretty(answer) : text);
    out().flush();
  }

  static String pretty(Json value) {
    return DocumentText.of(Document.of(value), Format.JSON);
  }
}
