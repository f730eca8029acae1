package dev.pawl.chaos.defect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.chaos.check.Evidence;
import dev.pawl.chaos.check.EvidenceChecker;
import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.check.StoreReader;
import dev.pawl.chaos.check.StoredExecution;
import dev.pawl.chaos.client.Client;
import dev.pawl.chaos.client.ClientCrowd;
import dev.pawl.chaos.client.ClientLog;
import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.chaos.node.LedgerHandlers;
import dev.pawl.chaos.node.NodeEndpoint;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.testkit.store.InMemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs two nodes on an in-memory store once for each defect, in parallel. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PlantedDefectsTest {

  /** The losses of nodes whose lease expires repeatedly. */
  private static final Evidence.Losses ZOMBIES =
      new Evidence.Losses(Set.of(), Map.of("one", 1_000, "two", 1_000));

  /** Far longer than any pause in a sound run, even with all defects in parallel. */
  private static final Duration STUCK_AFTER = Duration.ofSeconds(12);

  /** No lease expires because the machine is slow; only defects expire leases. */
  private static final Duration LEASE = Duration.ofMinutes(10);

  private static final Map<PlantedDefect, Future<List<InvariantViolation>>> FOUND = new TreeMap<>();
  private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeAll
  static void run() {
    for (PlantedDefect defect : PlantedDefect.values()) {
      FOUND.put(defect, THREADS.submit(() -> violations(defect)));
    }
  }

  @AfterAll
  static void end() {
    THREADS.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldCatch(PlantedDefect defect) throws Exception {
    List<InvariantViolation> violations = FOUND.get(defect).get();

    assertThat(violations)
        .as("what was found: %s", violations)
        .extracting(InvariantViolation::invariant)
        .contains(defect.breaks);
  }

  @ParameterizedTest
  @EnumSource(names = "NONE")
  void shouldFindNoViolationInACorrectRun(PlantedDefect none) throws Exception {
    assertThat(FOUND.get(none).get()).isEmpty();
  }

  private static List<InvariantViolation> violations(PlantedDefect defect) throws Exception {
    DefectHooks meddling = defect.meddling.get();
    InMemoryStore memory = new InMemoryStore(Clock.systemUTC(), LEASE);
    meddling.expire = memory::expire;
    Store store = meddling.in(memory);
    ClientLog log = new ClientLog();
    try (Ledger ledger = Ledger.open();
        Node one = node("one", store, meddling, ledger);
        Node two = node("two", store, meddling, ledger);
        ClientCrowd crowd =
            new ClientCrowd(
                new Client(
                    log,
                    () -> List.of(new NodeEndpoint(one), new NodeEndpoint(two)),
                    Duration.ofSeconds(5)),
                ledger)) {
      List<Program> programs =
          List.of(
              Programs.everything(), Programs.gates(), Programs.sleeper(2), Programs.listener());
      for (Program program : programs) {
        program
            .documents()
            .forEach(
                (flow, text) ->
                    memory
                        .versions()
                        .add(TenantId.DEFAULT, flow, text.getBytes(StandardCharsets.UTF_8)));
        crowd.begin(program, true, 2);
        crowd.begin(program, false, 1);
      }
      List<StoredExecution> early = new StoreReader(store).traces();
      boolean isRight = defect == PlantedDefect.NONE;
      awaitEnds(crowd, memory);
      meddling.secondLook = true;
      return EvidenceChecker.check(
          new Evidence(
              crowd.runs(),
              log.requests(),
              ledger.effects(),
              isRight ? early : reading(store, meddling, false),
              reading(store, meddling, true),
              new Evidence.Conditions(
                  meddling.makesZombies() ? ZOMBIES : Evidence.Losses.NONE,
                  Duration.ofSeconds(60))));
    }
  }

  private static List<StoredExecution> reading(
      Store store, DefectHooks meddling, boolean secondLook) {
    meddling.secondLook = secondLook;
    return new StoreReader(store).traces();
  }

  private static Node node(String name, Store store, DefectHooks meddling, Ledger ledger) {
    ExecutionPorts outside = meddling.outside(new LedgerHandlers(ledger.port(), name));
    return Node.start(store, outside, NodeOptions.DEFAULT.named(name), Listener.NONE);
  }

  private static void awaitEnds(ClientCrowd crowd, Store store) throws InterruptedException {
    int written = 0;
    Instant moved = Clock.systemUTC().instant();
    while (!(crowd.isIdle() && hasEnded(store))) {
      int now = facts(store);
      if (now > written) {
        written = now;
        moved = Clock.systemUTC().instant();
      } else if (Clock.systemUTC().instant().isAfter(moved.plus(STUCK_AFTER))) {
        return;
      }
      Thread.sleep(200);
    }
  }

  private static boolean hasEnded(Store store) {
    return all(store).stream().allMatch(found -> found.status().isTerminal());
  }

  private static int facts(Store store) {
    return all(store).stream()
        .mapToInt(found -> store.executions().facts(found.info().key()).size())
        .sum();
  }

  private static List<Executions.Summary> all(Store store) {
    return store
        .executions()
        .search(
            TenantId.DEFAULT, Executions.Criteria.ANY, new Executions.Page(100, Optional.empty()));
  }
}
