package dev.pawl.client.http;

import dev.pawl.sdk.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Sends requests to one server, or to what stands before several, as one caller. */
public final class ApiConnection implements AutoCloseable {

  /** Beyond this the caller decides whether to wait. */
  private static final Duration MAX_RETRY_AFTER = Duration.ofSeconds(10);

  private static final Set<Integer> TRANSIENT_STATUSES = Set.of(429, 502, 503, 504);
  private static final int CONFLICT = 409;

  private final Settings settings;
  private final HttpClient http;

  /**
   * How to reach a server.
   *
   * @param address such as {@code http://127.0.0.1:8080}
   * @param key the API key; empty for what needs none
   * @param requestTimeout how long the server may take to answer
   * @param maxRetries how often a request is repeated that is safe to repeat
   */
  public record Settings(
      URI address,
      Optional<String> key,
      Duration connectTimeout,
      Duration requestTimeout,
      int maxRetries) {

    public Settings {
      if (maxRetries < 0) {
        throw new IllegalArgumentException("maxRetries: %d is below 0".formatted(maxRetries));
      }
      String scheme = String.valueOf(address.getScheme());
      if (!Set.of("http", "https").contains(scheme) || address.getHost() == null) {
        throw new IllegalArgumentException(
            "address: '%s' is not the address of a server, such as http://127.0.0.1:8080"
                .formatted(address));
      }
    }

    /** Without the key, lest it be logged. */
    @Override
    public String toString() {
      return address.toString();
    }
  }

  public ApiConnection(Settings settings) {
    this(
        settings,
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(settings.connectTimeout())
            .executor(task -> Thread.ofVirtual().name("pawl-client").start(task))
            .build());
  }

  private ApiConnection(Settings settings, HttpClient http) {
    this.settings = settings;
    this.http = http;
  }

  public URI address() {
    return settings.address();
  }

  /** Returns a connection with other settings that shares the connections of this one. */
  public ApiConnection with(Settings other) {
    return new ApiConnection(other, http);
  }

  public Settings settings() {
    return settings;
  }

  /**
   * Sends a request once and returns the response, whatever its status.
   *
   * @throws IOException if there is no response
   */
  public ApiResponse exchange(ApiRequest request) throws IOException, InterruptedException {
    HttpResponse<String> response = http.send(http(request), BodyHandlers.ofString());
    return new ApiResponse(response.statusCode(), response.headers(), response.body());
  }

  /** Sends a request once and returns the response with its body as it arrives. */
  HttpResponse<InputStream> open(ApiRequest request) throws IOException, InterruptedException {
    return http.send(http(request), BodyHandlers.ofInputStream());
  }

  private HttpRequest http(ApiRequest request) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(settings.address() + request.path()))
            .timeout(request.timeout().orElse(settings.requestTimeout()))
            .method(request.method(), request.body());
    settings.key().ifPresent(key -> builder.header("Authorization", "Bearer " + key));
    request.headers().forEach(builder::header);
    return builder.build();
  }

  /**
   * Sends a request and returns the response to it. If there is none, or the server is overloaded
   * or restarting, a request that is safe to repeat is repeated with growing pauses.
   *
   * @throws PawlApiException if the server refuses it
   * @throws UnreachableException if the server does not answer
   * @throws RequestInterruptedException if the thread is interrupted
   */
  public ApiResponse send(ApiRequest request) {
    try {
      return sendInterruptibly(request);
    } catch (InterruptedException stopped) {
      throw new RequestInterruptedException(stopped);
    }
  }

  private ApiResponse sendInterruptibly(ApiRequest request) throws InterruptedException {
    long end = System.nanoTime() + settings.requestTimeout().toNanos();
    Backoff backoff = new Backoff();
    int retries = 0;
    while (true) {
      try {
        ApiResponse response = exchange(request);
        Duration pause = response.retryAfter().orElseGet(backoff::next);
        if (isInProgress(response) && System.nanoTime() < end) {
          // Its twin, sent before, is being carried out; its answer is the answer.
          Thread.sleep(shorter(pause, MAX_RETRY_AFTER));
        } else if (TRANSIENT_STATUSES.contains(response.status())
            && request.isRepeatable()
            && pause.compareTo(MAX_RETRY_AFTER) <= 0
            && retries++ < settings.maxRetries()) {
          Thread.sleep(pause);
        } else {
          return succeeded(response);
        }
      } catch (IOException lost) {
        UnreachableException away = new UnreachableException(settings.address(), lost);
        boolean isSafe = request.isRepeatable() || !away.isSent();
        if (!isSafe || retries++ >= settings.maxRetries()) {
          throw away;
        }
        Thread.sleep(backoff.next());
      }
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static boolean isInProgress(ApiResponse response) {
    return response.status() == CONFLICT
        && JsonMembers.textOrEmpty(response.json(), "code").equals("in-progress");
  }

  private static ApiResponse succeeded(ApiResponse response) {
    if (!response.isSuccess()) {
      throw new PawlApiException(response.status(), response.json());
    }
    return response;
  }

  /** Reads a JSON value. */
  public Json get(String path) {
    return send(ApiRequest.get(path)).json();
  }

  /** Sends a write under an idempotency key of its own. */
  public Json write(String method, String path, Json body) {
    return send(ApiRequest.of(method, path, body).once()).json();
  }

  /** Sends a write without a body under an idempotency key of its own. */
  public Json write(String method, String path) {
    return send(ApiRequest.of(method, path).once()).json();
  }

  /** Returns the items of a list, reading page after page as they are needed. */
  public Stream<Json> list(String path) {
    return list(path, Integer.MAX_VALUE);
  }

  /** Returns at most so many items of a list, reading page after page as they are needed. */
  public Stream<Json> list(String path, int maxItems) {
    return StreamSupport.stream(
        ((Iterable<Json>) () -> new PageIterator(this, path, maxItems)).spliterator(), false);
  }

  /** Closes all connections; requests in flight fail. */
  @Override
  public void close() {
    http.shutdownNow();
  }
}
