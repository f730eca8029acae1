package dev.pawl.engine.run;

import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;

/**
 * Adds what a tenant has configured (secrets, connections, message templates) to the services of
 * every handler call. An implementation overrides the lookups it knows and delegates everything
 * else to the base services. It must be thread-safe; it is asked once per call, so look-ups belong
 * into the returned services.
 */
@FunctionalInterface
public interface CallEnvironment {

  /** Adds nothing. */
  CallEnvironment NONE = (origin, base) -> base;

  /**
   * Returns the services of a call.
   *
   * @param origin the step that the call belongs to, with its tenant
   * @param base the services of the engine: heartbeats, progress and effects
   */
  CallServices servicesFor(CallOrigin origin, CallServices base);
}
