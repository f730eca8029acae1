package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.FLOW;
import static dev.pawl.simulation.contract.store.TestCommits.OURS;
import static dev.pawl.simulation.contract.store.TestCommits.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Versions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Definitions are immutable, each under its version number. */
abstract class VersionsContract extends StoreTestBase {

  @Test
  void shouldNumberDifferentDocuments() {
    Versions versions = store().versions();

    VersionKey first = versions.add(OURS, FLOW, bytes("one"));
    VersionKey same = versions.add(OURS, FLOW, bytes("one"));
    VersionKey second = versions.add(OURS, FLOW, bytes("two"));
    VersionKey back = versions.add(OURS, FLOW, bytes("one"));

    assertThat(first).isEqualTo(new VersionKey(OURS, FLOW, 1)).isEqualTo(same);
    assertThat(second.number()).isEqualTo(2);
    assertThat(back.number()).isEqualTo(3);
    assertThat(versions.current(OURS, FLOW)).contains(back);
    assertThat(versions.document(second))
        .hasValueSatisfying(document -> assertThat(text(document)).isEqualTo("two"));
  }

  @Test
  void shouldKeepFlowsAndTenantsApart() {
    Versions versions = store().versions();
    versions.add(OURS, FLOW, bytes("one"));

    assertThat(versions.add(THEIRS, FLOW, bytes("other")).number()).isEqualTo(1);
    assertThat(versions.add(OURS, "refund", bytes("refund")).number()).isEqualTo(1);
    assertThat(versions.current(THEIRS, "refund")).isEmpty();
    assertThat(versions.document(new VersionKey(OURS, FLOW, 2))).isEmpty();
    assertThat(versions.document(new VersionKey(OURS, "nothing", 1))).isEmpty();
  }

  @Test
  void shouldAddOnceWhenNodesRace() throws Exception {
    Versions versions = store().versions();

    for (int round = 1; round <= 20; round++) {
      byte[] document = bytes("round " + round);
      List<VersionKey> added =
          together(
              () -> versions.add(OURS, FLOW, document), () -> versions.add(OURS, FLOW, document));

      assertThat(added).containsOnly(new VersionKey(OURS, FLOW, round));
    }
  }
}
