package dev.pawl.engine.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A circuit breaker that is not closed: calls of its downstream wait. While it is open, one call is
 * made as a probe from time to time. A successful probe begins the release, in which waiting calls
 * are let through at a rate that doubles every second.
 *
 * @param openedAt when it opened
 * @param probeAt when the next probe is due; without meaning during the release
 * @param error the error name of the last failure
 * @param cause the message of the last failure
 * @param releasedAt when the release began; empty while it is open
 */
public record Breaker(
    Key key,
    Instant openedAt,
    Instant probeAt,
    String error,
    String cause,
    Optional<Instant> releasedAt) {

  /** The pause between the opening, or a close by an operator that did not hold, and a probe. */
  public static final Duration MIN_PROBE_PAUSE = Duration.ofSeconds(5);

  /** The pause doubles with every probe up to this one. */
  public static final Duration MAX_PROBE_PAUSE = Duration.ofSeconds(60);

  /** How many calls are let through in the first second of a release; each second doubles it. */
  public static final int RELEASED_IN_FIRST_SECOND = 10;

  /** A release ends at the latest after this time, when its rate is above 100,000 per second. */
  public static final Duration MAX_RELEASE_TIME = Duration.ofSeconds(15);

  /** An open breaker that nobody uses any more is removed this long after its probe was due. */
  public static final Duration MAX_UNUSED_TIME = Duration.ofMinutes(10);

  /** The maximum length of the cause of a failure; longer ones are cut. */
  public static final int MAX_CAUSE_CHARACTERS = 500;

  /** A downstream of a tenant. */
  public record Key(TenantId tenant, String downstream) {

    /** Returns the kind of wait of executions with a call that this breaker holds. */
    public String waitKind() {
      return WAIT_KIND + downstream;
    }
  }

  /** How kinds of waits for a breaker begin. */
  public static final String WAIT_KIND = "breaker:";

  /** Returns true during the release. */
  public boolean isReleasing() {
    return releasedAt.isPresent();
  }

  /** Returns the number of calls that a release lets through within its first time. */
  public static long allowance(Duration sinceRelease) {
    double seconds = Math.clamp(sinceRelease.toNanos() / 1e9, 0, MAX_RELEASE_TIME.toSeconds());
    double doublings = Math.floor(seconds);
    double perSecond = RELEASED_IN_FIRST_SECOND * Math.pow(2, doublings);
    return (long)
        Math.floor(perSecond - RELEASED_IN_FIRST_SECOND + perSecond * (seconds - doublings));
  }
}
