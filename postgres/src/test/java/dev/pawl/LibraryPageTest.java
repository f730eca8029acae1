package dev.pawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.store.TestDatabases;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the Java code of docs/library.md in programs that have only Pawl. */
@ExtendWith(TestDatabases.class)
class LibraryPageTest {

  /** The snippets of the page, in the order in which they are inserted here. */
  private static final String SNIPPETS =
      """
      import static dev.pawl.testkit.FlowAssert.assertThat;

      import dev.pawl.*;
      import dev.pawl.sdk.*;
      import dev.pawl.testkit.*;
      import java.sql.*;
      import java.time.Duration;
      import java.util.*;
      import org.postgresql.ds.PGSimpleDataSource;

      class Snippets {
        static final String FLOW = \"""
            StartAt: Reserve
            States:
              Reserve: {Type: Task, Resource: reserve, ResultPath: $.reservation, Next: Wait for payment}
              Wait for payment: {Type: Wait, Event: paid, ResultPath: $.payment, Next: Ship}
              Ship: {Type: Task, Resource: ship, End: true}
            \""";

        public static void main(String[] args) throws Exception {
          PGSimpleDataSource dataSource = new PGSimpleDataSource();
          dataSource.setUrl(args[0]);
          dataSource.setUser(args[1]);
          dataSource.setPassword(args[2]);
          try (Connection connection = dataSource.getConnection()) {
            connection.createStatement().execute("create table orders (item text)");
          }
          %s
          pawl.deploy("order", FLOW);
          UUID id;
          %s
          while (pawl.steps(id).stream().noneMatch(step -> step.state().equals("Ship"))) {
            pawl.await(id, Duration.ofMillis(100));
          }
          operate(pawl, id);
          System.out.println(pawl.await(id, Duration.ofSeconds(30)).orElseThrow().status());
          pawl.close();
          test();
          System.out.println("tested");
        }

        static void operate(Pawl pawl, UUID id) {
          %s
        }

        static void test() {
          %s
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void shouldContinueTheProgramOfThePageAfterAKill() throws Exception {
    Path program = folder.resolve("Orders.java");
    Files.writeString(program, blocks().getFirst());

    Process first = run(program);
    List<String> before = new ArrayList<>();
    try (BufferedReader lines = reader(first)) {
      String line = lines.readLine();
      while (line != null && !line.equals("WAITING")) {
        before.add(line);
        line = lines.readLine();
      }
      first.destroyForcibly().waitFor();
    }
    Process second = run(program, "paid");
    List<String> after = reader(second).lines().toList();

    assertThat(before).contains("reserving \"book\"");
    assertThat(second.waitFor()).as(after.toString()).isZero();
    assertThat(after)
        .contains("shipping", "SUCCEEDED", "{\"shipped\":true}")
        .doesNotContain("reserving \"book\"");
  }

  @Test
  void shouldRunTheSnippetsOfThePage(Database database) throws Exception {
    List<String> blocks = blocks();
    Path program = folder.resolve("Snippets.java");
    Files.writeString(
        program, SNIPPETS.formatted(blocks.get(1), blocks.get(2), blocks.get(3), blocks.get(4)));

    Process process = run(program, database.url(), database.user(), database.password());
    List<String> printed = reader(process).lines().toList();

    assertThat(process.waitFor()).as(printed.toString()).isZero();
    assertThat(printed).contains("Reserve SUCCEEDED", "CANCELLED", "tested");
  }

  private Process run(Path program, String... arguments) throws IOException {
    return new ProcessBuilder(
            Stream.concat(
                    Stream.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.toString()),
                    Arrays.stream(arguments))
                .toList())
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .start();
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static List<String> blocks() throws IOException {
    String page = Files.readString(Path.of(System.getProperty("pawl.root"), "docs", "library.md"));
    return Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }
}
