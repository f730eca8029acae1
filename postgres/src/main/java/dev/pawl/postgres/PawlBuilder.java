package dev.pawl.postgres;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.Listener;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.NodeOptions;
import dev.pawl.engine.run.Outside;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.sdk.Handler;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** How a {@link Pawl} is to be: where its data is, who does the work. */
public final class PawlBuilder {

  private static final Outside NOBODY =
      new Outside() {
        @Override
        public Optional<Handler> handler(String resource) {
          return Optional.empty();
        }

        @Override
        public boolean mayServe(String resource) {
          return false;
        }
      };

  private final Function<StoreOptions, Opened> opening;
  private final Map<String, Handler> handlers = new ConcurrentHashMap<>();
  private Optional<Function<String, Optional<Handler>>> others = Optional.empty();
  private Outside outside = NOBODY;
  private NodeOptions node = NodeOptions.DEFAULT;
  private StoreOptions options = StoreOptions.defaults();
  private Listener listener = Listener.NOBODY;
  private TenantId tenant = TenantId.DEFAULT;

  /** A store, and the server that was started for it. */
  private record Opened(PostgresStore store, Runnable stopServer) {}

  private PawlBuilder(Function<StoreOptions, Opened> opening) {
    this.opening = opening;
  }

  static PawlBuilder in(Path folder, EmbeddedOptions embedded) {
    return new PawlBuilder(
        options -> {
          EmbeddedPostgres server = EmbeddedPostgres.start(folder, embedded);
          try {
            PostgresStore store = PostgresStore.open(Database.of(server), options);
            // The folder is ours alone: whoever was here before is dead, and need not be waited
            // for.
            store.lapseAllLeases();
            return new Opened(store, server::close);
          } catch (RuntimeException e) {
            server.close();
            throw e;
          }
        });
  }

  static PawlBuilder on(Database database) {
    return new PawlBuilder(
        options -> {
          database.check();
          return new Opened(PostgresStore.open(database, options), () -> {});
        });
  }

  /** Serves a resource. */
  public PawlBuilder handler(String resource, Handler handler) {
    handlers.put(resource, handler);
    return this;
  }

  /** Serves whatever no handler was given for by name. */
  public PawlBuilder handlers(Function<String, Optional<Handler>> lookup) {
    others = Optional.of(lookup);
    return this;
  }

  /** All that executions reach, besides the handlers given otherwise. */
  public PawlBuilder outside(Outside newOutside) {
    outside = newOutside;
    return this;
  }

  /** Hears of every step that becomes durable on this node. */
  public PawlBuilder listener(Listener newListener) {
    listener = newListener;
    return this;
  }

  public PawlBuilder tenant(TenantId newTenant) {
    tenant = newTenant;
    return this;
  }

  public PawlBuilder name(String name) {
    node = node.named(name);
    return this;
  }

  public PawlBuilder node(UnaryOperator<NodeOptions> change) {
    node = change.apply(node);
    return this;
  }

  public PawlBuilder store(UnaryOperator<StoreOptions> change) {
    options = change.apply(options);
    return this;
  }

  /**
   * Returns when it is one of the nodes on its database.
   *
   * @throws dev.pawl.postgres.database.DatabaseUnusableException if Pawl cannot work there, saying
   *     what to do about it
   */
  public Pawl start() {
    Opened opened = opening.apply(options);
    try {
      return new Pawl(tenant, opened.store(), join(opened.store()), opened.stopServer());
    } catch (RuntimeException e) {
      opened.store().close();
      opened.stopServer().run();
      throw e;
    }
  }

  private Node join(PostgresStore store) {
    try {
      return Node.start(store, composed(outside), node, listener);
    } catch (UnavailableException failed) {
      throw store.unusable("join the nodes on", failed);
    }
  }

  private Outside composed(Outside rest) {
    return new Outside() {
      @Override
      public Outside seenBy(ExecutionId execution) {
        return composed(rest.seenBy(execution));
      }

      @Override
      public Optional<Handler> handler(String resource) {
        return Optional.ofNullable(handlers.get(resource))
            .or(() -> others.flatMap(known -> known.apply(resource)))
            .or(() -> rest.handler(resource));
      }

      @Override
      public boolean mayServe(String resource) {
        return handlers.containsKey(resource) || others.isPresent() || rest.mayServe(resource);
      }
    };
  }
}
