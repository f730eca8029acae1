package dev.pawl.engine.store;

import dev.pawl.engine.ExecutionId;

/** One execution of one tenant. */
public record ExecutionKey(TenantId tenant, ExecutionId id) {}
