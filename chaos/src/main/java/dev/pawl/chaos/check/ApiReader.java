package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Api;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/** Reads executions over the public API. */
public final class ApiReader {

  private static final String EXECUTIONS = "/api/flows/executions";
  private static final int MAX_TRIES = 20;

  /** Number of executions that are read concurrently. */
  private static final int CONCURRENT_READERS = 4;

  private final Api api;

  public ApiReader(Api api) {
    this.api = api;
  }

  /** Returns all ended executions. */
  public Map<String, ApiExecution.Ended> ended() throws IOException, InterruptedException {
    Map<String, ApiExecution.Ended> ended = new HashMap<>();
    for (Json one : list(one -> !text(one, "endedAt").isEmpty())) {
      ended.put(text(one, "id"), new ApiExecution.Ended(text(one, "status"), text(one, "endedAt")));
    }
    return ended;
  }

  /** Returns the executions of the given runs and all executions without a known run. */
  public List<ApiExecution> read(Collection<String> runs) throws IOException, InterruptedException {
    List<Json> wanted = list(one -> runs.contains(text(one, "businessKey")));
    List<Future<ApiExecution>> asked = new ArrayList<>();
    try (ExecutorService readers =
        Executors.newFixedThreadPool(CONCURRENT_READERS, Thread.ofVirtual().factory())) {
      wanted.forEach(one -> asked.add(readers.submit(() -> read(text(one, "id")))));
    }
    List<ApiExecution> shown = new ArrayList<>();
    for (Future<ApiExecution> one : asked) {
      shown.add(resultOf(one));
    }
    return shown;
  }

  private static ApiExecution resultOf(Future<ApiExecution> one)
      throws IOException, InterruptedException {
    try {
      return one.get();
    } catch (ExecutionException failed) {
      throw new IOException(failed.getCause());
    }
  }

  private List<Json> list(Predicate<Json> wanted) throws IOException, InterruptedException {
    List<Json> found = new ArrayList<>();
    String after = "";
    do {
      Api.ApiAnswer page = get(EXECUTIONS + "?limit=100&parent=any" + after);
      page.items().stream().filter(wanted).forEach(found::add);
      after = page.text("next").isEmpty() ? "" : "&after=" + page.text("next");
    } while (!after.isEmpty());
    return found;
  }

  private ApiExecution read(String id) throws IOException, InterruptedException {
    Json one = get(EXECUTIONS + "/" + id).body();
    List<Json> steps = get(EXECUTIONS + "/" + id + "/steps").items();
    List<Instant> times = new ArrayList<>();
    times.add(Instant.parse(text(one, "startedAt")));
    steps.forEach(step -> times.add(Instant.parse(text(step, "at"))));
    times.sort(Instant::compareTo);
    if (!text(one, "endedAt").isEmpty()) {
      times.add(Instant.parse(text(one, "endedAt")));
    }
    return new ApiExecution(
        id,
        text(one, "businessKey"),
        text(one, "status"),
        text(one, "error") + " " + text(one, "cause"),
        one.get("output").flatMap(output -> output.get("n")),
        times,
        steps.stream().map(step -> text(step, "step") + " " + text(step, "attempt")).toList());
  }

  /** Retries the request: a server that has just restarted may have lost its connections. */
  private Api.ApiAnswer get(String path) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        Api.ApiAnswer answer = api.get(path);
        if (answer.status() < 500 || tries == MAX_TRIES) {
          return answer.well();
        }
      } catch (IOException cut) {
        if (tries == MAX_TRIES) {
          throw cut;
        }
      }
      Thread.sleep(200);
    }
  }

  private static String text(Json json, String member) {
    return Optional.of(json)
        .flatMap(one -> one.get(member))
        .filter(one -> !one.kind().equals("null"))
        .map(Json::asText)
        .orElse("");
  }
}
