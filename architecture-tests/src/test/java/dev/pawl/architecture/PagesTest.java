package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the links between the pages of the repository. */
class PagesTest {

  private static final long MAX_BYTES = 200_000;

  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

  private static final Pattern ANCHOR = Pattern.compile("]\\(([^)#\\s]*)#([^)\\s]+)\\)");

  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

  @Test
  void shouldLinkToFilesThatExist() {
    for (String page : pages()) {
      Path folder = Checkout.ROOT.resolve(page).resolveSibling(".");

      assertThat(LINK.matcher(Checkout.text(page)).results().map(link -> link.group(1)))
          .as(page)
          .filteredOn(link -> !link.contains("://"))
          .allSatisfy(link -> assertThat(Files.exists(folder.resolve(link))).as(link).isTrue());
    }
  }

  @Test
  void shouldLinkToHeadingsThatExist() {
    for (String page : pages()) {
      Path folder = Checkout.ROOT.resolve(page).resolveSibling(".");

      assertThat(ANCHOR.matcher(Checkout.text(page)).results().toList())
          .as(page)
          .filteredOn(link -> !link.group(1).contains("://"))
          .allSatisfy(
              link -> {
                Path target =
                    link.group(1).isEmpty()
                        ? Checkout.ROOT.resolve(page)
                        : folder.resolve(link.group(1));
                assertThat(anchors(target)).as(link.group()).contains(link.group(2));
              });
    }
  }

  /** Returns the anchors of all headings of a page, as GitHub derives them. */
  private static List<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  @Test
  void shouldListEveryDecision() {
    String index = Checkout.text("docs/adr/README.md");

    assertThat(Checkout.files("docs/adr").filter(file -> !file.endsWith("/README.md")))
        .allSatisfy(file -> assertThat(index).contains("(" + Path.of(file).getFileName() + ")"));
  }

  @Test
  void shouldKeepPicturesSmall() {
    assertThat(Checkout.files("docs").filter(file -> file.endsWith(".png")))
        .isNotEmpty()
        .allSatisfy(
            file -> assertThat(Files.size(Checkout.ROOT.resolve(file))).isLessThan(MAX_BYTES));
  }

  private static List<String> pages() {
    try (Stream<Path> files = Files.list(Checkout.ROOT)) {
      List<Path> top = files.sorted().toList();
      Stream<String> ofTheRoot = top.stream().map(file -> file.getFileName().toString());
      Stream<String> ofModules =
          top.stream()
              .filter(folder -> Files.isRegularFile(folder.resolve("README.md")))
              .map(folder -> folder.getFileName() + "/README.md");
      return Stream.of(ofTheRoot, ofModules, Checkout.files("docs"), Checkout.files("examples"))
          .flatMap(names -> names)
          .filter(file -> file.endsWith(".md"))
          .distinct()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
