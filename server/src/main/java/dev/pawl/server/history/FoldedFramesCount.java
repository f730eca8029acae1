package dev.pawl.server.history;

import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.timeline.ExecutionTimeline;
import dev.pawl.engine.timeline.TimelineEntry;
import dev.pawl.engine.timeline.TimelineStep;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the frames below a depth by the step that began them and by status. */
final class FoldedFramesCount {

  private FoldedFramesCount() {}

  static List<OutlineView.FoldedFrames> of(ExecutionTimeline timeline, int depth) {
    Map<FrameId, StepStatus> latest = new LinkedHashMap<>();
    for (TimelineEntry entry : timeline.entriesAfter(0)) {
      FrameId frame = timeline.steps().get(entry.step()).id().frame();
      if (frame.hops().size() > depth) {
        FrameId child = new FrameId(frame.hops().subList(0, depth + 1));
        latest.put(child, entry.status());
      }
    }
    Map<StepId, Map<StepStatus, Integer>> counts = new LinkedHashMap<>();
    latest.forEach(
        (frame, status) ->
            counts
                .computeIfAbsent(forkOf(frame), step -> new EnumMap<>(StepStatus.class))
                .merge(status, 1, Integer::sum));
    List<OutlineView.FoldedFrames> folded = new ArrayList<>();
    counts.forEach(
        (step, byStatus) ->
            folded.add(
                new OutlineView.FoldedFrames(
                    timeline.step(step).map(TimelineStep::index).orElse(-1),
                    byStatus.values().stream().mapToInt(Integer::intValue).sum(),
                    byStatus)));
    return folded;
  }

  /** Returns the step whose fork began a frame. */
  private static StepId forkOf(FrameId frame) {
    int last = frame.hops().size() - 1;
    return new StepId(new FrameId(frame.hops().subList(0, last)), frame.hops().get(last).visit());
  }
}
