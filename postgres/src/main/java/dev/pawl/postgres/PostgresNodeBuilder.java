package dev.pawl.postgres;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.metrics.NodeObserver;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.run.CallEnvironment;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import dev.pawl.postgres.metrics.NodeMeters;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.sdk.Handler;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Collects the options of a {@link PostgresNode}: its database, handlers and limits. */
public final class PostgresNodeBuilder {

  private static final ExecutionPorts NO_PORTS =
      new ExecutionPorts() {
        @Override
        public Optional<Handler> handler(String resource) {
          return Optional.empty();
        }

        @Override
        public boolean mayServe(String resource) {
          return false;
        }
      };

  private final Function<StoreOptions, Opened> openStore;
  private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
  private Optional<Function<String, Optional<Handler>>> handlerLookup = Optional.empty();
  private ExecutionPorts ports = NO_PORTS;
  private Optional<CallEnvironment> callEnvironment = Optional.empty();
  private NodeOptions node = NodeOptions.DEFAULT;
  private StoreOptions options = StoreOptions.defaults();
  private Listener listener = Listener.NONE;
  private TenantId tenant = TenantId.DEFAULT;
  private Optional<MeterRegistry> meterRegistry = Optional.empty();

  /** A store and the action that stops the server started for it. */
  private record Opened(PostgresStore store, Runnable stopServer) {}

  private PostgresNodeBuilder(Function<StoreOptions, Opened> openStore) {
    this.openStore = openStore;
  }

  static PostgresNodeBuilder in(Path folder, EmbeddedOptions embedded) {
    return new PostgresNodeBuilder(
        options -> {
          EmbeddedPostgres server = EmbeddedPostgres.start(folder, embedded);
          try {
            PostgresStore store = PostgresStore.open(Database.of(server), options);
            // The folder is locked by this process, so no other node on it is alive.
            store.lapseAllLeases();
            return new Opened(store, server::close);
          } catch (RuntimeException e) {
            server.close();
            throw e;
          }
        });
  }

  static PostgresNodeBuilder on(Database database) {
    return new PostgresNodeBuilder(
        options -> {
          database.check();
          return new Opened(PostgresStore.open(database, options), () -> {});
        });
  }

  /** Registers the handler of a resource. */
  public PostgresNodeBuilder handler(String resource, Handler handler) {
    handlers.put(resource, handler);
    return this;
  }

  /** Sets the lookup of handlers for resources that were not registered by name. */
  public PostgresNodeBuilder handlers(Function<String, Optional<Handler>> lookup) {
    handlerLookup = Optional.of(lookup);
    return this;
  }

  /** Sets the ports through which executions reach handlers that are not registered here. */
  public PostgresNodeBuilder outside(ExecutionPorts newPorts) {
    ports = newPorts;
    return this;
  }

  /** Sets what is added to the services of every handler call: secrets, connections, templates. */
  public PostgresNodeBuilder callEnvironment(CallEnvironment newEnvironment) {
    callEnvironment = Optional.of(newEnvironment);
    return this;
  }

  /** Sets the listener that is notified of each durable step of this node. */
  public PostgresNodeBuilder listener(Listener newListener) {
    listener = newListener;
    return this;
  }

  public PostgresNodeBuilder tenant(TenantId newTenant) {
    tenant = newTenant;
    return this;
  }

  public PostgresNodeBuilder name(String name) {
    node = node.named(name);
    return this;
  }

  public PostgresNodeBuilder node(UnaryOperator<NodeOptions> change) {
    node = change.apply(node);
    return this;
  }

  public PostgresNodeBuilder store(UnaryOperator<StoreOptions> change) {
    options = change.apply(options);
    return this;
  }

  /**
   * Publishes metrics of this node in a registry of Micrometer, which the program must bring along.
   * A registry serves one running {@link PostgresNode} at a time; closing that removes its meters.
   */
  public PostgresNodeBuilder metrics(MeterRegistry registry) {
    meterRegistry = Optional.of(registry);
    return this;
  }

  /**
   * Opens the store and starts the node.
   *
   * @throws dev.pawl.postgres.database.DatabaseUnusableException if Pawl cannot use the database;
   *     the message says what to do
   */
  public PostgresNode start() {
    Opened opened = openStore.apply(options);
    try {
      return meterRegistry.isPresent()
          ? startWithMetrics(opened, new NodeMeters(meterRegistry.get()))
          : new PostgresNode(
              tenant,
              opened.store(),
              joinNode(opened.store(), NodeObserver.NONE),
              opened.stopServer());
    } catch (RuntimeException e) {
      opened.store().close();
      opened.stopServer().run();
      throw e;
    }
  }

  private PostgresNode startWithMetrics(Opened opened, NodeMeters meters) {
    try {
      Node joined = joinNode(opened.store(), meters);
      meters.bind(joined);
      Runnable stop =
          () -> {
            meters.close();
            opened.stopServer().run();
          };
      return new PostgresNode(tenant, opened.store(), joined, stop);
    } catch (RuntimeException e) {
      meters.close();
      throw e;
    }
  }

  private Node joinNode(PostgresStore store, NodeObserver observer) {
    try {
      return Node.start(store, combinedPorts(ports), node, listener, observer);
    } catch (UnavailableException failed) {
      throw store.unusable("join the nodes on", failed);
    }
  }

  private ExecutionPorts combinedPorts(ExecutionPorts rest) {
    return new ExecutionPorts() {
      @Override
      public ExecutionPorts seenBy(ExecutionId execution) {
        return combinedPorts(rest.seenBy(execution));
      }

      @Override
      public Optional<Handler> handler(String resource) {
        return Optional.ofNullable(handlers.get(resource))
            .or(() -> handlerLookup.flatMap(known -> known.apply(resource)))
            .or(() -> rest.handler(resource));
      }

      @Override
      public boolean mayServe(String resource) {
        return handlers.containsKey(resource)
            || handlerLookup.isPresent()
            || rest.mayServe(resource);
      }

      @Override
      public CallEnvironment callEnvironment() {
        return callEnvironment.orElseGet(rest::callEnvironment);
      }
    };
  }
}
