package dev.pawl.server.metrics;

import dev.pawl.server.web.RequestFilter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts requests by method and status. */
final class Requests extends RequestFilter {

  /** What anybody may write instead of a method must not become a name of ours. */
  private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "DELETE");

  private record Kind(String method, int status) {

    String labels() {
      return "{method=\"%s\",status=\"%d\"}".formatted(method, status);
    }
  }

  private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();
  private final LongAdder nanos = new LongAdder();

  @Override
  protected void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    long begun = System.nanoTime();
    try {
      chain.doFilter(request, response);
    } finally {
      nanos.add(System.nanoTime() - begun);
      String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "other";
      Kind kind = new Kind(method, response.getStatus());
      counts.computeIfAbsent(kind, fresh -> new LongAdder()).increment();
    }
  }

  Map<String, Long> counts() {
    Map<String, Long> numbers = new TreeMap<>();
    counts.forEach((kind, number) -> numbers.put(kind.labels(), number.sum()));
    return numbers;
  }

  double seconds() {
    return nanos.sum() / 1e9;
  }
}
