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

/** Reads executions as everybody can who has a key. */
public final class ApiReading {

  private static final String EXECUTIONS = "/api/flows/executions";
  private static final int TRIES = 20;

  /** How many are read at the same time. */
  private static final int READERS = 4;

  private final Api api;

  public ApiReading(Api api) {
    this.api = api;
  }

  /** All that have ended. */
  public Map<String, Shown.Ended> ended() throws IOException, InterruptedException {
    Map<String, Shown.Ended> ended = new HashMap<>();
    for (Json one : list(one -> !text(one, "endedAt").isEmpty())) {
      ended.put(text(one, "id"), new Shown.Ended(text(one, "status"), text(one, "endedAt")));
    }
    return ended;
  }

  /** The executions of these runs, and all that belongs to no run that anybody knows. */
  public List<Shown> shown(Collection<String> runs) throws IOException, InterruptedException {
    List<Json> wanted = list(one -> runs.contains(text(one, "businessKey")));
    List<Future<Shown>> asked = new ArrayList<>();
    try (ExecutorService readers =
        Executors.newFixedThreadPool(READERS, Thread.ofVirtual().factory())) {
      wanted.forEach(one -> asked.add(readers.submit(() -> shown(text(one, "id")))));
    }
    List<Shown> shown = new ArrayList<>();
    for (Future<Shown> one : asked) {
      shown.add(heard(one));
    }
    return shown;
  }

  private static Shown heard(Future<Shown> one) throws IOException, InterruptedException {
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
      Api.Answer page = get(EXECUTIONS + "?limit=100&parent=any" + after);
      page.items().stream().filter(wanted).forEach(found::add);
      after = page.text("next").isEmpty() ? "" : "&after=" + page.text("next");
    } while (!after.isEmpty());
    return found;
  }

  private Shown shown(String id) throws IOException, InterruptedException {
    Json one = get(EXECUTIONS + "/" + id).body();
    List<Json> steps = get(EXECUTIONS + "/" + id + "/steps").items();
    List<Instant> times = new ArrayList<>();
    times.add(Instant.parse(text(one, "startedAt")));
    steps.forEach(step -> times.add(Instant.parse(text(step, "at"))));
    times.sort(Instant::compareTo);
    if (!text(one, "endedAt").isEmpty()) {
      times.add(Instant.parse(text(one, "endedAt")));
    }
    return new Shown(
        id,
        text(one, "businessKey"),
        text(one, "status"),
        text(one, "error") + " " + text(one, "cause"),
        one.get("output").flatMap(output -> output.get("n")),
        times,
        steps.stream().map(step -> text(step, "step") + " " + text(step, "attempt")).toList());
  }

  /** A server that has just come back may have lost its connections. */
  private Api.Answer get(String path) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        Api.Answer answer = api.get(path);
        if (answer.status() < 500 || tries == TRIES) {
          return answer.well();
        }
      } catch (IOException cut) {
        if (tries == TRIES) {
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
