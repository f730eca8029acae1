package dev.pawl.server.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.server.problem.FindingView;
import dev.pawl.server.web.FlowScoped;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A flow as the API shows it. */
record FlowView(
    @Schema(
            description =
                "Id of the flow, which stays if a flow with the same code is created later.")
        UUID id,
    @Schema(description = "Code of the flow, unique within its tenant.", example = "order-saga")
        String code,
    @Schema(description = "Name of the flow, for people.", example = "Order saga") String name,
    @Schema(
            description = "What the flow does, for people.",
            example = "Reserves, charges and ships an order.")
        String description,
    @Schema(
            description = "Type of the flow, a word of your own by which flows are found.",
            example = "process")
        String type,
    @Schema(
            description = "Category of the flow, a word of your own by which flows are found.",
            example = "sales")
        String category,
    @Schema(
            description =
                "Priority of executions of the flow; runnable executions of a higher priority are"
                    + " claimed first.")
        Priority priority,
    @Schema(description = "Tags by which flows are found.", example = "[\"billing\", \"eu\"]")
        List<String> tags,
    @Schema(description = "Status of the flow.") FlowStatus status,
    @Schema(
            description =
                "Number of times the draft was saved; send it as If-Match to change this revision"
                    + " only.",
            example = "4")
        int revision,
    @Schema(
            description = "Number of the version that starts take; absent if there is none.",
            example = "3")
        @Nullable Integer active,
    @Schema(
            description = "Number of the version that was published last; absent if there is none.",
            example = "3")
        @Nullable Integer latest,
    @Schema(description = "The draft of the flow.") DraftView draft,
    @Schema(description = "Findings of the draft; empty in lists.") List<FindingView> findings,
    @Schema(description = "Time at which the flow was created.") Instant createdAt,
    @Schema(description = "Time at which the flow or its draft was last changed.")
        Instant updatedAt,
    @Schema(description = "Time at which the flow was archived; absent if it is not.")
        @Nullable Instant archivedAt)
    implements FlowScoped {

  @Override
  public String flowCode() {
    return code;
  }

  /** The draft of a flow. */
  record DraftView(
      @Schema(
              description = "Source as its author wrote it; absent in lists.",
              example = "StartAt: Hello\nStates:\n  Hello: {Type: Succeed}\n")
          @Nullable String source,
      @Schema(description = "Format in which the source is written.") @Pattern(regexp = "json|yaml")
          String format,
      @Schema(
              description =
                  "True if the draft differs from the version that was published last, or if there"
                      + " is no version.")
          boolean changed) {}

  /** Creates the view of a single flow, with the source and findings of its draft. */
  static FlowView withFindings(StoredFlow flow, List<Finding> findings) {
    return of(flow, flow.text().source().text(), findings.stream().map(FindingView::of).toList());
  }

  /** Creates the view of a flow in a list, without the source of its draft. */
  static FlowView ofList(StoredFlow flow) {
    return of(flow, null, List.of());
  }

  private static FlowView of(StoredFlow flow, @Nullable String source, List<FindingView> findings) {
    StoredFlow.Text text = flow.text();
    StoredFlow.About about = flow.about();
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
        new DraftView(source, formatName(text.source().format()), flow.versions().draftChanged()),
        findings,
        flow.dates().createdAt(),
        flow.dates().updatedAt(),
        flow.dates().archivedAt().orElse(null));
  }

  /** Returns the name of a format in requests and responses. */
  static String formatName(DocumentFormat format) {
    return format.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable Integer number(OptionalInt version) {
    return version.isPresent() ? version.getAsInt() : null;
  }
}
