package dev.pawl.postgres.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.model.json.DocumentFormat;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * A flow of a tenant with its draft.
 *
 * @param revision number of times the draft was saved
 */
public record StoredFlow(
    UUID id, String code, Text text, About about, int revision, Versions versions, Dates dates) {

  /** Name, description and draft of a flow. */
  public record Text(String name, String description, Source source) {

    /** Returns the same name and description with another source. */
    public Text with(Source newSource) {
      return new Text(name, description, newSource);
    }
  }

  /** The text of a definition and its format. */
  public record Source(String text, DocumentFormat format) {}

  /**
   * Attributes by which flows are found.
   *
   * @param priority priority of executions unless their start sets another
   */
  public record About(String type, String category, Priority priority, List<String> tags) {
    public About {
      tags = List.copyOf(tags);
    }
  }

  /**
   * Version numbers of a flow.
   *
   * @param active version that starts use; empty if there is none
   * @param latest version that was published last; empty if there is none
   * @param draftChanged true if the draft differs from the latest version
   */
  public record Versions(OptionalInt active, OptionalInt latest, boolean draftChanged) {}

  /** The times at which a flow was created, changed and archived. */
  public record Dates(Instant createdAt, Instant updatedAt, Optional<Instant> archivedAt) {}
}
