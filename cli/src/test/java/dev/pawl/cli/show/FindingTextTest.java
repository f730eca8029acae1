package dev.pawl.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.finding.Finding;
import org.junit.jupiter.api.Test;

class FindingTextTest {

  @Test
  void shouldPointIntoTheMiddleOfALongLine() {
    String text = "a".repeat(500) + "X" + "b".repeat(500);

    String shown = new FindingText("f", text, Paint.PLAIN).of(finding(1, 501, "bad"));

    String[] lines = shown.split("\n");
    assertThat(lines[1]).isEqualTo("  1 | …" + "a".repeat(60) + "X" + "b".repeat(39) + "…");
    assertThat(lines[2].indexOf('^')).isEqualTo(lines[1].indexOf('X'));
  }

  @Test
  void shouldAlignTheCaretAfterTabs() {
    String shown = new FindingText("f", "\n\tNext\t: X", Paint.PLAIN).of(finding(2, 9, "bad"));

    String[] lines = shown.split("\n");
    assertThat(lines[2].indexOf('^')).isEqualTo(lines[1].indexOf('X'));
  }

  @Test
  void shouldAcceptAMissingCursor() {
    FindingText text = new FindingText("f", "one line", Paint.PLAIN);

    assertThat(text.of(finding(0, 0, "bad"))).isEqualTo("f: error: bad [BAD_VALUE]\n");
    assertThat(text.of(finding(7, 3, "bad"))).isEqualTo("f:7:3: error: bad [BAD_VALUE]\n");
  }

  @Test
  void shouldRemoveTerminalControlsFromFiles() {
    String evil = "\u001B[2Jname\u202E";

    String shown = new FindingText(evil, evil, Paint.PLAIN).of(finding(1, 1, evil));

    assertThat(shown).doesNotContain("\u001B", "\u202E").contains("\\u001b[2Jname\\u202e");
  }

  @Test
  void shouldUseColoursOnlyWhenAsked() {
    String painted = new FindingText("f", "x", Paint.COLOURS).of(finding(1, 1, "bad"));

    assertThat(painted).contains("\u001B[31merror:\u001B[0m");
  }

  private static Finding finding(int line, int column, String message) {
    return new Finding(Finding.Code.BAD_VALUE, "", line, column, message, "");
  }
}
