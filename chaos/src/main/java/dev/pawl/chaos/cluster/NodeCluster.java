package dev.pawl.chaos.cluster;

import dev.pawl.chaos.check.Evidence;
import dev.pawl.chaos.check.EvidenceChecker;
import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.check.StoreReader;
import dev.pawl.chaos.check.StoredExecution;
import dev.pawl.chaos.client.Client;
import dev.pawl.chaos.client.ServerEndpoint;
import dev.pawl.chaos.node.LogTail;
import dev.pawl.chaos.node.NodeHandle;
import dev.pawl.chaos.node.NodeSettings;
import dev.pawl.chaos.program.Program;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.store.PostgresStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Node processes on one database, with a ledger, clients, and a proxy between the nodes and the
 * database.
 */
public final class NodeCluster extends ProcessCluster {

  private final NodeSettings settings;
  private final List<NodeHandle> nodes = new CopyOnWriteArrayList<>();
  private final List<StoredExecution> earlier = new ArrayList<>();

  /** Names of all nodes ever started. */
  private final List<String> names = new CopyOnWriteArrayList<>();

  private NodeCluster(DatabaseAddress database, Path folder, Duration lease, long seed)
      throws IOException {
    super(database, folder, seed);
    this.settings =
        new NodeSettings(
            "node",
            database.url(proxy().port()),
            database.user(),
            database.password(),
            ledger().port(),
            lease,
            20_000,
            "");
  }

  /**
   * Opens a cluster without nodes.
   *
   * @param folder the folder for the logs of the nodes
   */
  public static NodeCluster open(DatabaseAddress database, Path folder, Duration lease, long seed)
      throws IOException {
    return new NodeCluster(database, folder, lease, seed);
  }

  /** Starts a node and waits until it has joined. */
  public NodeHandle add() throws IOException {
    return add(settings, Map.of());
  }

  public NodeHandle add(NodeSettings how, Map<String, String> environment) throws IOException {
    String name;
    synchronized (this) {
      name = "node-" + (names.size() + 1);
      names.add(name);
    }
    NodeHandle node =
        NodeHandle.start(how.named(name), environment, folder().resolve(name + ".log"), http());
    nodes.add(node);
    return node;
  }

  /** Starts several nodes in parallel. */
  public void add(int count) throws IOException, InterruptedException {
    // Forgets nodes that ended before.
    nodes();
    inParallel(Collections.nCopies(count, this::add));
    for (NodeHandle node : List.copyOf(nodes)) {
      if (!node.isAlive()) {
        String name = node.settings().name();
        throw new IOException(
            "%s ended after it had joined; %s"
                .formatted(name, LogTail.of(folder().resolve(name + ".log"))));
      }
    }
  }

  /** Returns the live nodes. */
  public List<NodeHandle> nodes() {
    nodes.removeIf(node -> !node.isAlive());
    return List.copyOf(nodes);
  }

  public NodeSettings settings() {
    return settings;
  }

  /** Returns a client that prefers one node while it lives. */
  public Client client(NodeHandle preferred) {
    return clientOf(() -> preferred.isAlive() ? List.of(preferred.endpoint()) : endpoints());
  }

  /** Publishes the flows of a program. */
  public void deploy(Program program) {
    try (Store store = store()) {
      program
          .documents()
          .forEach(
              (flow, text) ->
                  store
                      .versions()
                      .add(TenantId.DEFAULT, flow, text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /**
   * Waits until {@code count} live executions match the SQL condition; returns false on timeout.
   */
  public boolean awaitLive(int count, String condition) throws SQLException, InterruptedException {
    ClusterInspection inspection = new ClusterInspection(database());
    for (int tries = 0; tries < 200; tries++) {
      if (inspection.number("select count(*) from pawl.execution where " + condition) == count) {
        return true;
      }
      Thread.sleep(100);
    }
    return false;
  }

  /** Waits until a node owns at least {@code atLeast} executions; returns false on timeout. */
  public boolean awaitOwned(NodeHandle node, int atLeast)
      throws SQLException, InterruptedException {
    ClusterInspection inspection = new ClusterInspection(database());
    String owned =
        "select count(*) from pawl.execution where owner in"
            + " (select id from pawl.node where lease_until > now() and name = '%s')"
                .formatted(node.settings().name());
    for (int tries = 0; tries < 200; tries++) {
      if (inspection.number(owned) >= atLeast) {
        return true;
      }
      Thread.sleep(50);
    }
    return false;
  }

  /**
   * Waits until {@code count} different executions have matched the SQL condition, not necessarily
   * at the same time; returns false on timeout.
   */
  public boolean awaitEach(int count, String condition) throws SQLException, InterruptedException {
    ClusterInspection inspection = new ClusterInspection(database());
    Set<String> seen = new HashSet<>();
    for (int tries = 0; tries < 200; tries++) {
      seen.addAll(inspection.texts("select id from pawl.execution where " + condition));
      if (seen.size() >= count) {
        return seen.size() == count;
      }
      Thread.sleep(100);
    }
    return false;
  }

  private Store store() {
    return PostgresStore.open(
        new Database(database().url(), database().user(), database().password()),
        StoreOptions.defaults().withPool(2));
  }

  /** Records all executions now, so that a later check can detect forbidden changes. */
  public void checkNodes() {
    try (Store store = store()) {
      earlier.addAll(new StoreReader(store).traces());
    }
  }

  /**
   * Runs all checks.
   *
   * @param longestGap how long an execution that waits for nothing may have made no progress
   */
  public List<InvariantViolation> check(Duration longestGap) throws SQLException {
    Evidence.Losses losses = losses();
    checkNodes();
    List<StoredExecution> last;
    try (Store store = store()) {
      last = new StoreReader(store).traces();
    }
    return EvidenceChecker.check(
        new Evidence(
            crowd().runs(),
            log().requests(),
            ledger().effects(),
            List.copyOf(earlier),
            last,
            new Evidence.Conditions(losses, longestGap)));
  }

  /**
   * Returns the nodes that died and those that lost their lease and joined again or are about to.
   */
  public Evidence.Losses losses() throws SQLException {
    Set<String> members = new ClusterInspection(database()).members();
    Set<String> died = new HashSet<>(names);
    Map<String, Integer> rejoined = new HashMap<>(ledger().rejoined());
    for (NodeHandle node : nodes()) {
      String name = node.settings().name();
      died.remove(name);
      if (!members.contains(name)) {
        rejoined.merge(name, 1, Integer::sum);
      }
    }
    return new Evidence.Losses(died, rejoined);
  }

  @Override
  void dumpThreads(Path into) throws IOException, InterruptedException {
    for (NodeHandle node : nodes()) {
      node.dumpThreads(into.resolve(node.settings().name() + "-threads.txt"));
    }
  }

  /** Returns the endpoints of all live nodes. */
  @Override
  public List<ServerEndpoint> endpoints() {
    return nodes().stream().map(NodeHandle::endpoint).toList();
  }

  @Override
  void stopProcesses() {
    nodes.forEach(NodeHandle::close);
  }
}
