package dev.pawl.server.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.model.json.Format;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * A flow of a tenant.
 *
 * @param revision how often its draft was saved
 */
record FlowRecord(
    UUID id, String code, Text text, About about, int revision, Versions versions, Dates dates) {

  /** What its authors write. */
  record Text(String name, String description, Source source) {

    Text with(Source newSource) {
      return new Text(name, description, newSource);
    }
  }

  /** A definition as it was written. */
  record Source(String text, Format format) {}

  /**
   * What people find it by.
   *
   * @param priority how urgent its executions are unless their starts say otherwise
   */
  record About(String type, String category, Priority priority, List<String> tags) {
    About {
      tags = List.copyOf(tags);
    }
  }

  /**
   * Which versions there are.
   *
   * @param active the one that starts take
   * @param latest the one that was published last
   */
  record Versions(OptionalInt active, OptionalInt latest) {}

  record Dates(Instant createdAt, Instant updatedAt, Optional<Instant> archivedAt) {}
}
