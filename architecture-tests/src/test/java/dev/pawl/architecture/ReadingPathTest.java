package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Checks the reading paths of ARCHITECTURE.md: every listed file exists, and the stated numbers of
 * files and lines are true. No length is prescribed.
 */
class ReadingPathTest {

  private static final String HEADING = "## Reading path";

  private static final int TOLERANCE_PERCENT = 10;

  private static final Pattern STATED_LENGTH =
      Pattern.compile("(\\d+) files and about ([\\d,]+)\\s+lines");

  private static final Pattern LISTED_FILE =
      Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE);

  private final List<ReadingPath> paths = readingPaths();

  @Test
  void shouldListFilesThatExist() {
    assertThat(paths)
        .isNotEmpty()
        .allSatisfy(
            path -> {
              assertThat(path.files()).isNotEmpty().doesNotHaveDuplicates();
              assertThat(path.files())
                  .allSatisfy(file -> assertThat(Checkout.ROOT.resolve(file)).isRegularFile());
            });
  }

  @Test
  void shouldStateTheTrueLength() {
    for (ReadingPath path : paths) {
      long lines =
          path.files().stream().mapToLong(file -> Checkout.text(file).lines().count()).sum();

      assertThat(path.statedFiles()).as(path.toString()).isEqualTo(path.files().size());
      assertThat(path.statedLines())
          .as("stated lines of %s", path)
          .isBetween(
              lines * (100 - TOLERANCE_PERCENT) / 100, lines * (100 + TOLERANCE_PERCENT) / 100);
    }
  }

  /** Each stated length belongs to the table that follows it, up to the next stated length. */
  private static List<ReadingPath> readingPaths() {
    String page = Checkout.text("ARCHITECTURE.md");
    String section = page.substring(page.indexOf(HEADING) + HEADING.length());
    int end = section.indexOf("\n## ");
    String text = end < 0 ? section : section.substring(0, end);
    List<MatchResult> stated = STATED_LENGTH.matcher(text).results().toList();
    List<ReadingPath> paths = new ArrayList<>();
    for (int i = 0; i < stated.size(); i++) {
      MatchResult length = stated.get(i);
      int next = i + 1 < stated.size() ? stated.get(i + 1).start() : text.length();
      String table = text.substring(length.end(), next);
      paths.add(
          new ReadingPath(
              Integer.parseInt(length.group(1)),
              Long.parseLong(length.group(2).replace(",", "")),
              LISTED_FILE.matcher(table).results().map(file -> file.group(1)).toList()));
    }
    return paths;
  }

  private record ReadingPath(int statedFiles, long statedLines, List<String> files) {}
}
