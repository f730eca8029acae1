package dev.pawl.postgres.feed;

import dev.pawl.engine.store.TenantId;
import java.time.Instant;
import java.util.UUID;

/** Where a fact is, and when it happened: facts are told by time, then execution, then number. */
public record FactKey(TenantId tenant, Spot spot) {

  /** Within a tenant. */
  public record Spot(Instant at, UUID execution, int seq) {

    /** Before every fact. */
    public static final Spot FIRST = new Spot(Instant.EPOCH, new UUID(0, 0), 0);
  }
}
