package dev.pawl.chaos.node;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.store.PostgresStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Main class of a node under attack. It prints the port of its endpoint when it has joined, closes
 * its node on SIGTERM, and exits when its standard input ends, because its parent is gone then.
 */
public final class NodeProcess {

  /** The environment variable that names the file that exists while the module is installed. */
  public static final String MODULE = "PAWL_CHAOS_MODULE";

  /** The prefix of the port on standard output. */
  static final String READY = "ready ";

  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration RETRY_PAUSE = Duration.ofMillis(200);

  private NodeProcess() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    NodeSettings settings = NodeSettings.parse(arguments);
    endWithInput();
    Store store =
        whenAvailable(
            () ->
                PostgresStore.open(
                    new Database(settings.url(), settings.user(), settings.password()),
                    StoreOptions.defaults().withLease(settings.lease())));
    Node node = whenAvailable(() -> join(store, settings));
    AtomicBoolean closed = new AtomicBoolean();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (closed.compareAndSet(false, true)) {
                    node.close();
                    store.close();
                  }
                }));
    int port = EndpointServer.open(new NodeEndpoint(node));
    System.out.println(READY + port);
    System.out.flush();
  }

  private static Node join(Store store, NodeSettings settings) {
    Optional<Failpoint> failpoint = Failpoint.parse(settings.failpoint());
    Store witnessed = new RejoinReportingStore(store, settings.ledger());
    Store used = failpoint.<Store>map(at -> new FailpointStore(witnessed, at)).orElse(witnessed);
    return Node.start(
        used,
        new LedgerHandlers(
            EffectRecorder.at(settings.ledger()), settings.name(), module(), RuntimeClock.SYSTEM),
        options(settings),
        Listener.NONE);
  }

  /**
   * Repeats a step of the start while the database is unavailable. A connection attempt may take no
   * longer than the lease, which is short here: on a busy machine, or during a fault, the first
   * attempts fail.
   */
  private static <T> T whenAvailable(Supplier<T> step) throws InterruptedException {
    long until = System.nanoTime() + START_TIMEOUT.toNanos();
    while (true) {
      try {
        return step.get();
      } catch (UnavailableException e) {
        if (System.nanoTime() - until > 0) {
          throw e;
        }
        System.err.println("not joined yet: " + e + ", caused by " + e.getCause());
        Thread.sleep(RETRY_PAUSE);
      }
    }
  }

  private static Optional<Path> module() {
    return Optional.ofNullable(System.getenv(MODULE)).map(Path::of);
  }

  private static NodeOptions options(NodeSettings settings) {
    NodeOptions usual = NodeOptions.DEFAULT;
    return new NodeOptions(
        settings.name(),
        Math.min(settings.maxOwned(), usual.maxOwned()),
        usual.maxCalls(),
        usual.maxQueued(),
        usual.poll(),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        Optional.empty());
  }

  private static void endWithInput() {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                while (System.in.read() >= 0) {}
              } catch (IOException e) {
                // Same as the end of the input.
              }
              Runtime.getRuntime().halt(0);
            });
  }
}
