package dev.pawl.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PagesTest {

  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

  @Test
  void shouldLinkToFilesThatExist() {
    for (String page : pages()) {
      Path folder = Tree.ROOT.resolve(page).resolveSibling(".");

      assertThat(LINK.matcher(Tree.text(page)).results().map(link -> link.group(1)))
          .as(page)
          .filteredOn(link -> !link.contains("://"))
          .allSatisfy(link -> assertThat(Files.exists(folder.resolve(link))).as(link).isTrue());
    }
  }

  @Test
  void shouldListEveryDecision() {
    String index = Tree.text("docs/adr/README.md");

    assertThat(Tree.files("docs/adr").filter(file -> !file.endsWith("/README.md")))
        .allSatisfy(file -> assertThat(index).contains("(" + Path.of(file).getFileName() + ")"));
  }

  private static List<String> pages() {
    return Stream.concat(
            Stream.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"),
            Tree.files("docs").filter(file -> file.endsWith(".md")))
        .toList();
  }
}
