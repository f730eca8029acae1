package dev.pawl.cli.http;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Which server is meant: what was said, then a profile, then the environment, then this machine.
 */
public final class Places {

  private static final String LOCAL = "http://127.0.0.1:8080";
  private static final Path LOCAL_KEY = Path.of("pawl-data", "admin.key");

  private final Map<String, String> environment;
  private final Profiles profiles;

  public Places(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.profiles = Profiles.of(environment);
  }

  /** What was said on the command line. */
  public record Wish(Optional<String> url, Optional<String> profile, Optional<String> keyFile) {}

  /**
   * @throws NoKeyException if there is no key where one is said to be
   */
  public Place find(Wish wish) {
    Place named = named(wish);
    Optional<String> key = wish.keyFile().map(Places::keyIn);
    return key.isPresent() ? new Place(named.url(), key, named.source()) : named;
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

  private Place named(Wish wish) {
    if (wish.url().isPresent()) {
      return withKey(Place.url(wish.url().get()), "--url");
    }
    Optional<String> profile = wish.profile().or(() -> variable("PAWL_PROFILE"));
    if (profile.isPresent()) {
      return profiles.get(profile.get());
    }
    Optional<String> url = variable("PAWL_URL");
    if (url.isPresent()) {
      return withKey(Place.url(url.get()), "PAWL_URL");
    }
    return profiles
        .preferred()
        .map(profiles::get)
        .orElseGet(() -> withKey(Place.url(LOCAL), "the default"));
  }

  /** The key of a server on this machine is where that server left it. */
  private Place withKey(URI url, String source) {
    Place place = new Place(url, variable("PAWL_KEY"), source);
    boolean isLocal = place.key().isEmpty() && place.isLocal() && Files.isReadable(LOCAL_KEY);
    return isLocal ? new Place(url, Optional.of(keyIn(LOCAL_KEY.toString())), source) : place;
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
  }
}
