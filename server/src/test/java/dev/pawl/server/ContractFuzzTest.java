package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Requests generated from the OpenAPI document: the server accepts valid ones, its responses match
 * the document, and none is a server error.
 */
@ExtendWith(OneServer.class)
@Execution(ExecutionMode.CONCURRENT)
@Tag("exhaustive")
class ContractFuzzTest {

  private static final Path TOOL =
      Path.of(System.getProperty("pawl.root"), "server", "target", "specmatic");

  @TempDir private Path folder;

  @Test
  void shouldAnswerAsDocumentedWithoutServerErrors(OneServer.Running running) throws Exception {
    String key = running.tenant("contract");
    Api api = running.with(key);
    api.post(
        "/api/flows?publish=true",
        """
        {"code": "fuzz", "definition": {"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}}\
        """);
    String execution = api.post("/api/flows/fuzz/execute", "{}").text("id");
    String document = brief(asked(api.get("/api/openapi.json").body()));

    ContractJudge judge =
        judged(known(known(document, "flow", "fuzz"), "id", execution), running, key);

    assertThat(judge.answered(true)).isGreaterThan(1_000);
    assertThat(judge.answered(false)).isGreaterThan(200);
    assertThat(judge.objections()).isEmpty();
  }

  @Test
  void shouldRejectADocumentWithUnknownOperations(OneServer.Running running) throws Exception {
    String key = running.tenant("contract-broken");
    Json document = running.with(key).get("/api/openapi.json").body();
    String broken = brief(only("/api/workers/poll", document)).replace("\"wait\"", "\"seconds\"");

    ContractJudge judge = judged(broken, running, key);

    assertThat(judge.objections())
        .anyMatch(one -> one.startsWith("POST /api/workers/poll: there is no field 'seconds'"));
  }

  private ContractJudge judged(String document, OneServer.Running running, String key)
      throws Exception {
    Path file = folder.resolve("api.json");
    Files.writeString(file, document);
    return new ContractJudge(
        new Specmatic(TOOL).tries(file, running.server().address().toString(), key));
  }

  /** Excludes endpoints with endless responses. */
  private static String asked(Json document) {
    Map<String, Json> paths = paths(document);
    paths.replaceAll(
        (path, endpoints) ->
            path.endsWith("/events") ? without("get", (JsonObject) endpoints) : endpoints);
    paths.values().removeIf(endpoints -> endpoints.equals(JsonObject.EMPTY));
    return with(paths, document);
  }

  private static String only(String path, Json document) {
    Map<String, Json> paths = paths(document);
    paths.keySet().retainAll(Set.of(path));
    return with(paths, document);
  }

  private static Map<String, Json> paths(Json document) {
    return new LinkedHashMap<>(((JsonObject) document.get("paths").orElseThrow()).members());
  }

  private static String with(Map<String, Json> paths, Json document) {
    Map<String, Json> all = new LinkedHashMap<>(((JsonObject) document).members());
    all.put("paths", JsonObject.of(paths));
    return JsonObject.of(all).toString();
  }

  private static Json without(String method, JsonObject endpoints) {
    Map<String, Json> others = new LinkedHashMap<>(endpoints.members());
    others.remove(method);
    return JsonObject.of(others);
  }

  /** Limits the wait of polls to less than the timeout of the tool. */
  private static String brief(String document) {
    String longest = "\"maximum\":30,";
    assertThat(document).containsOnlyOnce(longest);
    return document.replace(longest, "\"maximum\":1,");
  }

  /** Restricts a path parameter to the id of an existing object. */
  private static String known(String document, String parameter, String value) {
    String declared = "\"name\":\"%s\",\"required\":true,\"schema\":{\"type\":\"string\"";
    assertThat(document).contains(declared.formatted(parameter));
    return document.replace(
        declared.formatted(parameter),
        declared.formatted(parameter) + ",\"enum\":[\"" + value + "\"]");
  }
}
