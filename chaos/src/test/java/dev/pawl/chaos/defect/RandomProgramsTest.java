package dev.pawl.chaos.defect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.chaos.check.Evidence;
import dev.pawl.chaos.check.EvidenceChecker;
import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.check.StoreReader;
import dev.pawl.chaos.client.Client;
import dev.pawl.chaos.client.ClientLog;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.node.EffectRecorder;
import dev.pawl.chaos.node.LedgerHandlers;
import dev.pawl.chaos.node.NodeEndpoint;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.RandomProgram;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.testkit.store.InMemoryStore;
import dev.pawl.testkit.time.TurnedClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs random programs on a node in turned time: each ends as predicted, and defects are found. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RandomProgramsTest {

  /** In turned time, far longer than any program takes. */
  private static final Duration STUCK_AFTER = Duration.ofMinutes(10);

  private static final Duration LEASE = Duration.ofHours(1);

  @Test
  void shouldEndAsPredicted() throws Exception {
    assertThat(violations(PlantedDefect.NONE, 300)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "ACKNOWLEDGES_BEFORE_COMMIT",
        "LOSES_A_MESSAGE",
        "FORGETS_A_TIMER",
        "FORGETS_TO_TELL_THE_PARENT",
        "WRITES_ANOTHER_RESULT",
        "HAS_A_TWIN_CHILD",
        "CALLS_UNDER_ANOTHER_KEY",
        "CALLS_TWICE",
        "RECORDS_WHAT_WAS_NOT_DONE"
      })
  void shouldCatch(PlantedDefect defect) throws Exception {
    assertThat(violations(defect, 60))
        .extracting(InvariantViolation::invariant)
        .contains(defect.breaks);
  }

  private static List<InvariantViolation> violations(PlantedDefect defect, int count)
      throws Exception {
    DefectHooks hooks = defect.meddling.get();
    TurnedClock clock = new TurnedClock();
    Queue<Effect> effects = new ConcurrentLinkedQueue<>();
    AtomicReference<Node> running = new AtomicReference<>();
    EffectRecorder recorder =
        (effect, answer) -> {
          effects.add(effect);
          effect.token().ifPresent(token -> complete(running.get(), token, effect));
        };
    LedgerHandlers handlers = new LedgerHandlers(recorder, "one", Optional.empty(), clock);
    ClientLog log = new ClientLog();
    List<Run> runs = new ArrayList<>();
    InMemoryStore memory = new InMemoryStore(clock, LEASE);
    hooks.expire = memory::expire;
    try (Store store = hooks.in(memory);
        Node node =
            Node.start(store, hooks.outside(handlers), NodeOptions.DEFAULT, Listener.NONE, clock)) {
      running.set(node);
      Client client = new Client(log, () -> List.of(new NodeEndpoint(node)), Duration.ofSeconds(5));
      for (int seed = 1; seed <= count; seed++) {
        Program program = RandomProgram.of("random-" + seed, seed);
        program
            .documents()
            .forEach(
                (flow, text) ->
                    store
                        .versions()
                        .add(TenantId.DEFAULT, flow, text.getBytes(StandardCharsets.UTF_8)));
        Run run = new Run("run-" + seed, program, Optional.empty());
        runs.add(run);
        String id = client.start(run).orElseThrow();
        for (Program.Event event : program.events()) {
          client.event(run, id, event, run.name() + "/" + event.name());
        }
      }
      Instant end = clock.instant().plus(STUCK_AFTER);
      while (isLive(memory) && clock.instant().isBefore(end)) {
        clock.sleep(Duration.ofMillis(500));
      }
      hooks.secondLook = true;
      return EvidenceChecker.check(
          new Evidence(
              runs,
              log.requests(),
              List.copyOf(effects),
              List.of(),
              new StoreReader(store).traces(),
              new Evidence.Conditions(Evidence.Losses.NONE, Duration.ofSeconds(60))));
    }
  }

  private static void complete(Node node, String token, Effect effect) {
    node.control().succeed(TenantId.DEFAULT, TaskToken.parse(token), effect.result());
  }

  private static boolean isLive(Store store) {
    Executions.Page all = new Executions.Page(100_000, Optional.empty());
    return store.executions().search(TenantId.DEFAULT, Executions.Criteria.ANY, all).stream()
        .anyMatch(found -> !found.status().isTerminal());
  }
}
