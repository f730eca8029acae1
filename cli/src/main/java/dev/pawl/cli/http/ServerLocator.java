package dev.pawl.cli.http;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the server for a command: by its options, then by the environment, the preferred profile,
 * the data folder, and last the default port of this machine.
 */
public final class ServerLocator {

  private static final String DEFAULT_URL = "http://127.0.0.1:8080";
  private static final String DEFAULT_FOLDER = "pawl-data";

  private final Map<String, String> environment;
  private final Profiles profiles;

  public ServerLocator(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.profiles = Profiles.of(environment);
  }

  /** The options of the command line that select a server. */
  public record Selection(
      Optional<String> url,
      Optional<String> profile,
      Optional<String> data,
      Optional<String> keyFile) {}

  /**
   * Returns the server that the options select, with the key for it.
   *
   * @throws NoKeyException if a key file is named that cannot be read
   * @throws NoServerException if no server runs on the data folder that was named
   */
  public ServerAddress find(Selection selection) {
    ServerAddress named = select(selection);
    Optional<String> key = selection.keyFile().map(ServerLocator::readKey);
    return key.isPresent()
        ? new ServerAddress(named.url(), key, named.source(), named.data())
        : named;
  }

  /**
   * Reads a key from a file.
   *
   * @param file a name, or {@code -} for standard input
   * @throws NoKeyException if the file cannot be read or does not hold one line
   */
  public static String readKey(String file) {
    String key;
    try {
      key = Texts.read(file).strip();
    } catch (UsageException unreadable) {
      throw new NoKeyException(unreadable.getMessage());
    }
    if (key.lines().count() != 1) {
      throw new NoKeyException("'" + file + "' holds no key, which is one line of text");
    }
    return key;
  }

  /** Returns the default data folder: PAWL_DATA or {@code pawl-data}. */
  public static Path defaultFolder(Map<String, String> environment) {
    String named = environment.getOrDefault("PAWL_DATA", "");
    return Texts.path(named.isBlank() ? DEFAULT_FOLDER : named);
  }

  private ServerAddress select(Selection selection) {
    LocalServer local =
        new LocalServer(
            selection.data().map(Texts::path).orElseGet(() -> defaultFolder(environment)));
    if (selection.url().isPresent()) {
      return withKey(
          ServerAddress.url(selection.url().get()), "--url", local, selection.data().isPresent());
    }
    if (selection.profile().isPresent()) {
      return profiles.get(selection.profile().get());
    }
    if (selection.data().isPresent()) {
      URI url = local.address().orElseThrow(() -> new NoServerException(local));
      return withFolder(local, withKey(url, local.addressFile().toString(), local, true));
    }
    Optional<String> profile = variable("PAWL_PROFILE");
    if (profile.isPresent()) {
      return profiles.get(profile.get());
    }
    Optional<String> url = variable("PAWL_URL");
    if (url.isPresent()) {
      return withKey(ServerAddress.url(url.get()), "PAWL_URL", local, false);
    }
    Optional<String> preferred = profiles.defaultProfile();
    return preferred.isPresent() ? profiles.get(preferred.get()) : localServer(local);
  }

  private ServerAddress localServer(LocalServer local) {
    Optional<URI> address = local.address();
    return address.isPresent()
        ? withFolder(local, withKey(address.get(), local.addressFile().toString(), local, false))
        : withKey(ServerAddress.url(DEFAULT_URL), "the default", local, false);
  }

  private static ServerAddress withFolder(LocalServer local, ServerAddress address) {
    return new ServerAddress(
        address.url(), address.key(), address.source(), Optional.of(local.folder()));
  }

  /**
   * Returns the address with its key; the key of a server on this machine is in its data folder.
   *
   * @param isNamed true if the command line names the folder; its key then takes precedence over
   *     that of the environment
   */
  private ServerAddress withKey(URI url, String source, LocalServer local, boolean isNamed) {
    ServerAddress address = new ServerAddress(url, Optional.empty(), source);
    Optional<String> given = variable("PAWL_KEY");
    boolean isLocal = address.isLocal() || source.equals(local.addressFile().toString());
    if (!isLocal || given.isPresent() && !isNamed) {
      return new ServerAddress(url, given, source);
    }
    return new ServerAddress(url, local.key().or(() -> given), source);
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
  }
}
