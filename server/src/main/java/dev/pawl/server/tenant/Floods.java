package dev.pawl.server.tenant;

import dev.pawl.server.access.Caller;
import jakarta.servlet.http.HttpServletRequest;
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

  private final Map<String, Refused> byKey = new ConcurrentHashMap<>();

  private record Refused(Caller caller, long since) {}

  void add(HttpServletRequest request, Caller caller) {
    String key = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (key != null) {
      if (byKey.size() >= MOST_KNOWN) {
        byKey.clear();
      }
      byKey.put(key, new Refused(caller, System.nanoTime()));
    }
  }

  Optional<Caller> known(HttpServletRequest request) {
    String key = request.getHeader(HttpHeaders.AUTHORIZATION);
    return key == null
        ? Optional.empty()
        : Optional.ofNullable(byKey.get(key))
            .filter(one -> System.nanoTime() - one.since() < KNOWN)
            .map(Refused::caller);
  }
}
