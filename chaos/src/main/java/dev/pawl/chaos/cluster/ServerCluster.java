package dev.pawl.chaos.cluster;

import dev.pawl.chaos.check.ApiChecker;
import dev.pawl.chaos.check.ApiReading;
import dev.pawl.chaos.check.Evidence;
import dev.pawl.chaos.check.Excuse;
import dev.pawl.chaos.check.Shown;
import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.client.Api;
import dev.pawl.chaos.client.ApiDoor;
import dev.pawl.chaos.client.Client;
import dev.pawl.chaos.client.ClientLog;
import dev.pawl.chaos.client.Crowd;
import dev.pawl.chaos.client.StatusTally;
import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.proxy.Proxy;
import dev.pawl.model.json.JsonText;
import dev.pawl.postgres.embedded.FreePort;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.Closeable;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Server processes on one database, workers and clients that know nothing but their API, and a
 * proxy between servers and database.
 */
public final class ServerCluster implements Watched, AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int WORKERS = 3;

  private final Place place;
  private final Path folder;
  private final Path data;
  private final Proxy proxy;
  private final Ledger ledger;
  private final ServerHandle.Plan plan;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final StatusTally tally = new StatusTally();
  private final ClientLog log = new ClientLog();
  private final List<Integer> ports = new ArrayList<>();
  private final Map<Integer, ServerHandle> servers = new ConcurrentHashMap<>();
  private final List<Closeable> belongings = new ArrayList<>();
  private final Map<String, Shown.Ended> earlier = new ConcurrentHashMap<>();
  private final List<Excuse> excuses = new CopyOnWriteArrayList<>();
  private final Crowd crowd;
  private List<String> workers = List.of();
  private String key = "";

  private ServerCluster(Place place, Path folder, Duration lease, long seed) throws IOException {
    this.place = place;
    this.folder = Files.createDirectories(folder);
    this.data = Folders.open();
    this.ledger = Ledger.open();
    this.proxy = Proxy.to(place.port(), seed);
    this.plan = new ServerHandle.Plan(place, proxy.port(), lease, data, folder);
    this.crowd = new Crowd(client(), ledger);
  }

  /** Starts so many servers side by side, and workers for them. */
  public static ServerCluster open(Place place, Path folder, Duration lease, long seed, int count)
      throws Exception {
    ServerCluster cluster = new ServerCluster(place, folder, lease, seed);
    try {
      cluster.begin(count);
      return cluster;
    } catch (Exception e) {
      cluster.close();
      throw e;
    }
  }

  private void begin(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      ports.add(FreePort.find());
    }
    revive();
    key = firstKey(count);
    Front front = Front.of(() -> List.copyOf(ports));
    belongings.add(front::close);
    RemoteHands hands = RemoteHands.start(WORKERS, front.port(), key, ledger.port(), http);
    belongings.add(hands::close);
    workers = hands.names();
  }

  /** In the folder of whichever server came first. */
  private String firstKey(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Path file = data.resolve(name(i)).resolve("admin.key");
      if (Files.exists(file)) {
        return Files.readString(file).strip();
      }
    }
    throw new IOException("no server has left a key in " + data);
  }

  private void tryStart(int index) {
    try {
      start(index);
    } catch (IOException e) {
      // Seen by its absence.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String name(int index) {
    return "server-" + (index + 1);
  }

  /** Starts the server of that place, which must be free; it keeps its port. */
  public void start(int index) throws IOException, InterruptedException {
    servers.put(index, ServerHandle.start(plan, name(index), ports.get(index)));
  }

  public ServerHandle server(int index) {
    return Optional.ofNullable(servers.get(index)).orElseThrow();
  }

  public int size() {
    return ports.size();
  }

  /** One server's API, for the platform's administrator. */
  public Api api(int index) {
    return new Api(http, name(index), ports.get(index), key, tally);
  }

  public int port(int index) {
    return ports.get(index);
  }

  public String key() {
    return key;
  }

  private Client client() {
    return new Client(log, this::doors, PATIENCE);
  }

  private List<ApiDoor> doors() {
    List<ApiDoor> doors = new ArrayList<>();
    for (int i = 0; i < ports.size(); i++) {
      doors.add(new ApiDoor(api(i)));
    }
    return doors;
  }

  /** A client that asks one server alone. */
  public Client client(int index) {
    return new Client(log, () -> List.of(new ApiDoor(api(index))), PATIENCE);
  }

  /** Publishes the flows of a program. */
  public void deploy(Program program) throws IOException, InterruptedException {
    for (Map.Entry<String, String> document : program.documents().entrySet()) {
      deploy(api(0), document.getKey(), document.getValue());
    }
  }

  /** Publishes a flow for whoever owns the key. */
  public static void deploy(Api api, String code, String document)
      throws IOException, InterruptedException {
    Json body = JsonObject.of("code", Json.of(code)).with("definition", JsonText.parse(document));
    api.post("/api/flows?publish=true", body, Optional.of("deploy-" + code)).well();
  }

  /** Does something to the tables behind everybody's back. */
  public void execute(String sql) throws SQLException {
    Connections.execute(place, sql);
  }

  /** Puts the definitions of a program back where somebody has spoiled them. */
  public void deployAgain(Program program) throws SQLException {
    Connections.deployAgain(place, program);
  }

  /** Starts every server that is not there, all at the same time. */
  public void revive() throws IOException, InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < ports.size(); i++) {
      int index = i;
      if (!isAlive(i)) {
        threads.add(Thread.ofVirtual().start(() -> tryStart(index)));
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (int i = 0; i < ports.size(); i++) {
      if (!isAlive(i)) {
        throw new IOException("%s did not come up; see %s".formatted(name(i), folder));
      }
    }
  }

  private boolean isAlive(int index) {
    ServerHandle there = servers.get(index);
    return there != null && there.process().isAlive();
  }

  /** All servers that there are, by their names. */
  public Set<String> names() {
    return IntStream.range(0, ports.size())
        .mapToObj(ServerCluster::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Tells the judge of a fault that was made on purpose. */
  public void excuse(Excuse excuse) {
    excuses.add(excuse);
  }

  public Proxy proxy() {
    return proxy;
  }

  public StatusTally tally() {
    return tally;
  }

  @Override
  public Place place() {
    return place;
  }

  @Override
  public Crowd crowd() {
    return crowd;
  }

  @Override
  public void dumpThreads(Path into) throws IOException, InterruptedException {
    for (ServerHandle server : servers.values()) {
      server.process().dumpThreads(into.resolve(server.name() + "-threads.txt"));
    }
  }

  /** Notes what has ended by now, to see later whether that is still so. */
  public void look() throws IOException, InterruptedException {
    earlier.putAll(new ApiReading(api(0)).ended());
  }

  /** Waits until everything that was asked for has come to an end, or nothing moves any more. */
  public List<Violation> settle(Duration stuckAfter) throws Exception {
    return new StuckDetector(this, folder, stuckAfter).await();
  }

  /**
   * What came of some runs.
   *
   * @param standstill how long one of them stood still at most
   * @param repeats how many side effects were made again
   * @param faults how many answers of 500 and above there were, excused or not
   */
  public record Verdict(
      List<Violation> violations, Duration standstill, long repeats, int faults) {}

  /**
   * Judges the runs from a number on.
   *
   * @param firstFault from which answer of 500 and above on
   * @param again how often each worker may have been cut off from its servers
   */
  public Verdict check(int firstRun, int firstFault, int again, Duration longestGap)
      throws Exception {
    var runs = crowd.runs().subList(firstRun, crowd.runs().size());
    Set<String> names = runs.stream().map(run -> run.name()).collect(Collectors.toSet());
    Map<String, Integer> cut = new HashMap<>();
    if (again > 0) {
      workers.forEach(worker -> cut.put(worker, again));
    }
    ApiChecker checker =
        new ApiChecker(
            runs,
            log.requests().stream().filter(one -> names.contains(one.run())).toList(),
            ledger.effects().stream().filter(one -> names.contains(one.run())).toList(),
            new ApiReading(api(0)).shown(names),
            Map.copyOf(earlier),
            new ApiChecker.Apologies(faultsFrom(firstFault), List.copyOf(excuses)));
    return new Verdict(
        checker.check(new Evidence.Conditions(new Evidence.Losses(Set.of(), cut), longestGap)),
        checker.standstill(),
        checker.repeats(),
        checker.apologies().faults().size());
  }

  private List<StatusTally.Fault> faultsFrom(int number) {
    List<StatusTally.Fault> all = tally.faults();
    return all.subList(number, all.size());
  }

  public Ledger ledger() {
    return ledger;
  }

  /** Leaves what clients and the ledger saw beside the logs. */
  public void save() throws IOException {
    Files.write(
        folder.resolve("requests.txt"), log.requests().stream().map(Object::toString).toList());
    Files.write(
        folder.resolve("effects.txt"), ledger.effects().stream().map(Object::toString).toList());
  }

  @Override
  public void close() throws IOException {
    crowd.close();
    servers.values().forEach(server -> server.process().close());
    for (Closeable one : belongings.reversed()) {
      one.close();
    }
    proxy.close();
    ledger.close();
    http.shutdownNow();
    for (ServerHandle server : servers.values()) {
      server.process().join();
    }
    Folders.delete(data);
  }
}
