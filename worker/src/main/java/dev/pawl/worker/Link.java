package dev.pawl.worker;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The way to the server. */
final class Link implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(10);

  /**
   * How long an answer to something short takes at most. There may be several servers behind one
   * address: if one of them hangs, the sooner it is given up the sooner another is asked.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** What is long takes its time on a slow line. */
  private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(30);

  private static final int CHARACTERS_PER_SECOND = 20_000;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT)
          .executor(task -> Thread.ofVirtual().name("pawl-worker-http").start(task))
          .build();
  private final URI server;
  private final String key;

  /** An answer; its body is null where it is none that we understand. */
  record Answer(int status, Value body) {

    boolean isGood() {
      return status / 100 == 2;
    }

    /** What was sent is at fault; all else may pass. */
    boolean isRefused() {
      return status == 400 || status == 413 || status == 422;
    }

    String problem() {
      Value detail = body.get("detail");
      return "%d %s".formatted(status, detail.isNull() ? "" : detail.text()).strip();
    }
  }

  Link(URI server, String key) {
    this.server = server;
    this.key = key;
  }

  /** How long to wait for the answer to such a request, besides what the server itself waits. */
  static Duration patience(String json) {
    Duration patience = PATIENCE.plusSeconds(json.length() / CHARACTERS_PER_SECOND);
    return patience.compareTo(LONGEST_PATIENCE) < 0 ? patience : LONGEST_PATIENCE;
  }

  /**
   * @param patience how long the server may take
   * @throws IOException if it is not there
   */
  Answer post(String path, String json, Duration patience)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server + path))
            .timeout(patience)
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), body(response.body()));
  }

  private static Value body(String text) {
    try {
      return text.isBlank() ? Value.NULL : Value.parse(text);
    } catch (IllegalArgumentException notOurs) {
      return Value.NULL;
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
