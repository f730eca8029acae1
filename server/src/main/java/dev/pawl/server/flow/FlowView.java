package dev.pawl.server.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.model.finding.Finding;
import dev.pawl.server.problem.FindingView;
import dev.pawl.server.web.OfFlow;
import dev.pawl.server.web.OneOf;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A flow as the API shows it.
 *
 * @param revision how often the draft was saved; send it as If-Match to save upon this one only
 * @param active the number of the version that starts take
 * @param latest the number of the version that was published last
 * @param findings what there is to say about the draft; not in lists
 */
record FlowView(
    UUID id,
    String code,
    String name,
    String description,
    String type,
    String category,
    Priority priority,
    List<String> tags,
    FlowStatus status,
    int revision,
    @Nullable Integer active,
    @Nullable Integer latest,
    Draft draft,
    List<FindingView> findings,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant archivedAt)
    implements OfFlow {

  @Override
  public String itsFlow() {
    return code;
  }

  /**
   * As it was written.
   *
   * @param source not in lists
   */
  record Draft(@Nullable String source, @OneOf({"json", "yaml"}) String format) {}

  /** With all that there is to say about its draft. */
  static FlowView judged(FlowRecord flow, List<Finding> findings) {
    return of(flow, flow.text().source().text(), findings.stream().map(FindingView::of).toList());
  }

  /** As it stands in a list. */
  static FlowView listed(FlowRecord flow) {
    return of(flow, null, List.of());
  }

  private static FlowView of(FlowRecord flow, @Nullable String source, List<FindingView> findings) {
    FlowRecord.Text text = flow.text();
    FlowRecord.About about = flow.about();
    return new FlowView(
        flow.id(),
        flow.code(),
        text.name(),
        text.description(),
        about.type(),
        about.category(),
        about.priority(),
        about.tags(),
        FlowStatus.of(flow),
        flow.revision(),
        number(flow.versions().active()),
        number(flow.versions().latest()),
        new Draft(source, text.source().format().name().toLowerCase(Locale.ROOT)),
        findings,
        flow.dates().createdAt(),
        flow.dates().updatedAt(),
        flow.dates().archivedAt().orElse(null));
  }

  private static @Nullable Integer number(OptionalInt version) {
    return version.isPresent() ? version.getAsInt() : null;
  }
}
