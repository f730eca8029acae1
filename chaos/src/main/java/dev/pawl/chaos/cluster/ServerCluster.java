package dev.pawl.chaos.cluster;

import dev.pawl.chaos.check.ApiChecker;
import dev.pawl.chaos.check.ApiExecution;
import dev.pawl.chaos.check.ApiReader;
import dev.pawl.chaos.check.Evidence;
import dev.pawl.chaos.check.ExcusedFault;
import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.client.Api;
import dev.pawl.chaos.client.ApiEndpoint;
import dev.pawl.chaos.client.Client;
import dev.pawl.chaos.client.StatusTally;
import dev.pawl.chaos.node.LogTail;
import dev.pawl.chaos.program.Program;
import dev.pawl.client.PawlClient;
import dev.pawl.model.json.JsonText;
import dev.pawl.postgres.embedded.FreePort;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Server processes on one database, remote workers and clients that use the HTTP API only, and a
 * proxy between the servers and the database.
 */
public final class ServerCluster extends ProcessCluster {

  private static final Duration MAX_RESPONSE_TIME = Duration.ofSeconds(10);
  private static final int WORKERS = 3;

  private final Path data;
  private final ServerHandle.ServerSettings settings;
  private final Map<Integer, PawlClient> clients = new ConcurrentHashMap<>();
  private final StatusTally tally = new StatusTally();
  private final List<Integer> ports = new ArrayList<>();
  private final Map<Integer, ServerHandle> servers = new ConcurrentHashMap<>();
  private final List<Closeable> belongings = new ArrayList<>();
  private final Map<String, ApiExecution.Ended> earlier = new ConcurrentHashMap<>();
  private final List<ExcusedFault> excuses = new CopyOnWriteArrayList<>();
  private List<String> workers = List.of();
  private String key = "";

  private ServerCluster(DatabaseAddress database, Path folder, Duration lease, long seed)
      throws IOException {
    super(database, folder, seed);
    this.data = TemporaryFolders.open();
    this.settings = new ServerHandle.ServerSettings(database, proxy().port(), lease, data, folder);
  }

  /** Starts the servers in parallel, and workers for them. */
  public static ServerCluster open(
      DatabaseAddress database, Path folder, Duration lease, long seed, int count)
      throws Exception {
    ServerCluster cluster = new ServerCluster(database, folder, lease, seed);
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
    LoadBalancer front = LoadBalancer.of(() -> List.copyOf(ports));
    belongings.add(front::close);
    RemoteWorkers hands = RemoteWorkers.start(WORKERS, front.port(), key, ledger().port(), http());
    belongings.add(hands::close);
    workers = hands.names();
  }

  /** Reads the administrator's key from the folder of the server that created it. */
  private String firstKey(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Path file = data.resolve(name(i)).resolve("admin.key");
      if (Files.exists(file)) {
        return Files.readString(file).strip();
      }
    }
    throw new IOException("no server has left a key in " + data);
  }

  private static String name(int index) {
    return "server-" + (index + 1);
  }

  /** Starts the server of a free slot on its previous port. */
  public void start(int index) throws IOException, InterruptedException {
    servers.put(index, ServerHandle.start(settings, name(index), ports.get(index)));
  }

  public ServerHandle server(int index) {
    return Optional.ofNullable(servers.get(index)).orElseThrow();
  }

  public int size() {
    return ports.size();
  }

  /** Returns the API of one server with the administrator's key. */
  public Api api(int index) {
    PawlClient client = clients.computeIfAbsent(ports.get(index), ServerCluster::connect);
    return new Api(client.withKey(key), name(index), tally);
  }

  private static PawlClient connect(int port) {
    return PawlClient.builder("http://127.0.0.1:" + port).requestTimeout(MAX_RESPONSE_TIME).build();
  }

  public int port(int index) {
    return ports.get(index);
  }

  public String key() {
    return key;
  }

  @Override
  public List<ApiEndpoint> endpoints() {
    List<ApiEndpoint> endpoints = new ArrayList<>();
    for (int i = 0; i < ports.size(); i++) {
      endpoints.add(new ApiEndpoint(api(i)));
    }
    return endpoints;
  }

  /** Returns a client that uses one server only. */
  public Client client(int index) {
    return clientOf(() -> List.of(new ApiEndpoint(api(index))));
  }

  /** Publishes the flows of a program. */
  public void deploy(Program program) throws IOException, InterruptedException {
    for (Map.Entry<String, String> document : program.documents().entrySet()) {
      deploy(api(0), document.getKey(), document.getValue());
    }
  }

  /** Publishes a flow for the tenant of the key. */
  public static void deploy(Api api, String code, String document)
      throws IOException, InterruptedException {
    Json body = JsonObject.of("code", Json.of(code)).with("definition", JsonText.parse(document));
    api.post("/api/flows?publish=true", body, Optional.of("deploy-" + code)).well();
  }

  /** Starts every stopped server, in parallel. */
  public void revive() throws IOException, InterruptedException {
    List<ProcessStart> starts = new ArrayList<>();
    for (int i = 0; i < ports.size(); i++) {
      int index = i;
      if (!isAlive(i)) {
        starts.add(() -> start(index));
      }
    }
    inParallel(starts);
    for (int i = 0; i < ports.size(); i++) {
      if (!isAlive(i)) {
        throw new IOException(
            "%s ended after its start; %s"
                .formatted(name(i), LogTail.of(folder().resolve(name(i) + ".log"))));
      }
    }
  }

  private boolean isAlive(int index) {
    ServerHandle there = servers.get(index);
    return there != null && there.process().isAlive();
  }

  /** Returns the names of all running servers. */
  public Set<String> names() {
    return IntStream.range(0, ports.size())
        .mapToObj(ServerCluster::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Registers an injected fault that excuses server errors. */
  public void excuse(ExcusedFault excuse) {
    excuses.add(excuse);
  }

  public StatusTally tally() {
    return tally;
  }

  @Override
  void dumpThreads(Path into) throws IOException, InterruptedException {
    for (ServerHandle server : servers.values()) {
      server.process().dumpThreads(into.resolve(server.name() + "-threads.txt"));
    }
  }

  /** Records all ended executions, so that a later check can detect changes. */
  public void checkServers() throws IOException, InterruptedException {
    earlier.putAll(new ApiReader(api(0)).ended());
  }

  /**
   * The result of a check.
   *
   * @param standstill the longest time that an execution made no progress
   * @param repeats the number of repeated side effects
   * @param faults the number of answers with status 500 and above, excused or not
   */
  public record CheckResult(
      List<InvariantViolation> violations, Duration standstill, long repeats, int faults) {}

  /**
   * Checks the runs from a number on.
   *
   * @param firstFault the index of the first answer with status 500 and above to count
   * @param again how often each worker may have lost its servers
   */
  public CheckResult check(int firstRun, int firstFault, int again, Duration longestGap)
      throws Exception {
    var runs = crowd().runs().subList(firstRun, crowd().runs().size());
    Set<String> names = runs.stream().map(run -> run.name()).collect(Collectors.toSet());
    Map<String, Integer> cut = new HashMap<>();
    if (again > 0) {
      workers.forEach(worker -> cut.put(worker, again));
    }
    ApiChecker checker =
        new ApiChecker(
            runs,
            log().requests().stream().filter(one -> names.contains(one.run())).toList(),
            ledger().effects().stream().filter(one -> names.contains(one.run())).toList(),
            new ApiReader(api(0)).read(names),
            Map.copyOf(earlier),
            new ApiChecker.ServerErrors(faultsFrom(firstFault), List.copyOf(excuses)));
    return new CheckResult(
        checker.check(new Evidence.Conditions(new Evidence.Losses(Set.of(), cut), longestGap)),
        checker.standstill(),
        checker.repeats(),
        checker.errors().faults().size());
  }

  private List<StatusTally.Fault> faultsFrom(int number) {
    List<StatusTally.Fault> all = tally.faults();
    return all.subList(number, all.size());
  }

  @Override
  void stopProcesses() throws IOException {
    servers.values().forEach(server -> server.process().close());
    for (Closeable one : belongings.reversed()) {
      one.close();
    }
    clients.values().forEach(PawlClient::close);
    for (ServerHandle server : servers.values()) {
      server.process().join();
    }
    TemporaryFolders.delete(data);
  }
}
