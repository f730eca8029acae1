package dev.pawl.server.flow;

import dev.pawl.model.json.Format;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * A flow of a tenant.
 *
 * @param active the version that starts take
 */
record FlowRecord(UUID id, String code, Text text, OptionalInt active, Dates dates) {

  /** What its authors write. */
  record Text(String name, String description, String source, Format format) {}

  record Dates(Instant createdAt, Instant updatedAt, Optional<Instant> archivedAt) {}
}
