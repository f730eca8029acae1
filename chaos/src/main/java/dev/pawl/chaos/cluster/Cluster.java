package dev.pawl.chaos.cluster;

import dev.pawl.chaos.check.Checker;
import dev.pawl.chaos.check.Evidence;
import dev.pawl.chaos.check.StoreReading;
import dev.pawl.chaos.check.Trace;
import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.client.Client;
import dev.pawl.chaos.client.ClientLog;
import dev.pawl.chaos.client.Crowd;
import dev.pawl.chaos.client.Door;
import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.chaos.node.NodeHandle;
import dev.pawl.chaos.node.NodeSettings;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.proxy.Proxy;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.store.PostgresStore;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Node processes on one database, with a ledger, a crowd of clients, and a proxy in between. */
public final class Cluster implements Watched, AutoCloseable {

  /** How long a client goes on asking. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private volatile Place place;
  private final Path folder;
  private final NodeSettings settings;
  private final Proxy proxy;
  private final Ledger ledger;
  private final HttpClient http;
  private final ClientLog log = new ClientLog();
  private final Crowd crowd;
  private final List<NodeHandle> nodes = new CopyOnWriteArrayList<>();
  private final List<Trace> earlier = new ArrayList<>();

  /** Of all nodes that there ever were. */
  private final List<String> names = new CopyOnWriteArrayList<>();

  private Cluster(Place place, Path folder, NodeSettings settings, Proxy proxy, Ledger ledger) {
    this.place = place;
    this.folder = folder;
    this.settings = settings;
    this.proxy = proxy;
    this.ledger = ledger;
    this.http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    this.crowd = new Crowd(client(), ledger);
  }

  /**
   * Opens a cluster without nodes.
   *
   * @param folder where nodes leave their logs
   */
  public static Cluster open(Place place, Path folder, Duration lease, long seed)
      throws IOException {
    Files.createDirectories(folder);
    Ledger ledger = Ledger.open();
    Proxy proxy = Proxy.to(place.port(), seed);
    NodeSettings settings =
        new NodeSettings(
            "node",
            place.url(proxy.port()),
            place.user(),
            place.password(),
            ledger.port(),
            lease,
            20_000,
            "");
    return new Cluster(place, folder, settings, proxy, ledger);
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
        NodeHandle.start(how.named(name), environment, folder.resolve(name + ".log"), http);
    nodes.add(node);
    return node;
  }

  /** Starts several nodes side by side. */
  public void add(int count) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      add();
                    } catch (IOException e) {
                      // Seen below by the number of nodes.
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (nodes().size() < count) {
      throw new IllegalStateException("not all nodes joined; see " + folder);
    }
  }

  /** The nodes that live. */
  public List<NodeHandle> nodes() {
    nodes.removeIf(node -> !node.isAlive());
    return List.copyOf(nodes);
  }

  public NodeSettings settings() {
    return settings;
  }

  @Override
  public Place place() {
    return place;
  }

  public Proxy proxy() {
    return proxy;
  }

  public Ledger ledger() {
    return ledger;
  }

  @Override
  public Crowd crowd() {
    return crowd;
  }

  private Client client() {
    return new Client(log, () -> nodes().stream().map(NodeHandle::door).toList(), PATIENCE);
  }

  /** A client that prefers one node, as long as that lives. */
  public Client client(NodeHandle preferred) {
    return new Client(
        log,
        () ->
            preferred.isAlive()
                ? List.of(preferred.door())
                : nodes().stream().map(NodeHandle::door).toList(),
        PATIENCE);
  }

  /** The same database is now on another server: nodes are led there, and so is every look. */
  public void moveTo(int port) {
    place = new Place(port, place.name(), place.user(), place.password());
    proxy.pointAt(port);
    proxy.reset(1);
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

  /** Puts the definitions of a program back where somebody has spoiled them. */
  public void deployAgain(Program program) throws SQLException {
    Connections.deployAgain(place, program);
  }

  /** Does something to the tables behind everybody's back. */
  public void execute(String sql) throws SQLException {
    Connections.execute(place, sql);
  }

  /** Waits until so many live executions are in that state; false if that takes too long. */
  public boolean awaitLive(int count, String condition) throws SQLException, InterruptedException {
    Inspection inspection = new Inspection(place);
    for (int tries = 0; tries < 200; tries++) {
      if (inspection.number("select count(*) from pawl.execution where " + condition) == count) {
        return true;
      }
      Thread.sleep(100);
    }
    return false;
  }

  /**
   * Waits until a node has at least so many executions in its hands; false if it takes too long.
   */
  public boolean awaitOwned(NodeHandle node, int atLeast)
      throws SQLException, InterruptedException {
    Inspection inspection = new Inspection(place);
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
   * Waits until each of so many executions has been in that state, if not all at once; false if
   * that takes too long.
   */
  public boolean awaitEach(int count, String condition) throws SQLException, InterruptedException {
    Inspection inspection = new Inspection(place);
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
        new Database(place.url(), place.user(), place.password()),
        StoreOptions.defaults().withPool(2));
  }

  /** Looks at all executions now, to see later whether anything changed that must not. */
  public void look() {
    try (Store store = store()) {
      earlier.addAll(new StoreReading(store).traces());
    }
  }

  /** Waits until everything that was asked for has come to an end, or nothing moves any more. */
  public List<Violation> settle(Duration stuckAfter) throws Exception {
    return new StuckDetector(this, folder, stuckAfter).await();
  }

  /**
   * @param longestGap how long an execution that waits for nothing may have stood still
   */
  public List<Violation> check(Duration longestGap) throws SQLException {
    Evidence.Losses losses = losses();
    look();
    List<Trace> last;
    try (Store store = store()) {
      last = new StoreReading(store).traces();
    }
    return Checker.check(
        new Evidence(
            crowd.runs(),
            log.requests(),
            ledger.effects(),
            List.copyOf(earlier),
            last,
            new Evidence.Conditions(losses, longestGap)));
  }

  /** Leaves what clients and the ledger saw beside the logs. */
  public void save() throws IOException {
    Files.write(
        folder.resolve("requests.txt"), log.requests().stream().map(Object::toString).toList());
    Files.write(
        folder.resolve("effects.txt"), ledger.effects().stream().map(Object::toString).toList());
  }

  /** Which nodes died, and which lost their right to write and began anew or are about to. */
  public Evidence.Losses losses() throws SQLException {
    Set<String> members = new Inspection(place).members();
    Set<String> died = new HashSet<>(names);
    Map<String, Integer> rejoined = new HashMap<>(ledger.rejoined());
    for (NodeHandle node : nodes()) {
      String name = node.settings().name();
      died.remove(name);
      if (!members.contains(name)) {
        rejoined.merge(name, 1, Integer::sum);
      }
    }
    return new Evidence.Losses(died, rejoined);
  }

  public ClientLog log() {
    return log;
  }

  @Override
  public void dumpThreads(Path into) throws IOException, InterruptedException {
    for (NodeHandle node : nodes()) {
      node.dumpThreads(into.resolve(node.settings().name() + "-threads.txt"));
    }
  }

  /** The doors of all nodes that live. */
  public List<Door> doors() {
    return nodes().stream().map(NodeHandle::door).toList();
  }

  @Override
  public void close() throws IOException {
    crowd.close();
    nodes.forEach(NodeHandle::close);
    proxy.close();
    ledger.close();
    http.close();
  }
}
