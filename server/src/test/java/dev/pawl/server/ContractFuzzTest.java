package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Requests made from the OpenAPI document: the answers are what it says, and never a failure. */
@ExtendWith(OneServer.class)
@Execution(ExecutionMode.CONCURRENT)
class ContractFuzzTest {

  private static final Path TOOL =
      Path.of(System.getProperty("pawl.root"), "server", "target", "specmatic");

  private static final Pattern ANSWER = Pattern.compile("Response at .*\\R\\s+\\d{3} ");

  private static final Pattern FAILURE =
      Pattern.compile(
          "Request to .*\\R(?:(?!Response at|Request to).*\\R){1,60}.*Response at .*\\R\\s+5\\d\\d"
              + " .*");

  /** An answer of a kind that the document does not know for that door. */
  private static final Pattern UNKNOWN_SUCCESS =
      Pattern.compile("pecification expected status \\d+ but response contained status 2\\d\\d");

  /** An answer of another form than the document gives it. */
  private static final Pattern ANOTHER_BODY = Pattern.compile(">> RESPONSE\\.BODY(?:.*\\R){1,8}");

  @TempDir private Path folder;

  @Test
  void shouldAnswerAsTheDocumentSaysAndNeverFail(OneServer.Running running) throws Exception {
    String key = running.tenant("contract");
    Api api = running.with(key);
    api.post(
        "/api/flows?publish=true",
        """
        {"code": "fuzz", "definition": {"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}}\
        """);
    String execution = api.post("/api/flows/fuzz/execute", "{}").text("id");
    Path document = folder.resolve("api.json");
    Files.writeString(
        document,
        known(known(asked(api.get("/api/openapi.json").body()), "flow", "fuzz"), "id", execution));

    String said = new Specmatic(TOOL).tries(document, running.server().address().toString(), key);

    assertThat(ANSWER.matcher(said).results().count()).isGreaterThan(1_000);
    assertThat(FAILURE.matcher(said).results().map(MatchResult::group)).isEmpty();
    assertThat(UNKNOWN_SUCCESS.matcher(said).results().map(MatchResult::group).distinct())
        .isEmpty();
    assertThat(ANOTHER_BODY.matcher(said).results().map(MatchResult::group).distinct()).isEmpty();
  }

  /** Without the doors whose answers have no end. */
  private static String asked(Json document) {
    Map<String, Json> all = new LinkedHashMap<>(((JsonObject) document).members());
    Map<String, Json> paths = new LinkedHashMap<>(((JsonObject) all.get("paths")).members());
    paths.replaceAll(
        (path, doors) -> path.endsWith("/events") ? without("get", (JsonObject) doors) : doors);
    paths.values().removeIf(doors -> doors.equals(JsonObject.EMPTY));
    all.put("paths", JsonObject.of(paths));
    return JsonObject.of(all).toString();
  }

  private static Json without(String method, JsonObject doors) {
    Map<String, Json> others = new LinkedHashMap<>(doors.members());
    others.remove(method);
    return JsonObject.of(others);
  }

  /** Lets a part of addresses be something that is there. */
  private static String known(String document, String parameter, String value) {
    String declared = "\"name\":\"%s\",\"required\":true,\"schema\":{\"type\":\"string\"";
    assertThat(document).contains(declared.formatted(parameter));
    return document.replace(
        declared.formatted(parameter),
        declared.formatted(parameter) + ",\"enum\":[\"" + value + "\"]");
  }
}
