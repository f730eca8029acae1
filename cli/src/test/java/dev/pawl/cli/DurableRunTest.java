package dev.pawl.cli;

import static dev.pawl.cli.Program.flow;
import static dev.pawl.cli.Program.pawl;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.json.JsonText;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Durable runs one after the other, on one server that they share. */
class DurableRunTest {

  private static final String OTHER =
      """
      StartAt: A
      States:
        A: {Type: Task, Resource: charge, End: true}
      """;

  @TempDir static Path folder;

  private static EmbeddedPostgres server;
  private static String url;

  @BeforeAll
  static void start() {
    server = EmbeddedPostgres.start(folder.resolve("server"));
    url = url("/pawl");
  }

  private static String url(String database) {
    return "postgresql://%s:%s@127.0.0.1:%d%s"
        .formatted(server.user(), server.password(), server.port(), database);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldShowTheSameAsARunInMemoryAndOnceEndedItsResult() {
    Program.Outcome memory = pawl("run", flow("hello.asl.json"), "--input", "{\"name\": \"Ada\"}");
    Program.Outcome first = durably("hello.asl.json", "--input", "{\"name\": \"Ada\"}");
    Program.Outcome second = durably("hello.asl.json", "--input", "{\"name\": \"Ada\"}");

    assertThat(first).isEqualTo(memory);
    assertThat(second.out()).isEqualTo(memory.out());
    assertThat(second.err()).contains("ended at ", "this is its result (--again runs it again)");
  }

  @Test
  void shouldDistinguishRunsByInputAndKeyAndRunAgainOnRequest() {
    durably("hello.asl.json", "--input={\"name\": \"Bob\"}");

    assertThat(durably("hello.asl.json", "--input={\"name\": \"Cy\"}").err()).isEmpty();
    assertThat(durably("hello.asl.json", "--input={\"name\": \"Bob\"}", "--key=2").err()).isEmpty();
    assertThat(durably("hello.asl.json", "--input={\"name\": \"Bob\"}", "--again").err()).isEmpty();
    assertThat(durably("hello.asl.json", "--input={\"name\": \"Bob\"}").err()).contains("ended at");
  }

  @Test
  void shouldReportWhatItWaitsForAndContinueWithIt() {
    String works = "--mock=work=1";
    String again = "--mock=work=2";
    Program.Outcome first = durably("ticks.asl.yaml", works, again);
    Program.Outcome second = durably("ticks.asl.yaml", works, again, "--event=tick=\"a\"");
    Program.Outcome third = durably("ticks.asl.yaml", works, again, "--event=tick=\"a\"");
    Program.Outcome fourth = durably("ticks.asl.yaml", "--event=tick=\"a\"", "--event=tick=\"b\"");
    Program.Outcome last =
        durably(
            "ticks.asl.yaml",
            "--event=tick=\"a\"",
            "--decide=Decide=again",
            "--decide=Decide=fine");

    assertThat(first.exitCode()).isEqualTo(1);
    assertThat(first.out())
        .endsWith("WAITING 'Tick' waits for the event 'tick' (--event tick=JSON)\n");
    assertThat(second.out()).contains("✓ Second").endsWith("(--event tick=JSON)\n");
    assertThat(done(third)).isEqualTo(done(second));
    assertThat(fourth.out())
        .endsWith("WAITING 'Decide' waits for a person (--decide Decide=again|fine)\n");
    assertThat(last.exitCode()).isZero();
    assertThat(output(last, "first")).isEqualTo(Json.of(1));
    assertThat(output(last, "second")).isEqualTo(Json.of(2));
    assertThat(output(last, "tick")).isEqualTo(Json.of("a"));
    assertThat(output(last, "tock")).isEqualTo(Json.of("b"));
    assertThat(last.out().lines().filter(line -> line.startsWith("✓ Decide"))).hasSize(2);
  }

  private static List<String> done(Program.Outcome outcome) {
    return outcome.out().lines().filter(line -> !line.startsWith("…")).toList();
  }

  private static Json output(Program.Outcome outcome, String member) {
    String document = outcome.out().substring(outcome.out().indexOf("\n\n") + 2);
    return JsonText.parse(document).get(member).orElseThrow();
  }

  @Test
  void shouldAnswerATaskTokenLater() {
    Program.Outcome first = durably("token.asl.yaml", "--mock=send=1");
    Program.Outcome second = durably("token.asl.yaml", "--mock=send.waitForTaskToken=5");

    assertThat(first.exitCode()).isEqualTo(1);
    assertThat(first.out()).contains("WAITING 'Callback' waits for its task token");
    assertThat(second.exitCode()).isZero();
    assertThat(second.out()).endsWith("\n5\n");
  }

  @Test
  void shouldFailATaskTokenLater() {
    durably("token.asl.yaml", "--mock=send=1", "--key=fails");
    Program.Outcome second =
        durably("token.asl.yaml", "--mock-error=send.waitForTaskToken=Lost", "--key=fails");

    assertThat(second.exitCode()).isEqualTo(1);
    assertThat(second.out()).contains("FAILED Lost");
  }

  @Test
  void shouldAnswerATaskTokenWithTheOutputOfAProgram() {
    Program.Outcome outcome =
        durably("token.asl.yaml", "--exec=send.waitForTaskToken=echo 6", "--key=program");

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).endsWith("\n6\n");
  }

  @Test
  void shouldKeepTheMocksItWasStartedWith() {
    String key = "--key=kept";
    Program.Outcome first = durably("ticks.asl.yaml", "--mock=work=1", key);
    Program.Outcome changed = durably("ticks.asl.yaml", "--mock=work=2", key);
    Program.Outcome replaced = durably("ticks.asl.yaml", "--exec=work=echo 2", key);
    Program.Outcome last =
        durably("ticks.asl.yaml", "--event=tick", "--event=tick=2", "--decide=Decide=fine", key);

    assertThat(first.exitCode()).isEqualTo(1);
    assertThat(changed)
        .isEqualTo(
            misuse(
                "mock of 'work': the run was started with other mocks of it; mocks are fixed when"
                    + " a run starts (--key starts another run)"));
    assertThat(replaced).isEqualTo(changed);
    assertThat(last.exitCode()).as(last.toString()).isZero();
    assertThat(output(last, "second")).isEqualTo(Json.of(1));
  }

  @Test
  void shouldBeATestExecution() {
    durably("pay.asl.yaml", "--mock=charge={}", "--mock=ship=1", "--key=a-test");

    try (var other = dev.pawl.postgres.PostgresNode.on(Database.at(url)).start()) {
      List<Executions.Summary> found =
          other
              .control()
              .reader()
              .search(
                  TenantId.DEFAULT,
                  new Executions.Criteria(
                      Optional.empty(),
                      Optional.empty(),
                      Optional.of("a-test"),
                      Map.of(),
                      Optional.empty(),
                      Executions.Span.ALWAYS,
                      Optional.of(true)),
                  new Executions.Page(2, Optional.empty()));
      assertThat(found).hasSize(1);
    }
  }

  @Test
  void shouldCountTheAnswersOfEachExecutionLikeARunInMemory() {
    String[] mocks = {"--mock=work=1", "--mock=work=2"};
    Program.Outcome memory = pawl("run", flow("twice.asl.yaml"), mocks[0], mocks[1]);
    Program.Outcome durable = durably("twice.asl.yaml", mocks);

    assertThat(List.of(memory, durable))
        .allSatisfy(
            outcome -> {
              assertThat(output(outcome, "first")).isEqualTo(Json.of(1));
              assertThat(output(outcome, "child")).isEqualTo(Json.of(1));
              assertThat(output(outcome, "second")).isEqualTo(Json.of(2));
            });
  }

  @Test
  void shouldMockAFlow() {
    Program.Outcome outcome =
        durably("parent.asl.yaml", "--mock=flow:child.sync=6", "--key=mocked");

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).endsWith("\n6\n");
  }

  @Test
  void shouldShowTheStepsOfItsChildrenNowAndLater() {
    Program.Outcome first = durably("parent.asl.yaml", "--mock=work=5");
    Program.Outcome second = durably("parent.asl.yaml", "--json");

    assertThat(first.out()).contains("  child: Work").contains("✓ Call").endsWith("\n5\n");
    assertThat(second.json().get("steps").orElseThrow().toString())
        .contains("\"state\":\"Work\"")
        .contains("\"state\":\"Call\"");
  }

  @Test
  void shouldReadItemsFromAMock() {
    Program.Outcome outcome =
        durably(
            "rows.asl.json", "--mock=arn:aws:states:::s3:getObject=@" + flow("rows.csv"), "--json");

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.json().get("status")).contains(Json.of("SUCCEEDED"));
  }

  @Test
  void shouldCompensateWithoutMocks() {
    Program.Outcome outcome =
        durably("undo.asl.yaml", "--mock", "book=1", "--mock-error", "charge=Declined");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).contains("↩ Book Task").contains("FAILED Declined");
  }

  @Test
  void shouldNotTouchOtherExecutions() {
    Database database = Database.at(url);
    ExecutionId id;
    try (var other = dev.pawl.postgres.PostgresNode.on(database).start()) {
      other.deploy("other", OTHER);
      id = other.start("other", JsonObject.EMPTY);
    }

    Program.Outcome outcome = durably("pay.asl.yaml", "--mock=charge={}", "--mock=ship=1");
    Program.Outcome without = durably("hello.asl.json", "--input={\"name\": \"Di\"}");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).doesNotContain("✓ A ");
    assertThat(without.err()).isEmpty();
    try (var other = dev.pawl.postgres.PostgresNode.on(database).start()) {
      Status status = other.control().reader().find(other.key(id)).orElseThrow().status();
      assertThat(status.isTerminal()).isFalse();
      other.cancel(id, "test");
    }
  }

  @Test
  void shouldStopAtAMissingMockAndContinueWithIt() {
    String data = "--data=" + folder.resolve("data");

    Program.Outcome first = pawl("run", flow("pay.asl.yaml"), data, "--mock=charge={}");
    Program.Outcome second = pawl("run", flow("pay.asl.yaml"), data, "--mock=ship=7");

    assertThat(first.exitCode()).isEqualTo(2);
    // Before it, on a slow machine, there is a line that says that it is at work.
    assertThat(first.out()).contains("✓ Pay ").doesNotContain("✓ Ship ");
    assertThat(first.err())
        .contains("setting up a PostgreSQL in ")
        .endsWith(
            "pawl: no handler serves 'ship' (state 'Ship'); give each a result: --mock"
                + " ship=JSON\n");
    assertThat(second.exitCode()).isZero();
    assertThat(second.out()).contains("✓ Pay ").contains("\"parcel\": 7");
  }

  @Test
  void shouldRefuseContradictoryOptions() {
    String file = flow("pay.asl.yaml");

    assertThat(pawl("run", file, "--data=a", "--database=" + url))
        .isEqualTo(misuse("--data and --database exclude each other; give one of them"));
    assertThat(pawl("run", file, "--data=a", "--fast"))
        .isEqualTo(
            misuse(
                "--fast cannot skip time in a durable run, which other programs may see;"
                    + " give only one of them"));
    assertThat(pawl("run", file, "--again"))
        .isEqualTo(misuse("--again is for durable runs: add --data or --database"));
    assertThat(pawl("run", file, "--data=a", "--mock-error=charge=Busy", "--exec=charge=true"))
        .isEqualTo(
            misuse(
                "--exec charge: in a durable run the program is the only answer of its resource;"
                    + " leave out the others"));
    assertThat(
            pawl("run", flow("token.asl.yaml"), "--data=a", "--mock-error=send=E", "--mock=send=1"))
        .isEqualTo(
            misuse(
                "'send' has several answers, but passes on the task token of"
                    + " 'send.waitForTaskToken'; in a durable run it has one"));
    assertThat(Path.of("a")).doesNotExist();
    assertThat(folder.resolve("a")).doesNotExist();
  }

  @Test
  void shouldReportWhyALocationCannotBeUsed() throws Exception {
    String file = flow("pay.asl.yaml");
    Path text = Files.createFile(folder.resolve("text"));
    try (Connection connection = Database.at(url).connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create database theirs");
    }
    try (Connection connection = Database.at(url("/theirs")).connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema pawl");
      statement.execute("create table pawl.thing (id int)");
    }

    assertThat(pawl("run", file, "--data=" + text))
        .isEqualTo(misuse("--data: '" + text + "' is a file, not a folder"));
    assertThat(pawl("run", file, "--data=" + folder.resolve("server")).err())
        .contains("is in use by another embedded PostgreSQL");
    assertThat(pawl("run", file, "--database=mysql://x").err())
        .startsWith("pawl: --database: not the address of a PostgreSQL database");
    assertThat(pawl("run", file, "--database=postgresql://127.0.0.1:1/x").err())
        .startsWith("pawl: cannot use the database jdbc:postgresql://127.0.0.1:1/x: ")
        .contains("Nothing answers there");
    assertThat(pawl("run", file, "--database=" + url("/nowhere")).err())
        .contains("CREATE DATABASE");
    assertThat(pawl("run", file, "--database=" + url("/theirs")).err())
        .contains("The schema pawl holds tables that are not Pawl's");
  }

  private static Program.Outcome misuse(String sentence) {
    return new Program.Outcome(2, "", "pawl: " + sentence + "\n");
  }

  private static Program.Outcome durably(String file, String... options) {
    List<String> arguments = new ArrayList<>(List.of("run", flow(file), "--database=" + url));
    arguments.addAll(List.of(options));
    return pawl(arguments.toArray(String[]::new));
  }
}
