package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.snapshot.Snapshots;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** An execution restored from a snapshot behaves like one that was never interrupted. */
class SnapshotsTest {

  private static final int HISTORIES = 600;

  private final Random random = new Random(17);

  @Test
  void shouldContinueFromASnapshotAsFromTheJournal() {
    int restored = 0;
    for (long seed = 0; seed < HISTORIES; seed++) {
      SimulatedHistory history = SimulatedHistory.of(seed).orElseThrow();
      Interpreter interpreter = new Interpreter(history.model());
      Execution execution = Execution.notStarted(history.id());
      Execution revived = execution;
      int next = random.nextInt(history.facts().size());
      for (RecordedFact fact : history.facts()) {
        if (fact.seq() > next) {
          revived = revived(execution, history);
          next += 1 + random.nextInt(9);
          restored++;
        }
        AdvanceResult expected = interpreter.advance(execution, fact);
        AdvanceResult actual = interpreter.advance(revived, fact);

        assertThat(actual).as("seed %d after fact %d", seed, fact.seq()).isEqualTo(expected);
        execution = expected.execution();
        revived = actual.execution();
      }
      assertThat(revived(execution, history)).isEqualTo(execution);
    }
    assertThat(restored).isGreaterThan(HISTORIES);
  }

  private static Execution revived(Execution execution, SimulatedHistory history) {
    Execution revived =
        Snapshots.read(Snapshots.write(execution, history.model()), history.model());

    assertThat(revived).isEqualTo(execution);
    assertThat(revived.toString()).isEqualTo(execution.toString());
    assertThat(OutstandingCommands.of(revived)).isEqualTo(OutstandingCommands.of(execution));
    return revived;
  }
}
