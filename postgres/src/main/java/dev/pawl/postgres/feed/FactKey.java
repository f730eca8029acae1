package dev.pawl.postgres.feed;

import dev.pawl.engine.store.TenantId;
import java.time.Instant;
import java.util.UUID;

/**
 * Identifies a fact by its position in the feed: ordered by time, execution and sequence number.
 */
public record FactKey(TenantId tenant, Spot spot) {

  /** Identifies a fact within a tenant. */
  public record Spot(Instant at, UUID execution, int seq) {

    /** The position before all facts. */
    public static final Spot FIRST = new Spot(Instant.EPOCH, new UUID(0, 0), 0);
  }
}
