package dev.pawl.cli.http;

import dev.pawl.cli.file.UsageException;
import dev.pawl.client.PawlClient;
import dev.pawl.client.http.UnreachableException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The address of a server and the key for it.
 *
 * @param key the key; empty if none is known
 * @param source where the address was found, for messages
 * @param data the data folder of the server, if its address was found there
 */
public record ServerAddress(URI url, Optional<String> key, String source, Optional<Path> data) {

  private static final Duration MAX_RESPONSE_TIME = Duration.ofSeconds(90);

  /**
   * One retry: a request that may have been lost is repeated, and an unreachable server is reported
   * soon.
   */
  private static final int MAX_RETRIES = 1;

  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  public ServerAddress(URI url, Optional<String> key, String source) {
    this(url, key, source, Optional.empty());
  }

  /**
   * Parses the address of a server and removes trailing slashes.
   *
   * @throws UsageException if it is not an HTTP address
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
      // Reported below.
    }
    throw new UsageException(
        "'" + text + "' is not the address of a server, such as http://127.0.0.1:8080");
  }

  public boolean isLocal() {
    return LOOPBACK.contains(url.getHost());
  }

  /**
   * Returns a client that uses the key.
   *
   * @throws NoKeyException if no key is known
   */
  public PawlClient client() {
    String known =
        key.orElseThrow(
            () ->
                new NoKeyException(
                    "there is no key for %s; set PAWL_KEY, or name a profile (pawl profiles add)"
                        .formatted(url)));
    return PawlClient.builder(url.toString())
        .key(known)
        .requestTimeout(MAX_RESPONSE_TIME)
        .maxRetries(MAX_RETRIES)
        .build();
  }

  /** Returns the advice for a server that does not answer. */
  public String advice(UnreachableException away) {
    // A server removes its address file when it stops, so a refused connection means a killed
    // one.
    return data.filter(folder -> !away.isSent())
        .map(
            folder ->
                "%s has its address, but the server no longer runs and was not stopped cleanly; start it again with pawl up --data %s"
                    .formatted(source, folder))
        .orElse("check with pawl doctor");
  }

  /** Returns the address and its source without the key, so that the key is never printed. */
  @Override
  public String toString() {
    return url + " (" + source + ")";
  }
}
