package dev.pawl.server.execution;

import dev.pawl.engine.Failure;
import dev.pawl.engine.node.read.ExecutionProgress;
import dev.pawl.engine.node.read.ExecutionProgress.FoldedProgress;
import dev.pawl.engine.store.Executions.Summary;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far an execution has come. */
record ProgressView(
    @Schema(
            description = "Number of its last fact; events with a greater one are newer.",
            example = "12")
        long seq,
    @Schema(description = "Time of its last fact.") Instant updatedAt,
    @Schema(
            description =
                "Number of steps of its root machine that have ended well; absent if it has more"
                    + " than 200 facts.",
            example = "14")
        @Nullable Integer done,
    @Schema(
            description =
                "Number of steps on the longest way to the end, without errors; absent if it has"
                    + " more than 200 facts.",
            example = "15")
        @Nullable Integer total,
    @Schema(description = "State that it is in, or that it failed in.", example = "Charge card")
        @Nullable String state,
    @Schema(description = "Number of the attempt of that state; 1 is the first.", example = "2")
        @Nullable Integer attempt,
    @Schema(
            description = "Name of the latest error of an attempt of that state.",
            example = "Card.Declined")
        @Nullable String error,
    @Schema(description = "Message of that error.", example = "insufficient funds")
        @Nullable String cause,
    @Schema(
            description = "Number of branches or items of that state that have ended.",
            example = "3")
        @Nullable Integer itemsEnded,
    @Schema(description = "Number of branches or items of that state.", example = "10")
        @Nullable Integer items,
    @Schema(
            description = "Reason given for the pause or the cancellation.",
            example = "wrong rate table")
        @Nullable String remark,
    @Schema(description = "Name of the key or person that paused it.", example = "ci (k7Hd2)")
        @Nullable String by,
    @Schema(
            description = "Why the engine paused it, if it did.",
            example = "version 3 of order-saga cannot be read")
        @Nullable String incident) {

  /** Texts in lists are cut at this length; the execution itself has them whole. */
  private static final int MAX_TEXT = 500;

  static ProgressView of(ExecutionProgress progress, Summary summary) {
    Optional<FoldedProgress> folded = progress.folded();
    Optional<Failure> failure = folded.flatMap(FoldedProgress::failure);
    Optional<ExecutionProgress.Items> items = folded.flatMap(FoldedProgress::items);
    return new ProgressView(
        progress.seq(),
        progress.updatedAt(),
        folded.map(FoldedProgress::done).orElse(null),
        folded.map(FoldedProgress::total).orElse(null),
        folded.flatMap(FoldedProgress::state).orElse(null),
        folded.map(FoldedProgress::attempt).orElse(null),
        failure.flatMap(Failure::error).map(ProgressView::shortened).orElse(null),
        failure.flatMap(Failure::cause).map(ProgressView::shortened).orElse(null),
        items.map(ExecutionProgress.Items::ended).orElse(null),
        items.map(ExecutionProgress.Items::total).orElse(null),
        folded.flatMap(FoldedProgress::remark).map(ProgressView::shortened).orElse(null),
        folded.flatMap(FoldedProgress::by).orElse(null),
        summary
            .standing()
            .flatMap(standing -> standing.waitsFor().incident())
            .map(ProgressView::shortened)
            .orElse(null));
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }
}
