package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Failure families and comparisons on the command line. */
@ExtendWith(OneServer.class)
class FailureCommandsTest {

  private static final String CHARGE =
      """
      {"StartAt": "Load", "States": {
        "Load": {"Type": "Pass", "Next": "Check"},
        "Check": {"Type": "Choice", "Choices": [
          {"Variable": "$.why", "IsPresent": true, "Next": "Decline"}], "Default": "Done"},
        "Decline": {"Type": "Fail", "Error": "Card.Declined", "CausePath": "$.why"},
        "Done": {"Type": "Succeed"}}}\
      """;

  @TempDir Path folder;

  private static String run(Api own, String input) throws Exception {
    return own.post("/api/flows/pay/execute?wait=30", "{\"input\": %s}".formatted(input))
        .text("id");
  }

  @Test
  void shouldTakeCareOfFamilies(OneServer.Running running) throws Exception {
    String secret = running.tenant("failure-commands");
    Api own = running.with(secret);
    Commands commands =
        new Commands(running.server().address(), Files.writeString(folder.resolve("key"), secret));
    own.post(
        "/api/flows?publish=true", "{\"code\": \"pay\", \"definition\": %s}".formatted(CHARGE));
    assertThat(commands.pawl("failures", "ls").well().out()).contains("no failures");
    String first = run(own, "{\"why\": \"Card 17 is empty\"}");
    run(own, "{\"why\": \"Card 18 is empty\"}");
    Await.until(
        "both are in a family",
        () -> commands.pawl("failures", "ls").well().out().contains("new     2"));

    String list = commands.pawl("failures", "ls", "--since", "PT24H", "--flow", "pay").well().out();
    String id =
        commands
            .pawl("failures", "ls", "--search", "EMPTY", "--json")
            .well()
            .json()
            .get("items")
            .flatMap(items -> items.get(0))
            .flatMap(one -> one.get("id"))
            .map(Json::asText)
            .orElseThrow();

    assertThat(list).contains(id, "Decline", "Card.Declined", "Card <n> is empty");
    assertThat(commands.pawl("failures", "show", id).well().out())
        .contains("new, 2 failures, 2 can be retried", first, "why=Card 18 is empty");
    assertThat(commands.pawl("failures", "show", id, "--json").well().json().get("factors"))
        .isPresent();
    assertThat(commands.pawl("failures", "assign", id, "clerk-1").well().out())
        .isEqualTo(id + " is new, assigned to clerk-1\n");
    assertThat(commands.pawl("failures", "assign", id).well().out()).isEqualTo(id + " is new\n");
    assertThat(commands.pawl("failures", "know", id, "--note", "asked").well().out())
        .isEqualTo(id + " is known\n");
    assertThat(commands.pawl("failures", "resolve", id, "--json").well().text("status"))
        .isEqualTo("RESOLVED");
    assertThat(commands.pawl("failures", "reopen", id).well().out())
        .isEqualTo(id + " is reopened\n");
    assertThat(commands.pawl("failures", "reopen", id).err()).contains("REOPENED");
    assertThat(commands.pawl("failures", "retry", id, "--dry-run").well().out())
        .isEqualTo("2 would be retried; nothing was changed\n");
    assertThat(commands.pawl("failures", "retry", id, "--per-minute", "0").exitCode()).isNotZero();
    String job =
        commands
            .pawl("failures", "retry", id, "--from-failure", "--per-minute", "6000", "--json")
            .well()
            .text("id");
    assertThat(BulkRateTest.awaitEnd(own, job).text("done")).isEqualTo("2");
    assertThat(commands.pawl("ls", "--family", id, "--not-retried").well().out())
        .doesNotContain(first);
    assertThat(commands.pawl("failures", "show", "0000000000000000").err())
        .contains("there is no failure family");
  }

  @Test
  void shouldFindWhereExecutionsDiffer(OneServer.Running running) throws Exception {
    String secret = running.tenant("compare-commands");
    Api own = running.with(secret);
    Commands commands =
        new Commands(running.server().address(), Files.writeString(folder.resolve("key"), secret));
    own.post(
        "/api/flows?publish=true", "{\"code\": \"pay\", \"definition\": %s}".formatted(CHARGE));
    String good = run(own, "{\"total\": 1}");
    String same = run(own, "{\"total\": 1}");
    String bad = run(own, "{\"total\": 2, \"why\": \"empty\"}");

    String equal = commands.pawl("compare", good, same).well().out();
    String different = commands.pawl("compare", good, bad).well().out();
    Json json = commands.pawl("compare", bad, good, "--json").well().json();

    assertThat(equal).contains("A  " + good, "B  " + same, "no difference in 3 steps");
    assertThat(different)
        .contains(
            "they first differ in the input of Load",
            "A  {\"total\":1}",
            "B  {\"total\":2,\"why\":\"empty\"}");
    assertThat(json.get("first").flatMap(one -> one.get("kind"))).contains(Json.of("input"));
    assertThat(json.get("differences").flatMap(one -> one.get("path"))).contains(Json.of(2));
    assertThat(json.get("sameVersion")).contains(Json.of(true));
  }
}
