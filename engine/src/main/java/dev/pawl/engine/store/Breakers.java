package dev.pawl.engine.store;

import java.util.List;
import java.util.Optional;

/**
 * The circuit breakers of all nodes. Only those that are not closed are stored. All times are those
 * of the store.
 */
public interface Breakers {

  /** The failure of a downstream. */
  record DownstreamFailure(String error, String cause) {

    /** Cuts a long cause. */
    public DownstreamFailure {
      int max = Breaker.MAX_CAUSE_CHARACTERS;
      cause = cause.length() > max ? cause.substring(0, max) + "..." : cause;
    }
  }

  /** Returns the breakers of all tenants that are not closed. */
  List<Breaker> list();

  /** Returns the breakers of a tenant that are not closed, by downstream. */
  List<Breaker> list(TenantId tenant);

  /** Finds a breaker; empty if it is closed. */
  Optional<Breaker> find(Breaker.Key key);

  /** Opens a breaker, also during its release; does nothing if it is open. */
  void open(Breaker.Key key, DownstreamFailure failure);

  /**
   * Takes the right to make the probe that is due, and schedules the next one after twice the
   * pause. Of all nodes, one gets it.
   */
  boolean takeProbe(Breaker.Key key);

  /** Records the failure of a probe. */
  void probeFailed(Breaker.Key key, DownstreamFailure failure);

  /** Begins the release of an open breaker; returns false if it is not open. */
  boolean release(Breaker.Key key);

  /** Takes the right to make one call during the release; returns false if the rate is reached. */
  boolean takeReleased(Breaker.Key key);

  /**
   * Wakes parked executions that wait for a breaker: one when the probe is due, and during the
   * release as many as the rate allows, oldest first. Closes a released breaker for which nothing
   * waits. Called by every node every moment; a breaker is served at most once at a time.
   *
   * @return the number of executions that were woken
   */
  int wake(Breaker.Key key);

  /** Wakes parked executions that wait for a breaker that is closed, and returns their number. */
  int wakeOrphaned();
}
