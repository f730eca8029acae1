package dev.pawl.handlers.function;

import dev.pawl.sdk.Handler;
import java.util.Optional;

/** Finds handlers by name, for handlers that call others. */
@FunctionalInterface
public interface HandlerLookup {

  /** Returns the handler of that name that the tenant may use on this node. */
  Optional<Handler> find(int tenant, String name);
}
