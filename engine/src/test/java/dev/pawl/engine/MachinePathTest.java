package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.model.definition.Definitions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachinePathTest {

  private final Flow flow =
      Definitions.read(
              """
              StartAt: Fan
              States:
                Fan:
                  Type: Parallel
                  Branches:
                    - StartAt: A
                      States: {A: {Type: Pass, End: true}}
                    - StartAt: 50% off/Each
                      States:
                        50% off/Each:
                          Type: Map
                          ItemProcessor:
                            ProcessorConfig: {Mode: DISTRIBUTED, ExecutionType: STANDARD}
                            StartAt: Net
                            States:
                              Net:
                                Type: Graph
                                Nodes:
                                  Left: {Type: Task, Resource: left}
                                  Right/2F:
                                    DependsOn: [Left]
                                    Type: Map
                                    ItemProcessor:
                                      ProcessorConfig: {Mode: DISTRIBUTED, ExecutionType: STANDARD}
                                      StartAt: B
                                      States: {B: {Type: Pass, End: true}}
                                End: true
                          End: true
                  Next: C
                C: {Type: Pass, End: true}
              """)
          .flow()
          .orElseThrow();

  @Test
  void shouldNameEveryNestedMachine() {
    assertThat(MachinePath.all(flow).keySet())
        .containsExactly(
            "",
            "Fan/0",
            "Fan/1",
            "Fan/1/50%25 off%2FEach",
            "Fan/1/50%25 off%2FEach/Net/Left",
            "Fan/1/50%25 off%2FEach/Net/Right%2F2F",
            "Fan/1/50%25 off%2FEach/Net/Right%2F2F/Right%2F2F");
  }

  @Test
  void shouldFindEachMachineByItsName() {
    for (Map.Entry<String, Machine> each : MachinePath.all(flow).entrySet()) {
      assertThat(MachinePath.of(flow, each.getValue())).isEqualTo(each.getKey());
      assertThat(MachinePath.find(flow, each.getKey())).isSameAs(each.getValue());
    }
  }

  @Test
  void shouldFindANestedItemByJoinedNames() {
    for (Map.Entry<String, Machine> outer : MachinePath.all(flow).entrySet()) {
      Flow item = new Flow(flow.document(), outer.getValue(), Optional.empty());

      for (Map.Entry<String, Machine> inner : MachinePath.all(item).entrySet()) {
        String path = MachinePath.join(outer.getKey(), inner.getKey());

        assertThat(MachinePath.find(flow, path)).isSameAs(inner.getValue());
        assertThat(MachinePath.of(flow, inner.getValue())).isEqualTo(path);
      }
    }
  }

  @Test
  void shouldRejectUnknownMachines() {
    Machine equal = new Machine(flow.machine().startAt(), flow.machine().states());

    assertThatThrownBy(() -> MachinePath.of(flow, equal))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the machine that starts at 'Fan' is no part of the flow");
    assertNothingAt("Fan", "the flow has no machine at 'Fan'");
    assertNothingAt("C", "the flow has no machine at 'C'");
    assertNothingAt("Fan/2", "'Fan' has no branch 2");
    assertNothingAt("Fan/-1", "'Fan' has no branch -1");
    assertNothingAt("Nowhere", "there is no state 'Nowhere'");
    assertNothingAt("/", "there is no state ''");
  }

  private void assertNothingAt(String path, String message) {
    assertThatThrownBy(() -> MachinePath.find(flow, path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
