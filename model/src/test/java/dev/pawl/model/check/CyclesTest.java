package dev.pawl.model.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CyclesTest {

  @Test
  void shouldFindNoCycleInAnAcyclicGraph() {
    assertThat(Cycles.of(edges("a>b", "a>c", "b>d", "c>d", "d>nowhere"))).isEmpty();
  }

  @Test
  void shouldFindCyclesThatShareNoNode() {
    assertThat(Cycles.of(edges("x>a", "a>b", "b>c", "c>a", "c>d", "d>e", "e>d", "f>f", "g>f")))
        .containsExactlyInAnyOrder(List.of("a", "b", "c"), List.of("d", "e"), List.of("f"));
  }

  @Test
  void shouldNotRunOutOfStackOnALongCycle() {
    Map<String, List<String>> edges = new LinkedHashMap<>();
    for (int i = 0; i < 100_000; i++) {
      edges.put("n" + i, List.of("n" + (i + 1) % 100_000));
    }

    assertThat(Cycles.of(edges)).singleElement().satisfies(c -> assertThat(c).hasSize(100_000));
  }

  private static Map<String, List<String>> edges(String... arrows) {
    Map<String, List<String>> edges = new LinkedHashMap<>();
    for (String arrow : arrows) {
      String[] ends = arrow.split(">");
      edges.merge(ends[0], List.of(ends[1]), CyclesTest::joined);
    }
    return edges;
  }

  private static List<String> joined(List<String> first, List<String> second) {
    return List.of(List.of(first, second).stream().flatMap(List::stream).toArray(String[]::new));
  }
}
