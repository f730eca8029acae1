package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.client.PawlClient;
import dev.pawl.client.worker.Worker;
import dev.pawl.client.worker.WorkerBuilder;
import dev.pawl.sdk.JsonObject;
import dev.pawl.simulation.conformance.ConformancePage;
import dev.pawl.simulation.conformance.ExpectedResult;
import dev.pawl.simulation.conformance.RecordedCases;
import dev.pawl.simulation.conformance.TaskScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs the recorded cases about definitions and executions through the API of a server, with a
 * remote worker for the tasks. The results must be those of a run in process.
 */
@ExtendWith(OneServer.class)
@Execution(ExecutionMode.CONCURRENT)
class HttpConformanceTest {

  private static final List<String> SUITES =
      List.of("aws", "floe", "als", "statelint", "statelint-py", "asl-validator", "asl-service");

  private static final int CONCURRENT_CASES = 16;
  private static final int MAX_TASKS = 64;

  @Test
  void shouldAnswerOverHttpAsInProcess(OneServer.Running running) throws Exception {
    RecordedCases cases = new RecordedCases();
    if (!cases.areHere()) {
      System.out.println("The recorded cases are not beside this checkout; none was tried.");
      return;
    }
    String key = running.tenant("conformance");
    ScriptedWorker hands = new ScriptedWorker(running.with(key));
    List<JsonObject> tried = new ArrayList<>();
    for (String suite : SUITES) {
      tried.addAll(cases.of(suite));
    }

    Map<String, String> differences;
    try (PawlClient client =
            PawlClient.connect(running.server().address().toString(), running.key(key, "worker"));
        Worker worker = worker(client, hands, tried)) {
      differences = differences(running.with(key), hands, tried);
      assertThat(worker.tasks()).isLessThanOrEqualTo(MAX_TASKS);
    }

    long definitions = tried.stream().filter(ExpectedResult::isOfDefinition).count();
    System.out.printf(
        "Over HTTP: %d definitions and %d executions%n", definitions, tried.size() - definitions);
    Set<String> listed = new TreeSet<>(new ConformancePage().deviations().keySet());
    listed.retainAll(tried.stream().map(each -> RecordedCases.text(each, "id")).toList());
    Map<String, String> surprises = new TreeMap<>(differences);
    surprises.keySet().removeAll(listed);
    assertThat(surprises).as("otherwise than in process").isEmpty();
    assertThat(differences).as("as recorded over HTTP only").containsOnlyKeys(listed);
  }

  private static Worker worker(PawlClient client, ScriptedWorker hands, List<JsonObject> cases) {
    WorkerBuilder worker = client.worker().concurrency(MAX_TASKS);
    cases.stream()
        .flatMap(each -> new TaskScript(each).resources().stream())
        .distinct()
        .forEach(resource -> worker.serve(resource, hands));
    return worker.start();
  }

  /** By the ids of the cases. */
  private static Map<String, String> differences(
      Api api, ScriptedWorker hands, List<JsonObject> cases) throws Exception {
    Map<String, Future<Optional<String>>> trials = new TreeMap<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(CONCURRENT_CASES, Thread.ofVirtual().factory())) {
      for (int i = 0; i < cases.size(); i++) {
        HttpCase one = new HttpCase(api, hands, "case-" + i, cases.get(i));
        trials.put(RecordedCases.text(cases.get(i), "id"), threads.submit(one::difference));
      }
    }
    Map<String, String> differences = new TreeMap<>();
    for (Map.Entry<String, Future<Optional<String>>> trial : trials.entrySet()) {
      trial.getValue().get().ifPresent(text -> differences.put(trial.getKey(), text));
    }
    return differences;
  }
}
