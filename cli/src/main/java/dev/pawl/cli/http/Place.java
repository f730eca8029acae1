package dev.pawl.cli.http;

import dev.pawl.cli.file.UsageException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * A server, and who we are to it.
 *
 * @param key empty if there is none
 * @param source where that was found, for people
 * @param data the data folder in which the server left its address, if it was found there
 */
public record Place(URI url, Optional<String> key, String source, Optional<Path> data) {

  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  public Place(URI url, Optional<String> key, String source) {
    this(url, key, source, Optional.empty());
  }

  /**
   * @throws UsageException if it is not the address of a server
   */
  public static URI url(String text) {
    String trimmed = text.strip();
    while (trimmed.endsWith("/")) {
      trimmed = trimmed.substring(0, trimmed.length() - 1);
    }
    try {
      URI url = new URI(trimmed);
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (isHttp && url.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException e) {
      // Told below.
    }
    throw new UsageException(
        "'" + text + "' is not the address of a server, such as http://127.0.0.1:8080");
  }

  public boolean isLocal() {
    return LOOPBACK.contains(url.getHost());
  }

  /**
   * @throws NoKeyException if there is none
   */
  public String knownKey() {
    return key.orElseThrow(
        () ->
            new NoKeyException(
                "there is no key for %s; set PAWL_KEY, or name a profile (pawl profiles add)"
                    .formatted(url)));
  }

  /** Without the key, lest it be printed. */
  @Override
  public String toString() {
    return url + " (" + source + ")";
  }
}
