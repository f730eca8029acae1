package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.ExcusedFault;
import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.client.Api;
import dev.pawl.chaos.client.Client;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Requests at critical moments, duplicated, or to unreadable definitions. */
final class HttpMessages {

  private static final int MAX_TRIES = 300;

  private HttpMessages() {}

  static String race(ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    List<Client> clients = IntStream.range(0, cluster.size()).mapToObj(cluster::client).toList();
    int pairs = context.choose(60, 10_000);
    // A gentle load first: freshly started servers cannot take fifty starts at once.
    cluster.crowd().load(Programs::listener, 10, context.seconds(0, 10));
    EventScenarios.raceEvents(context, cluster.crowd(), clients, Programs.listener(), pairs);
    return pairs + " races";
  }

  static String duplicate(
      ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    int first = cluster.crowd().runs().size();
    long begun = System.nanoTime();
    EventScenarios.duplicate(context, cluster.crowd(), Programs.gates());
    while (!cluster.crowd().isIdle()) {
      Thread.sleep(100);
    }
    // Freshly started servers may answer a burst with 503.
    cluster.excuse(ExcusedFault.since(begun, cluster.names(), ExcusedFault.OVERLOADED));
    // Sends the duplicates again after all runs have ended.
    List<Run> runs = cluster.crowd().runs();
    for (int i = first; i < runs.size(); i++) {
      cluster.client(i % cluster.size()).start(runs.get(i));
    }
    return "";
  }

  /** Makes a definition unreadable on every server; executions must continue after its repair. */
  static String poison(
      ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    Program program = Programs.gates();
    Map<String, Run> runs = new LinkedHashMap<>();
    for (int i = 0; i < context.choose(5, 100); i++) {
      Run run = cluster.crowd().run(program, true);
      String id = cluster.client(i % cluster.size()).start(run).orElseThrow();
      runs.put(id, run);
      send(cluster, run, id, 0);
    }
    for (String id : runs.keySet()) {
      await(cluster, id, "WAITING");
    }
    cluster.execute(
        "update pawl.version set document = convert_to('{\"StartAt\": 1}', 'UTF8')"
            + " where flow = 'gates'");
    // Servers cache definitions: only a new server reads the table.
    for (int i = 0; i < cluster.size(); i++) {
      if (!cluster.server(i).process().stop(HttpFaults.MAX_STOP_DURATION)) {
        found.add(new InvariantViolation("I9", cluster.server(i).name(), "did not stop in time"));
        cluster.server(i).process().kill();
      }
    }
    cluster.revive();
    runs.forEach((id, run) -> cluster.crowd().send(() -> send(cluster, run, id, 1)));
    cluster.crowd().load(Programs::five, 10, Duration.ofSeconds(2));
    for (String id : runs.keySet()) {
      if (!await(cluster, id, "PAUSED")) {
        found.add(new InvariantViolation("I5", id, "is not shown as paused"));
      }
      String why = cluster.api(1).get("/api/flows/executions/" + id + "/explain").body().toString();
      if (!why.contains("cannot be read")) {
        found.add(new InvariantViolation("I5", id, "explain does not say what is wrong: " + why));
      }
    }
    cluster.deployAgain(program);
    for (String id : runs.keySet()) {
      cluster
          .api(2)
          .post("/api/flows/executions/" + id + "/resume", JsonObject.EMPTY, Optional.empty())
          .well();
    }
    return runs.size() + " incidents";
  }

  private static void send(ServerCluster cluster, Run run, String id, int number)
      throws InterruptedException {
    Program.Event event = run.program().events().get(number);
    cluster.client(number).event(run, id, event, run.name() + "/" + event.name());
  }

  private static boolean await(ServerCluster cluster, String id, String status) throws Exception {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Api.ApiAnswer answer = cluster.api(0).get("/api/flows/executions/" + id);
      if (answer.text("status").equals(status)) {
        return true;
      }
      Thread.sleep(100);
    }
    return false;
  }
}
