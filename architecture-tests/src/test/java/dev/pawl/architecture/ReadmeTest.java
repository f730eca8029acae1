package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the README and compares their output with what the README shows. */
@DisabledOnOs(OS.WINDOWS)
class ReadmeTest {

  private static final String README = Checkout.text("README.md");

  /** A block of commands and the optional block of expected output after it. */
  private static final Pattern COMMANDS =
      Pattern.compile(
          "```sh\\n(.*?)```\\n(?:\\s*<!-- output -->\\s*```\\w*\\n(.*?)```)?", Pattern.DOTALL);

  private static final Pattern FILE =
      Pattern.compile("Save this as `([^`]+)`:\\s*```\\w+\\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  @BeforeEach
  void checkout() throws Exception {
    Shell.installPawl(folder);
    for (String example : Checkout.files("examples").toList()) {
      Files.createDirectories(folder.resolve(example).getParent());
      Files.copy(Checkout.ROOT.resolve(example), folder.resolve(example));
    }
    for (MatchResult file : FILE.matcher(README).results().toList()) {
      Files.writeString(folder.resolve(file.group(1)), file.group(2));
    }
  }

  @TestFactory
  Stream<DynamicTest> shouldRun() {
    return COMMANDS.matcher(README).results().flatMap(this::testsOf);
  }

  @Test
  void shouldHaveCommandsToRun() {
    assertThat(COMMANDS.matcher(README).results().flatMap(this::testsOf)).hasSizeGreaterThan(3);
  }

  private Stream<DynamicTest> testsOf(MatchResult block) {
    return block
        .group(1)
        .replace("\\\n", "")
        .lines()
        .filter(line -> line.startsWith("./pawl"))
        .map(line -> DynamicTest.dynamicTest(line, () -> run(line, block.group(2))));
  }

  private void run(String line, String shown) throws Exception {
    Shell.Outcome outcome = Shell.run(folder, Map.of(), line + " 2>&1");

    if (shown == null) {
      assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    } else {
      assertThat(outcome.output()).isEqualTo(shown);
      assertThat(outcome.exitCode()).isEqualTo(shown.contains("FAILED") ? 1 : 0);
    }
  }
}
