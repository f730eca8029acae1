package dev.pawl.server.flow;

import dev.pawl.server.problem.FindingView;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A flow as the API shows it.
 *
 * @param status what starts find: a draft has no active version, an archived one takes none
 * @param active the number of the version that starts take
 * @param findings what there is to say about the draft
 */
record FlowView(
    UUID id,
    String code,
    String name,
    String description,
    Status status,
    @Nullable Integer active,
    Draft draft,
    List<FindingView> findings,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant archivedAt) {

  enum Status {
    DRAFT,
    ACTIVE,
    ARCHIVED
  }

  /** As it was written. */
  record Draft(String source, String format) {}

  static FlowView of(FlowRecord flow, List<FindingView> findings) {
    FlowRecord.Text text = flow.text();
    boolean archived = flow.dates().archivedAt().isPresent();
    return new FlowView(
        flow.id(),
        flow.code(),
        text.name(),
        text.description(),
        archived ? Status.ARCHIVED : flow.active().isPresent() ? Status.ACTIVE : Status.DRAFT,
        flow.active().isPresent() ? flow.active().getAsInt() : null,
        new Draft(text.source(), text.format().name().toLowerCase(Locale.ROOT)),
        findings,
        flow.dates().createdAt(),
        flow.dates().updatedAt(),
        flow.dates().archivedAt().orElse(null));
  }
}
