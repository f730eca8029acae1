package dev.pawl.cli.durable;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much of each execution has been told: its steps come from two sides, and are told once. */
final class Told {

  private final Map<ExecutionId, Step> last = new HashMap<>();

  /** The lines that have not been told yet; from now on they have. */
  List<Step> news(ExecutionId id, List<Step> lines) {
    List<Step> news = new ArrayList<>();
    for (Step line : lines) {
      Step known = last.get(id);
      if (known == null || isAfter(line, known)) {
        news.add(line);
        last.put(id, line);
      }
    }
    return news;
  }

  private static boolean isAfter(Step line, Step known) {
    return line.seq() > known.seq()
        || (line.seq() == known.seq() && line.ordinal() > known.ordinal());
  }

  /** Whether lines that begin here may follow others that nobody told us. */
  boolean mayHaveGap(ExecutionId id, Step first) {
    Step known = last.get(id);
    return first.seq() > (known == null ? 1 : known.seq() + 1);
  }
}
