package dev.pawl.postgres.store;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.membership.RunQueue;
import dev.pawl.postgres.membership.WriterContext;
import dev.pawl.postgres.permit.CountUnfinished;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/**
 * Reads the concurrency limits for one node. When a limit is new, it counts in the background what
 * the node started before it knew of the limit.
 */
final class LearnLimits {

  private static final Logger LOG = System.getLogger(LearnLimits.class.getName());

  /** The time after which a batch that was filled before a limit was known has been written. */
  private static final Duration IN_FLIGHT = Duration.ofSeconds(1);

  private final Connections connections;
  private final WriterContext context;

  LearnLimits(Connections connections, WriterContext context) {
    this.connections = connections;
    this.context = context;
  }

  /** Reads the limits now; if that fails, they are read with the next renewal of the lease. */
  void readNow() {
    try (Connection connection = connections.borrow()) {
      learned(context.queues().readLimits(connection));
    } catch (SQLException failed) {
      LOG.log(Level.DEBUG, "Limits are read with the next renewal", failed);
    }
  }

  /** Reads the limits on the given connection. */
  void read(DedicatedConnection connection) throws SQLException {
    learned(context.queues().readLimits(connection));
  }

  private void learned(Set<RunQueue.LimitScope> scopes) {
    if (!scopes.isEmpty() && !context.lease().isLost()) {
      Thread.ofVirtual().name("pawl-limits-" + context.node()).start(() -> countUnfinished(scopes));
    }
  }

  private void countUnfinished(Set<RunQueue.LimitScope> scopes) {
    try {
      Thread.sleep(IN_FLIGHT);
      ConnectionTemplate jdbc = new ConnectionTemplate(connections::borrow);
      for (RunQueue.LimitScope scope : scopes) {
        jdbc.transact(
            connection -> {
              ConnectionTemplate.update(connection, CountUnfinished.ONE_AT_A_TIME);
              CountUnfinished.count(connection, scope.tenant(), scope.flow());
              return true;
            });
      }
    } catch (UnavailableException failed) {
      LOG.log(Level.DEBUG, "The audit counts what started without a permit", failed);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }
}
