package dev.pawl.server.egress;

import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.engine.run.HandlerExpressions;
import dev.pawl.handlers.HandlerCatalog;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.sdk.Handler;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the built-in handlers of a server. */
public final class ServerHandlers {

  private static final Logger LOG = LoggerFactory.getLogger(ServerHandlers.class);

  private static final HandlerExpressions EXPRESSIONS =
      new HandlerExpressions(InstantSource.system(), () -> ThreadLocalRandom.current().nextLong());

  private ServerHandlers() {}

  /**
   * Returns the handlers.
   *
   * @param settings what they may reach
   * @param ownAddresses addresses that they may never call
   * @param more further handlers
   */
  public static BuiltInHandlers create(
      EgressSettings settings,
      Supplier<Set<InetSocketAddress>> ownAddresses,
      Map<String, Handler> more) {
    EgressPolicy policy =
        settings.policy().withOwnAddresses(ownAddresses).withAudit(ServerHandlers::logDenied);
    Map<String, Handler> callable = new HashMap<>();
    Map<String, Handler> all =
        new LinkedHashMap<>(
            HandlerCatalog.create(
                policy,
                (tenant, name) -> Optional.ofNullable(callable.get(name)),
                EXPRESSIONS::evaluate));
    all.putAll(more);
    BuiltInHandlers handlers = new BuiltInHandlers(all);
    callable.putAll(handlers.handlers());
    return handlers;
  }

  /** Logs a denial; tenants choose hosts and how often they try, hence the level. */
  private static void logDenied(int tenant, String host, int port, String reason) {
    LOG.info(
        "Denied tenant {} a connection to {}:{}: {}",
        tenant,
        host.replaceAll("[^\\x21-\\x7e]", "?"),
        port,
        reason);
  }
}
