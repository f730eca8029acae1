package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Lists distinguish children from top-level executions. */
@ExtendWith(OneServer.class)
class ParentsTest {

  // One of three items fails, and so does the Map; the children fail with it.
  private static final String MAP =
      """
      {"code": "batch", "definition": {"StartAt": "Each", "States": {"Each": {
        "Type": "Map", "End": true, "ToleratedFailureCount": 3,
        "ItemProcessor": {
          "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
          "StartAt": "Item", "States": {"Item": {"Type": "Fail", "Error": "Bad.Item"}}}}}}}\
      """;

  private static final String CALLED =
      """
      {"code": "called", "definition": {"StartAt": "Do", "States": {
        "Do": {"Type": "Pass", "End": true}}}}\
      """;

  private static final String CALLING =
      """
      {"code": "calling", "definition": {"StartAt": "Call", "States": {
        "Call": {"Type": "Task", "Resource": "flow:called", "End": true}}}}\
      """;

  @TempDir private static Path folder;
  private static Api api;
  private static Commands commands;
  private static String batch;
  private static String calling;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    String key = running.tenant("parents");
    api = running.with(key);
    Path file = Files.writeString(folder.resolve("own.key"), key);
    commands = new Commands(running.server().address(), file);
    for (String flow : List.of(MAP, CALLED, CALLING)) {
      assertThat(api.post("/api/flows?publish=true", flow).status()).isEqualTo(201);
    }
    batch = ended("batch", "{\"input\": [1, 2, 3], \"businessKey\": \"b-1\"}");
    calling = ended("calling", "{}");
  }

  private static String ended(String flow, String body) throws Exception {
    String id = api.post("/api/flows/" + flow + "/execute", body).text("id");
    assertThat(api.get("/api/flows/executions/" + id + "?wait=30").text("endedAt")).isNotEmpty();
    return id;
  }

  private static List<Json> found(String query) throws Exception {
    Api.Answer answer = api.get("/api/flows/executions?" + query);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return ((JsonArray) answer.body().get("items").orElseThrow()).elements();
  }

  private static List<String> ids(String query) throws Exception {
    return found(query).stream().map(one -> text(one, "id")).toList();
  }

  private static String text(Json value, String member) {
    return value.get(member).map(Json::asText).orElse("");
  }

  @Test
  void shouldListTopLevelExecutionsUnlessAskedForChildren() throws Exception {
    assertThat(ids("flow=batch")).containsExactly(batch);
    assertThat(ids("businessKey=b-1")).containsExactly(batch);
    assertThat(ids("flow=batch&parent=none")).containsExactly(batch);
    assertThat(ids("status=FAILED&error=Bad.Item")).isEmpty();
    assertThat(ids("flow=called")).isEmpty();
    assertThat(api.get("/api/flows/batch/flow-executions").body().toString())
        .contains(batch)
        .doesNotContain("\"parent\":\"" + batch);

    assertThat(ids("flow=batch&parent=any")).hasSize(4).contains(batch);
    assertThat(found("parent=" + batch))
        .hasSize(3)
        .allSatisfy(
            child -> {
              assertThat(text(child, "parent")).isEqualTo(batch);
              assertThat(text(child, "parentStep")).isEqualTo("/@1");
              assertThat(text(child, "error")).isEqualTo("Bad.Item");
            });
    assertThat(found("parent=" + batch))
        .extracting(child -> child.get("parentItem").orElseThrow().asLong())
        .containsExactlyInAnyOrder(0L, 1L, 2L);
    assertThat(ids("status=FAILED&error=Bad.Item&parent=" + batch)).hasSize(3);
    assertThat(found("parent=" + calling))
        .singleElement()
        .satisfies(
            child -> {
              assertThat(text(child, "flow")).isEqualTo("called");
              assertThat(child.get("parentItem").filter(item -> !item.isNull())).isEmpty();
            });
  }

  @Test
  void shouldShowTheParentOfAnExecution() throws Exception {
    String child = ids("parent=" + calling).getFirst();

    Api.Answer shown = api.get("/api/flows/executions/" + child);

    assertThat(shown.text("parent")).isEqualTo(calling);
    assertThat(shown.text("parentStep")).isEqualTo("/@1");
    assertThat(commands.pawl("show", child).well().out())
        .contains("child of " + calling + ", step /@1\n");
  }

  @Test
  void shouldRejectAnInvalidParent() throws Exception {
    Api.Answer refused = api.get("/api/flows/executions?parent=mother");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("detail"))
        .isEqualTo("parent: must be the id of an execution, any or none, got 'mother'");
  }

  @Test
  void shouldListChildrenOnRequestOfTheCommand() {
    assertThat(commands.pawl("ls", "--flow", "batch").well().out())
        .contains(batch)
        .doesNotContain("PARENT");
    assertThat(commands.pawl("ls", "--flow", "batch", "--all").well().out().lines())
        .hasSize(5)
        .first()
        .asString()
        .containsSubsequence("FLOW", "PARENT", "STATUS");
    assertThat(commands.pawl("ls", "--parent", batch).well().out().lines())
        .hasSize(4)
        .filteredOn(line -> line.contains(batch))
        .hasSize(3);
    assertThat(commands.pawl("ls", "--parent", batch, "--all").exitCode()).isEqualTo(2);
  }

  @Test
  void shouldActOnTopLevelExecutionsUnlessAskedForChildren() throws Exception {
    String retry =
        "{\"action\": \"retry\", \"dryRun\": %s, \"filter\": {\"status\": \"FAILED\"%s}}";
    String filter = ", \"flow\": \"batch\"";
    String any = filter + ", \"parent\": \"any\"";
    String children = ", \"parent\": \"%s\"".formatted(batch);

    assertThat(bulk(retry.formatted(true, filter)).text("matches")).isEqualTo("0");
    assertThat(bulk(retry.formatted(true, any)).text("matches")).isEqualTo("3");
    assertThat(bulk(retry.formatted(true, children)).text("matches")).isEqualTo("3");
    assertThat(bulk("{\"action\": \"cancel\", \"filter\": {\"parent\": \"any\"}}").text("code"))
        .isEqualTo("no-filter");
    Api.Answer job = bulk(retry.formatted(false, filter));
    Instant deadline = Instant.now().plus(Duration.ofSeconds(60));
    while (job.text("status").equals("RUNNING")) {
      assertThat(Instant.now()).isBefore(deadline);
      job = api.get("/api/jobs/" + job.text("id"));
    }
    assertThat(job.text("done")).isEqualTo("0");
  }

  private static Api.Answer bulk(String body) throws Exception {
    return api.post("/api/flows/executions/bulk", body);
  }
}
