package dev.pawl.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs what docs/library.md shows, in a program that has nothing but Pawl. */
class LibraryPageTest {

  private static final String PROGRAM =
      """
      import dev.pawl.engine.ExecutionId;
      import dev.pawl.postgres.Pawl;
      import dev.pawl.sdk.Json;
      import dev.pawl.sdk.JsonObject;
      import java.nio.file.Path;
      import java.sql.Connection;
      import java.time.Duration;

      class Program {
        public static void main(String[] args) throws Exception {
          String definition = \"""
      %s\""";
      %s
          inOneTransaction();
        }

        static void inOneTransaction() throws Exception {
          try (Pawl pawl = Pawl.in(Path.of("data")).handler("echo", call -> call.input()).start();
              Connection connection = pawl.connect()) {
            pawl.deploy("waits", \"""
                StartAt: Wait
                States:
                  Wait: {Type: Wait, Event: go, Next: Echo}
                  Echo: {Type: Task, Resource: echo, End: true}
                \""");
      %s
            System.out.println(pawl.await(id, Duration.ofSeconds(30)));
          }
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void shouldRunAsItStandsOnThePage() throws Exception {
    String page = Files.readString(Path.of(System.getProperty("pawl.root"), "docs", "library.md"));
    Path program = folder.resolve("Program.java");
    Files.writeString(
        program,
        PROGRAM.formatted(
            blocks(page, "yaml").getFirst(),
            blocks(page, "java").getFirst(),
            blocks(page, "java").get(1)));

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(printed).isZero();
    assertThat(printed).contains("SUCCEEDED", "\"Hello\"", "\"this\"");
  }

  private static List<String> blocks(String page, String language) {
    return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }
}
