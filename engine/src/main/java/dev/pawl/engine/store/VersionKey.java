package dev.pawl.engine.store;

/** One published, immutable definition of a flow. */
public record VersionKey(TenantId tenant, String flow, int number) {}
