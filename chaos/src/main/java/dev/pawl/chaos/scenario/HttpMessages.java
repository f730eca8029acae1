package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Excuse;
import dev.pawl.chaos.check.Violation;
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

/** Requests that come at the worst moment, several times, or to what cannot be read. */
final class HttpMessages {

  private static final int TRIES = 300;

  private HttpMessages() {}

  static String race(ServerCluster cluster, Arena arena, List<Violation> found) throws Exception {
    List<Client> clients = IntStream.range(0, cluster.size()).mapToObj(cluster::client).toList();
    int pairs = arena.choose(60, 10_000);
    // Nobody is to be asked for fifty things at once in the first moment of his life.
    cluster.crowd().load(Programs::listener, 10, arena.seconds(0, 10));
    EventScenarios.raceEvents(arena, cluster.crowd(), clients, Programs.listener(), pairs);
    return pairs + " races";
  }

  static String duplicate(ServerCluster cluster, Arena arena, List<Violation> found)
      throws Exception {
    int first = cluster.crowd().runs().size();
    long begun = System.nanoTime();
    EventScenarios.duplicate(arena, cluster.crowd(), Programs.gates());
    while (!cluster.crowd().isIdle()) {
      Thread.sleep(100);
    }
    // Servers that have just begun may ask those who come all at once to come again.
    cluster.excuse(Excuse.since(begun, cluster.names(), Excuse.OVERLOADED));
    // And long after everybody has been answered.
    List<Run> runs = cluster.crowd().runs();
    for (int i = first; i < runs.size(); i++) {
      cluster.client(i % cluster.size()).start(runs.get(i));
    }
    return "";
  }

  /** A definition that no server can read any more: people see it, mend it, and it goes on. */
  static String poison(ServerCluster cluster, Arena arena, List<Violation> found) throws Exception {
    Program program = Programs.gates();
    Map<String, Run> runs = new LinkedHashMap<>();
    for (int i = 0; i < arena.choose(5, 100); i++) {
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
    // Who has read it keeps it: only a new server sees what is in the table.
    for (int i = 0; i < cluster.size(); i++) {
      if (!cluster.server(i).process().stop(HttpFaults.STOPS_WITHIN)) {
        found.add(new Violation("I9", cluster.server(i).name(), "did not stop in time"));
        cluster.server(i).process().kill();
      }
    }
    cluster.revive();
    runs.forEach((id, run) -> cluster.crowd().send(() -> send(cluster, run, id, 1)));
    cluster.crowd().load(Programs::five, 10, Duration.ofSeconds(2));
    for (String id : runs.keySet()) {
      if (!await(cluster, id, "PAUSED")) {
        found.add(new Violation("I5", id, "is not shown as paused"));
      }
      String why = cluster.api(1).get("/api/flows/executions/" + id + "/explain").body().toString();
      if (!why.contains("cannot be read")) {
        found.add(new Violation("I5", id, "explain does not say what is wrong: " + why));
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
    for (int tries = 0; tries < TRIES; tries++) {
      Api.Answer answer = cluster.api(0).get("/api/flows/executions/" + id);
      if (answer.text("status").equals(status)) {
        return true;
      }
      Thread.sleep(100);
    }
    return false;
  }
}
