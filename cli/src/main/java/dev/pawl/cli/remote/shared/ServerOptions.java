package dev.pawl.cli.remote.shared;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.http.ServerAddress;
import dev.pawl.cli.http.ServerLocator;
import dev.pawl.cli.http.ServerSelection;
import dev.pawl.client.PawlClient;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select a server, its key and the output format. */
public final class ServerOptions extends CommandOutput implements ServerSelection {

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server; default: PAWL_URL, then that of the data folder.")
  private @Nullable String url;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "The profile of the server (pawl profiles); default: PAWL_PROFILE.")
  private @Nullable String profile;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The data folder of a server on this machine; default: PAWL_DATA, then pawl-data.")
  private @Nullable String data;

  // Not ./pawl-data: the help may break a line after a dot, as after a colon.
  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "The file with the key; default: PAWL_KEY, then that of the data folder.")
  private @Nullable String keyFile;

  @Override
  public ServerAddress address() {
    return new ServerLocator(System.getenv())
        .find(
            new ServerLocator.Selection(
                Optional.ofNullable(url),
                Optional.ofNullable(profile),
                Optional.ofNullable(data),
                Optional.ofNullable(keyFile)));
  }

  /** Returns the selected data folder, which need not exist. */
  public Path folder() {
    return data == null ? ServerLocator.defaultFolder(System.getenv()) : Texts.path(data);
  }

  /**
   * Returns a client of the selected server.
   *
   * @throws dev.pawl.cli.http.NoKeyException if no key is known for it
   */
  public PawlClient client() {
    return address().client();
  }
}
