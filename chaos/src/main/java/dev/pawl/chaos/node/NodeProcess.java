package dev.pawl.chaos.node;

import dev.pawl.engine.node.Listener;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.NodeOptions;
import dev.pawl.engine.store.Store;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.store.PostgresStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The program of a node under attack. It prints the port of its door when it has joined, closes its
 * node on SIGTERM, and ends without one when its standard input ends: nobody is left to stop it.
 */
public final class NodeProcess {

  /** The variable that names the file which is there while the module is installed. */
  public static final String MODULE = "PAWL_CHAOS_MODULE";

  /** What it prints before the port. */
  static final String READY = "ready ";

  private NodeProcess() {}

  public static void main(String[] arguments) throws IOException {
    NodeSettings settings = NodeSettings.parse(arguments);
    endWithInput();
    Store store =
        PostgresStore.open(
            new Database(settings.url(), settings.user(), settings.password()),
            StoreOptions.defaults().withLease(settings.lease()));
    Optional<Failpoint> failpoint = Failpoint.parse(settings.failpoint());
    Store witnessed = new WitnessedStore(store, settings.ledger());
    Store used = failpoint.<Store>map(at -> new FailpointStore(witnessed, at)).orElse(witnessed);
    Node node =
        Node.start(
            used,
            new LedgerHandlers(settings.ledger(), settings.name(), module()),
            options(settings),
            Listener.NOBODY);
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
    int port = DoorServer.open(new NodeDoor(node));
    System.out.println(READY + port);
    System.out.flush();
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
                // As good as its end.
              }
              Runtime.getRuntime().halt(0);
            });
  }
}
