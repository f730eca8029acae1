package dev.pawl.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.snapshot.Snapshots;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whoever goes on from a snapshot does the same as who never stopped. */
class SnapshotsTest {

  private static final int HISTORIES = 600;

  private final Random random = new Random(17);

  @Test
  void shouldGoOnFromASnapshotAsIfThereWereNone() {
    int restored = 0;
    for (long seed = 0; seed < HISTORIES; seed++) {
      SimulatedHistory history = SimulatedHistory.of(seed).orElseThrow();
      Interpreter interpreter = new Interpreter(history.model());
      Execution execution = Execution.unborn(history.id());
      Execution revived = execution;
      int next = random.nextInt(history.facts().size());
      for (Recorded fact : history.facts()) {
        if (fact.seq() > next) {
          revived = revived(execution, history);
          next += 1 + random.nextInt(9);
          restored++;
        }
        Advanced expected = interpreter.advance(execution, fact);
        Advanced actual = interpreter.advance(revived, fact);

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
    assertThat(Outstanding.of(revived)).isEqualTo(Outstanding.of(execution));
    return revived;
  }
}
