package dev.pawl.server;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs a typical load against the server for a while: clients start and read executions, workers
 * complete tasks. The launcher has the JVM record this run in an AOT cache, so that later starts
 * are fast.
 */
final class AotTrainingRun {

  /** System property that the launcher sets to the duration in seconds. */
  private static final String SECONDS_PROPERTY = "pawl.rehearsal";

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final int CLIENTS = 16;
  private static final int WORKERS = 3;

  private static final String FLOW =
      """
      {"code": "rehearsal", "definition": {"StartAt": "Step", "States": {
        "Step": {"Type": "Task", "Resource": "rehearsal", "End": true}}}}\
      """;

  private static final String START = "{\"input\":{\"order\":\"" + "x".repeat(480) + "\"}}";

  private static final String POLL =
      "{\"resources\":[\"rehearsal\"],\"max\":50,\"wait\":1,\"worker\":\"rehearsal\"}";

  private final HttpClient http;
  private final URI server;
  private final String key;
  private final long end;

  private AotTrainingRun(HttpClient http, URI server, String key, Duration time) {
    this.http = http;
    this.server = server;
    this.key = key;
    this.end = System.nanoTime() + time.toNanos();
  }

  static boolean isRequested() {
    return System.getProperty(SECONDS_PROPERTY) != null;
  }

  /**
   * Runs the load and returns the number of executions started.
   *
   * @throws IOException if a request failed
   */
  static int run(URI server, Path keyFile) throws IOException, InterruptedException {
    Duration time = Duration.ofSeconds(Long.getLong(SECONDS_PROPERTY, 0));
    try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return new AotTrainingRun(http, server, Files.readString(keyFile).strip(), time).run();
    } catch (ExecutionException e) {
      throw new IOException("a part of the rehearsal failed", e);
    }
  }

  private int run() throws IOException, InterruptedException, ExecutionException {
    post("/api/flows?publish=true", FLOW);
    List<Callable<Integer>> all = new ArrayList<>();
    all.addAll(Collections.nCopies(CLIENTS, () -> repeat(this::startAndRead)));
    all.addAll(Collections.nCopies(WORKERS, () -> repeat(this::work)));
    int started = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(all.size())) {
      for (Future<Integer> one : threads.invokeAll(all)) {
        started += one.get();
      }
    }
    return started;
  }

  private interface TrainingStep {
    int run() throws IOException, InterruptedException;
  }

  private int repeat(TrainingStep turn) throws IOException, InterruptedException {
    int sum = 0;
    while (System.nanoTime() < end) {
      sum += turn.run();
    }
    return sum;
  }

  private int startAndRead() throws IOException, InterruptedException {
    String id = post("/api/flows/rehearsal/execute", START).get("id").map(Json::asText).orElse("");
    send(request("/api/flows/executions/" + id).GET().build());
    return 1;
  }

  private int work() throws IOException, InterruptedException {
    if (post("/api/workers/poll", POLL) instanceof JsonArray work && !work.elements().isEmpty()) {
      List<Json> outcomes =
          work.elements().stream()
              .<Json>map(one -> JsonObject.of("token", one.get("token").orElseThrow()))
              .toList();
      post("/api/workers/outcomes", JsonObject.of("items", JsonArray.of(outcomes)).toString());
    }
    return 0;
  }

  private Json post(String path, String body) throws IOException, InterruptedException {
    return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path))
        .timeout(REQUEST_TIMEOUT)
        .header("Authorization", "Bearer " + key)
        .header("Content-Type", "application/json");
  }

  private Json send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(request.uri() + ": " + answer.body());
    }
    return JsonText.parse(answer.body());
  }
}
