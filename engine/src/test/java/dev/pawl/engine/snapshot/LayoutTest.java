package dev.pawl.engine.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Execution;
import dev.pawl.engine.bytes.ByteReader;
import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.model.QueryLanguage;
import dev.pawl.model.Shaping;
import dev.pawl.model.State;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each change of what an execution is made of must make older snapshots unreadable. */
class LayoutTest {

  record Whole(int a, Optional<String> b, Kind kind, List<Inner> inside) {}

  record Inner(long n, Map<String, Inner> deeper) {}

  sealed interface Kind {
    record Plain(Inner inner) implements Kind {}

    enum Only implements Kind {
      ONE,
      TWO
    }
  }

  record Unknown(Set<String> words) {}

  private static FlowParts parts() {
    State.Succeed end =
        new State.Succeed(
            new State.Header(
                "End",
                "/States/A",
                QueryLanguage.JSONATA,
                Optional.empty(),
                new Shaping.Expressions(Optional.empty(), Optional.empty(), Map.of()),
                Optional.empty()));
    Machine machine = new Machine("End", Map.of("End", end));
    return new FlowParts(new Flow(JsonObject.EMPTY, machine, Optional.empty()));
  }

  @Test
  void shouldReadBackWhatItWrote() {
    Inner inner = new Inner(-5, Map.of("x", new Inner(Long.MIN_VALUE, Map.of())));
    Whole first =
        new Whole(-1, Optional.of("b".repeat(100)), new Kind.Plain(inner), List.of(inner, inner));
    Whole second = new Whole(7, Optional.empty(), Kind.Only.TWO, List.of());
    Layout<Whole> layout = Layout.of(Whole.class);

    for (Whole whole : List.of(first, second)) {
      SnapshotWriter writing = new SnapshotWriter(parts());
      layout.codec().write(whole, writing);
      SnapshotReader reading = new SnapshotReader(new ByteReader(writing.bytes.toBytes()), parts());

      assertThat(layout.codec().read(reading)).isEqualTo(whole);
      assertThat(reading.bytes.left()).isZero();
    }
  }

  @Test
  void shouldDescribeAllReachableEndpoints() {
    String here = LayoutTest.class.getName() + "$";

    assertThat(Layout.of(Whole.class).description().replace(here, "").lines())
        .containsExactly(
            "snapshot 1",
            "Whole a:int b:java.util.Optional<java.lang.String> kind:Kind"
                + " inside:java.util.List<Inner>",
            "Kind [class Kind$Plain, class Kind$Only]",
            "Kind$Plain inner:Inner",
            "Inner n:long deeper:java.util.Map<java.lang.String, Inner>",
            "Kind$Only [ONE, TWO]");
  }

  @Test
  void shouldUseADistinctFormatForEachDescription() {
    Layout<Whole> layout = Layout.of(Whole.class);
    Layout<Whole> other =
        new Layout<>(layout.codec(), layout.description().replace(" a:int", " b:int"));

    assertThat(Layout.of(Whole.class).format()).isEqualTo(layout.format());
    assertThat(other.format()).isNotEqualTo(layout.format());
  }

  @Test
  void shouldDescribeEveryRecordOfAnExecution() {
    assertThat(Layout.of(Execution.class).description())
        .contains("dev.pawl.engine.Execution origin:dev.pawl.engine.Execution$Origin seq:long")
        .contains("dev.pawl.engine.CompensationLog ")
        .contains("dev.pawl.engine.Command$StartChild ")
        .doesNotContain("dev.pawl.model.State");
  }

  @Test
  void shouldRefuseTypesItDoesNotKnow() {
    assertThatThrownBy(() -> Layout.of(Unknown.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a snapshot cannot hold a java.util.Set<java.lang.String>");
  }
}
