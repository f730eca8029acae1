package dev.pawl.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A newcomer can read the way of one execution, from launch to finished, in one sitting. */
class ReadingPathTest {

  private static final Pattern LENGTH = Pattern.compile("(\\d+) files and about ([\\d,]+) lines");

  private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE);

  private final List<String> files = listed();

  @Test
  void shouldListFilesThatExist() {
    assertThat(files).allSatisfy(file -> assertThat(Tree.ROOT.resolve(file)).isRegularFile());
    assertThat(files).doesNotHaveDuplicates();
  }

  @Test
  void shouldNotBeEmptyOnceThereIsAnInterpreter() {
    boolean interpreted =
        Tree.files("engine/src/main").anyMatch(file -> file.endsWith("/Interpreter.java"));

    assertThat(!interpreted || !files.isEmpty()).isTrue();
  }

  @Test
  void shouldTellItsTrueLength() {
    long lines = files.stream().mapToLong(file -> Tree.text(file).lines().count()).sum();
    Matcher told = LENGTH.matcher(Tree.text("ARCHITECTURE.md"));

    assertThat(told.find()).isTrue();
    assertThat(Integer.parseInt(told.group(1))).isEqualTo(files.size());
    assertThat(Long.parseLong(told.group(2).replace(",", "")))
        .as("lines of the reading path, to a tenth")
        .isBetween(lines * 9 / 10, lines * 11 / 10);
  }

  private static List<String> listed() {
    String page = Tree.text("ARCHITECTURE.md");
    String section = page.substring(page.indexOf("## Reading path") + 2);
    int end = section.indexOf("\n## ");
    return ROW.matcher(end < 0 ? section : section.substring(0, end))
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
