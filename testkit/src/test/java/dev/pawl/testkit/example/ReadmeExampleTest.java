package dev.pawl.testkit.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The README quotes files that the build compiles and runs. */
class ReadmeExampleTest {

  private static final Path README = Path.of("README.md");

  @ParameterizedTest
  @CsvSource({
    "yaml, src/test/resources/flows/expense.asl.yaml",
    "java, src/test/java/dev/pawl/testkit/example/ExpenseFlowTest.java"
  })
  void shouldQuoteTheExampleAsItRuns(String language, Path file) throws IOException {
    String page = Files.readString(README);

    String quoted = "```" + language + "\n" + Files.readString(file) + "```\n";

    assertThat(page).contains(quoted);
  }

  @Test
  void shouldNameTheFilesOfTheExample() throws IOException {
    String page = Files.readString(README);

    assertThat(page).contains("flows/expense.asl.yaml", "ExpenseFlowTest.java");
  }
}
