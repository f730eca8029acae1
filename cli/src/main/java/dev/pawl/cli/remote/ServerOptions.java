package dev.pawl.cli.remote;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.http.Place;
import dev.pawl.cli.http.Places;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server a command speaks to, and how it shows what it was told. */
final class ServerOptions extends Output {

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server; else PAWL_URL, else that of the data folder.")
  private @Nullable String url;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "A server known by name (pawl profiles); else PAWL_PROFILE.")
  private @Nullable String profile;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data folder of a server on this machine; else PAWL_DATA, else pawl-data.")
  private @Nullable String data;

  // Not ./pawl-data: lines may be broken after a dot, as after a colon.
  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "Where the key is; else PAWL_KEY, else that of the data folder.")
  private @Nullable String keyFile;

  Place place() {
    return new Places(System.getenv())
        .find(
            new Places.Wish(
                Optional.ofNullable(url),
                Optional.ofNullable(profile),
                Optional.ofNullable(data),
                Optional.ofNullable(keyFile)));
  }

  /** Returns the data folder that is meant, whether it is there or not. */
  Path folder() {
    return data == null ? Places.usualFolder(System.getenv()) : Texts.path(data);
  }

  Client client() {
    return new Client(place());
  }
}
