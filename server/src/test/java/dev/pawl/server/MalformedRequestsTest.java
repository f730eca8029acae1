package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Ten thousand malformed requests, at every endpoint: each is refused with a helpful message, none
 * causes a server error, and nothing of them is retained in memory.
 */
@Isolated("it looks at how much memory is used")
class MalformedRequestsTest {

  private static final int REQUESTS = 10_000;
  private static final int THREADS = 4;
  private static final long SEED = 20_261_115;

  private static final String NOBODY = "00000000-0000-7000-8000-000000000000";
  private static final String DEFINITION =
      "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Succeed\"}}}";

  private static final Map<String, String> BODIES =
      Map.of(
          "POST /api/flows", "{\"code\": \"fuzz\", \"definition\": " + DEFINITION + "}",
          "PUT /api/flows/{flow}", "{\"definition\": " + DEFINITION + "}",
          "POST /api/flows/validate", "{\"definition\": " + DEFINITION + "}",
          "POST /api/flows/{flow}/execute",
              "{\"input\": {\"a\": 1}, \"businessKey\": \"k\", \"labels\": {\"x\": \"y\"}}",
          "POST /api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}",
          "POST /api/tenants", "{\"code\": \"t\", \"name\": \"T\"}",
          "PUT /api/tenants/{code}/limits",
              "{\"concurrent\": 5, \"flows\": {\"a\": {\"concurrent\": 1}}}",
          "POST /api/events", "{\"type\": \"t\", \"id\": \"1\", \"payload\": {}}");

  private static final List<String> VALUES =
      List.of(
          "null",
          "[]",
          "{}",
          "\"\"",
          "true",
          "-1",
          "1e400",
          "99999999999999999999",
          "1E+600000000",
          "0.1",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"\u202e\ud83d\ude00\"",
          "[[[[1]]]]",
          "\"" + "x".repeat(5_000) + "\"");

  private static final List<String> SEGMENTS =
      List.of(
          "%00",
          "%ff",
          "%c0%af",
          "..%2f",
          "%E2%80%AE",
          "x".repeat(3_000),
          "-1",
          "'",
          "%25",
          "*",
          "a%20b",
          "1e9",
          "%F0%9F%98%80",
          ";x=y",
          "%0d%0aX:%20y",
          "99999999999999999999");

  private static final List<String> QUERIES =
      List.of(
          "limit=x",
          "limit=-1",
          "limit=99999999999",
          "after=%00",
          "after=x",
          "from=yesterday",
          "to=%2B1000000000-01-01T00:00:00Z",
          "status=NOPE",
          "label=%00",
          "label=a",
          "wait=-5",
          "wait=1e9",
          "publish=maybe",
          "mode=x",
          "denied=perhaps",
          "search=%00",
          "search=%F0",
          "flow=%00",
          "businessKey=%00",
          "error=%00",
          "actor=%00",
          "%00=%00",
          "&&==&",
          "a[]=b",
          "x=" + "y".repeat(4_000));

  private static final List<String> HEADERS =
      List.of(
          "Content-Type: text/plain",
          "Content-Type: application/xml",
          "Content-Type: nonsense",
          "Content-Type: application/json; charset=utf-99",
          "Content-Type: multipart/form-data",
          "Content-Type: application/x-www-form-urlencoded",
          "Accept: image/png",
          "Accept: ///",
          "Accept: text/html",
          "Content-Encoding: gzip",
          "Idempotency-Key: " + "k".repeat(3_000),
          "Idempotency-Key: \u0001",
          "Idempotency-Key: ",
          "Last-Event-ID: x",
          "Last-Event-ID: 9999999999999999999.1",
          "Range: bytes=0-",
          "Expect: nonsense",
          "Cookie: pawl_session=%00; =; x",
          "If-Match: x",
          "X-HTTP-Method-Override: DELETE",
          "Upgrade: h2c",
          "Accept-Language: \u00e4",
          "Origin: null");

  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "X");

  private final List<String> endpoints = List.copyOf(ServerEndpoints.TABLE.names());

  /** Valid requests have effects, so no other test uses this server. */
  @Test
  void shouldRejectTenThousandInvalidRequestsWithHelpfulMessages() throws Exception {
    try (OneServer.Running running = OneServer.Running.start()) {
      refuseThemAll(running);
    }
  }

  private void refuseThemAll(OneServer.Running running) throws Exception {
    String key = running.key(running.adminKey(), "platform-admin");
    running
        .with(key)
        .post(
            "/api/flows?publish=true", "{\"code\": \"known\", \"definition\": " + DEFINITION + "}");
    round(running, key, 200);
    long before = Heap.used();

    int refused = round(running, key, REQUESTS);

    assertThat(Heap.used() - before).isLessThan(Heap.slack(before));
    assertThat(refused).isGreaterThan(REQUESTS * 3 / 5);
    assertThat(running.admin().get("/api/flows/known").status()).isEqualTo(200);
  }

  private int round(OneServer.Running running, String key, int requests) throws Exception {
    AtomicInteger refused = new AtomicInteger();
    Queue<String> complaints = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> parts = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(SEED + i);
        parts.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < requests / THREADS; n++) {
                    try {
                      refused.addAndGet(one(running, key, random) ? 1 : 0);
                    } catch (AssertionError wrong) {
                      complaints.add(String.valueOf(wrong.getMessage()));
                    }
                  }
                  return true;
                }));
      }
      for (Future<?> part : parts) {
        part.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(complaints).as("%d complaints", complaints.size()).isEmpty();
    return refused.get();
  }

  /** Returns true if the request was refused. */
  private boolean one(OneServer.Running running, String key, Random random) throws IOException {
    String endpoint = pick(endpoints, random);
    String method = endpoint.substring(0, endpoint.indexOf(' '));
    String path = endpoint.substring(endpoint.indexOf(' ') + 1);
    String body = BODIES.getOrDefault(endpoint, method.equals("GET") ? "" : "{}");
    String query = "";
    List<String> head = new ArrayList<>(List.of("Authorization: Bearer " + key));
    switch (random.nextInt(8)) {
      case 0 -> method = pick(METHODS, random);
      case 1 -> path = path.replaceFirst("\\{[^}]*}|[a-z]+$", match(pick(SEGMENTS, random)));
      case 2 -> query = "?" + pick(QUERIES, random);
      case 3 -> head.add(pick(HEADERS, random));
      case 4 -> body = broken(body, random);
      case 5 -> body = pick(VALUES, random);
      case 6 -> body = retyped(body, random);
      default -> {
        body = broken(retyped(body, random), random);
        head.add(pick(HEADERS, random));
        query = "?" + pick(QUERIES, random);
      }
    }
    String known = random.nextBoolean() ? "known" : NOBODY;
    path = path.replace("{flow}", known).replace("{number}", "1").replaceAll("\\{[^}]*}", NOBODY);

    if (path.endsWith("/events")) {
      head.add("Last-Event-ID: x"); // or else the answer to a good request would never end
    }

    Wire.Answer answer = running.wire().call(method, path + query, head, body);

    String shown =
        "%s %s%s %s %s: %s"
            .formatted(method, path, query, head.subList(1, head.size()), body, answer);
    // A random request may have paused the tenant.
    boolean isPaused = answer.status() == 503 && answer.toString().contains("tenant-paused");
    assertThat(isPaused || answer.status() < 500).as(shown).isTrue();
    if (answer.status() < 400) {
      return false;
    }
    if (!method.equals("HEAD")) {
      assertThat(answer.header("Content-Type").orElse(""))
          .as(shown)
          .startsWith("application/problem+json");
      assertThat(answer.body())
          .as(shown)
          .contains("\"code\":\"")
          .containsPattern("\"detail\":\"[^\"]{5,}");
      assertThat(answer.body()).as(shown).doesNotContain("dev.pawl", "tools.jackson", "java.lang");
    }
    return true;
  }

  private static String match(String text) {
    return java.util.regex.Matcher.quoteReplacement(text);
  }

  /** Truncates, extends or replaces a part of a value. */
  private static String broken(String body, Random random) {
    if (body.isEmpty()) {
      return "{";
    }
    int at = random.nextInt(body.length());
    return switch (random.nextInt(5)) {
      case 0 -> body.substring(0, at);
      case 1 -> body.substring(0, at) + (char) random.nextInt(0x20, 0xd000) + body.substring(at);
      case 2 -> body.substring(0, at) + "\\" + body.substring(at);
      case 3 -> body + body;
      default -> body.substring(0, at) + (char) random.nextInt(1, 0x7f) + body.substring(at + 1);
    };
  }

  /** Replaces a value by another one. */
  private static String retyped(String body, Random random) {
    List<Integer> colons = new ArrayList<>();
    for (int i = body.indexOf(':'); i >= 0; i = body.indexOf(':', i + 1)) {
      colons.add(i);
    }
    if (colons.isEmpty()) {
      return "{\"unknown\": " + pick(VALUES, random) + "}";
    }
    int colon = pick(colons, random);
    String rest = body.substring(colon + 1);
    return body.substring(0, colon + 1)
        + rest.replaceFirst(
            "^\\s*(\"[^\"]*\"|[0-9]+|\\{[^{}]*}|\\[[^\\[\\]]*])", match(pick(VALUES, random)));
  }

  private static <T> T pick(List<T> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }
}
