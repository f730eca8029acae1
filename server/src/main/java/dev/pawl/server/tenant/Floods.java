package dev.pawl.server.tenant;

import dev.pawl.postgres.row.Sha256;
import dev.pawl.server.access.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpHeaders;

/** Whose starts were refused a moment ago, by the key that they came with. */
final class Floods {

  /** How long a key is known here: then it is asked for again. */
  private static final long KNOWN = Duration.ofSeconds(1).toNanos();

  private static final int MOST_KNOWN = 1_000;

  private final Map<ByteBuffer, Refused> byKey = new ConcurrentHashMap<>();

  private record Refused(Caller caller, long since) {

    boolean isFresh() {
      return System.nanoTime() - since < KNOWN;
    }
  }

  void add(HttpServletRequest request, Caller caller) {
    if (byKey.size() >= MOST_KNOWN) {
      byKey.clear();
    }
    digest(request).ifPresent(key -> byKey.put(key, new Refused(caller, System.nanoTime())));
  }

  Optional<Caller> known(HttpServletRequest request) {
    return byKey.isEmpty()
        ? Optional.empty()
        : digest(request).map(byKey::get).filter(Refused::isFresh).map(Refused::caller);
  }

  /** Of the key that it came with: no key is kept as it is. */
  private static Optional<ByteBuffer> digest(HttpServletRequest request) {
    return Optional.ofNullable(request.getHeader(HttpHeaders.AUTHORIZATION))
        .map(header -> ByteBuffer.wrap(Sha256.of(header)));
  }
}
