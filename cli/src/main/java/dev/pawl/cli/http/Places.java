package dev.pawl.cli.http;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Which server is meant: what was said, then the environment, then the preferred profile, then the
 * server of the data folder, then the usual port of this machine.
 */
public final class Places {

  private static final String LOCAL = "http://127.0.0.1:8080";
  private static final String DATA = "pawl-data";

  private final Map<String, String> environment;
  private final Profiles profiles;

  public Places(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.profiles = Profiles.of(environment);
  }

  /** What was said on the command line. */
  public record Wish(
      Optional<String> url,
      Optional<String> profile,
      Optional<String> data,
      Optional<String> keyFile) {}

  /**
   * @throws NoKeyException if there is no key where one is said to be
   * @throws UnreachableException if no server runs on the data folder that was named
   */
  public Place find(Wish wish) {
    Place named = named(wish);
    Optional<String> key = wish.keyFile().map(Places::keyIn);
    return key.isPresent() ? new Place(named.url(), key, named.source(), named.data()) : named;
  }

  /**
   * @param file a name, or {@code -} for standard input
   * @throws NoKeyException if it holds none, or cannot be read
   */
  public static String keyIn(String file) {
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

  /** Returns the data folder that is meant where none is named. */
  public static Path usualFolder(Map<String, String> environment) {
    String named = environment.getOrDefault("PAWL_DATA", "");
    return Texts.path(named.isBlank() ? DATA : named);
  }

  private Place named(Wish wish) {
    LocalServer local =
        new LocalServer(wish.data().map(Texts::path).orElseGet(() -> usualFolder(environment)));
    if (wish.url().isPresent()) {
      return withKey(Place.url(wish.url().get()), "--url", local, wish.data().isPresent());
    }
    if (wish.profile().isPresent()) {
      return profiles.get(wish.profile().get());
    }
    if (wish.data().isPresent()) {
      URI url = local.address().orElseThrow(() -> UnreachableException.noServer(local));
      return at(local, withKey(url, local.addressFile().toString(), local, true));
    }
    Optional<String> profile = variable("PAWL_PROFILE");
    if (profile.isPresent()) {
      return profiles.get(profile.get());
    }
    Optional<String> url = variable("PAWL_URL");
    if (url.isPresent()) {
      return withKey(Place.url(url.get()), "PAWL_URL", local, false);
    }
    Optional<String> preferred = profiles.preferred();
    return preferred.isPresent() ? profiles.get(preferred.get()) : here(local);
  }

  private Place here(LocalServer local) {
    Optional<URI> address = local.address();
    return address.isPresent()
        ? at(local, withKey(address.get(), local.addressFile().toString(), local, false))
        : withKey(Place.url(LOCAL), "the default", local, false);
  }

  private static Place at(LocalServer local, Place place) {
    return new Place(place.url(), place.key(), place.source(), Optional.of(local.folder()));
  }

  /**
   * The key of a server on this machine is where that server left it.
   *
   * @param isNamed whether the folder was named on the command line: then its key goes before that
   *     of the environment
   */
  private Place withKey(URI url, String source, LocalServer local, boolean isNamed) {
    Place place = new Place(url, Optional.empty(), source);
    Optional<String> given = variable("PAWL_KEY");
    boolean isLocal = place.isLocal() || source.equals(local.addressFile().toString());
    if (!isLocal || given.isPresent() && !isNamed) {
      return new Place(url, given, source);
    }
    return new Place(url, local.key().or(() -> given), source);
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
  }
}
