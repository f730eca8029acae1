package dev.pawl.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineDiffTest {

  private static String diff(String before, String after) {
    return LineDiff.of(before, after, Paint.PLAIN);
  }

  @Test
  void shouldShowNothingForEqualTexts() {
    assertThat(diff("a\nb\n", "a\nb\n")).isEmpty();
  }

  @Test
  void shouldShowAddedAndRemovedLines() {
    assertThat(diff("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nc\nX\ne\nf\ng\nh\n"))
        .isEqualTo("  ...\n    b\n    c\n  - d\n  + X\n    e\n    f\n    g\n  + h\n");
    assertThat(diff("", "a\n")).isEqualTo("  + a\n");
    assertThat(diff("a\n", "")).isEqualTo("  - a\n");
  }

  @Test
  void shouldShowVeryLongTextsAsReplaced() {
    String before =
        IntStream.range(0, 5_000).mapToObj(Integer::toString).collect(Collectors.joining("\n"));

    assertThat(diff(before, "new").lines()).hasSize(5_001).startsWith("  - 0").endsWith("  + new");
  }

  @Test
  void shouldAlignTables() {
    assertThat(new Table("A", "LONG").row("wide cell", "1").row("é\n", "2").text(Paint.PLAIN))
        .isEqualTo("A          LONG\nwide cell  1\né\\n        2\n");
  }
}
