package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;
import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The OpenAPI document is part of the tree, so that every change of the API is reviewed. */
class OpenApiTest {

  private static final Path FILE = Path.of(System.getProperty("pawl.root"), "docs", "openapi.json");

  @TempDir private static Path data;
  private static PawlServer server;
  private static Api admin;

  @BeforeAll
  static void start() throws Exception {
    server = PawlServer.start(ServerSettings.in(data).withPort(0));
    admin = new Api(server.address(), Optional.of(Files.readString(data.resolve("admin.key"))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldMatchTheSourceTree() throws Exception {
    String served =
        DocumentText.of(Document.of(admin.get("/api/openapi.json").body()), DocumentFormat.JSON);

    if (Boolean.getBoolean("pawl.renew")) {
      Files.writeString(FILE, served + "\n");
    }

    assertThat(served.strip())
        .as(
            "the API differs from docs/openapi.json; if that is meant, run OpenApiTest with"
                + " -Dpawl.renew=true")
        .isEqualTo(Files.readString(FILE).strip());
  }

  @Test
  void shouldDescribeEveryEndpointWithItsProblems() throws Exception {
    Json api = admin.get("/api/openapi.json").body();
    JsonObject paths = (JsonObject) api.get("paths").orElseThrow();

    assertThat(api.get("openapi").orElseThrow().asText()).startsWith("3.1");
    for (String endpoint : ServerEndpoints.TABLE.names()) {
      String verb = endpoint.substring(0, endpoint.indexOf(' ')).toLowerCase(java.util.Locale.ROOT);
      String path = endpoint.substring(endpoint.indexOf(' ') + 1);
      Json operation =
          paths
              .get(path)
              .flatMap(one -> one.get(verb))
              .orElseThrow(() -> new AssertionError(endpoint));
      assertThat(operation.get("responses").orElseThrow().toString())
          .as(endpoint)
          .contains("\"401\":{\"$ref\":\"#/components/responses/Problem\"}")
          .contains("\"503\":{\"$ref\":\"#/components/responses/Later\"}")
          .doesNotContain("XX");
      assertThat(operation.get("summary").orElseThrow().asText())
          .matches("[A-Z][^.]+(3\\.1)?[^.]*\\.");
      assertThat(operation.get("description").orElseThrow().asText())
          .isEqualTo(
              "Needs the permission "
                  + ServerEndpoints.TABLE.permission(endpoint).orElseThrow()
                  + ".");
    }
    assertThat(Pointer.find(paths, "/~1health~1live/get/security"))
        .contains(JsonArray.of(List.of()));
  }

  @Test
  void shouldDescribeEveryParameterAndFieldWithAnExample() throws Exception {
    Json api = admin.get("/api/openapi.json").body();
    Set<String> incomplete = new TreeSet<>();

    for (Json path : ((JsonObject) api.get("paths").orElseThrow()).members().values()) {
      for (Json operation : ((JsonObject) path).members().values()) {
        for (Json parameter : (JsonArray) operation.get("parameters").orElse(JsonArray.EMPTY)) {
          if (!isDescribed(parameter) || parameter.get("example").isEmpty()) {
            incomplete.add(operation.get("operationId").orElseThrow() + " " + parameter);
          }
        }
      }
    }
    JsonObject schemas = (JsonObject) Pointer.find(api, "/components/schemas").orElseThrow();
    schemas
        .members()
        .forEach(
            (name, schema) ->
                ((JsonObject) schema.get("properties").orElse(JsonObject.EMPTY))
                    .members()
                    .forEach(
                        (field, described) -> {
                          if (!isDescribed(described) || !hasExample(api, described)) {
                            incomplete.add(name + "." + field + " " + described);
                          }
                        }));

    assertThat(incomplete)
        .as("add @Schema to the component of the record, or an entry to ParameterDescriptions")
        .isEmpty();
  }

  private static boolean isDescribed(Json described) {
    return described.get("description").map(Json::asText).orElse("").endsWith(".")
        || described.get("description").map(Json::asText).orElse("").endsWith("~");
  }

  /**
   * Fields of nested objects have their examples there; all other examples must match the schema.
   */
  private static boolean hasExample(Json api, Json field) {
    return field.get("examples").isPresent()
        ? new SchemaCheck(api)
            .errors(field, ((JsonArray) field.get("examples").orElseThrow()).get(0).orElseThrow())
            .isEmpty()
        : field.toString().contains("$ref");
  }

  @Test
  void shouldDescribeTheResponseTypeOfEachEndpoint() throws Exception {
    Json api = admin.get("/api/openapi.json").body();
    Map<String, String> kinds =
        Map.of(
            "/health/live", "application/json",
            "/health/ready", "application/json",
            "/metrics", "text/plain",
            "/api/docs", "text/html",
            "/api/docs/page.js", "text/javascript",
            "/api/docs/page.css", "text/css",
            "/api/openapi.json", "application/json");

    for (Map.Entry<String, String> one : kinds.entrySet()) {
      String responses = "/paths/" + one.getKey().replace("/", "~1") + "/get/responses";
      JsonObject content = (JsonObject) Pointer.find(api, responses + "/200/content").orElseThrow();

      assertThat(content.members()).containsOnlyKeys(one.getValue());
      assertThat(admin.get(one.getKey()).type()).startsWith(one.getValue());
    }
  }

  @Test
  void shouldReferToExistingComponentsOnly() throws Exception {
    Json api = admin.get("/api/openapi.json").body();
    Json schemas = api.get("components").orElseThrow().get("schemas").orElseThrow();

    java.util.regex.Pattern.compile("#/components/schemas/(\\w+)")
        .matcher(api.toString())
        .results()
        .forEach(found -> assertThat(schemas.get(found.group(1))).as(found.group()).isPresent());
  }

  @Test
  void shouldDescribeActualResponses() throws Exception {
    Json api = admin.get("/api/openapi.json").body();
    String body =
        """
        {"code": "true", "tags": ["a"], "definition": {"StartAt": "A", "States": {
          "A": {"Type": "Pass", "Result": %d, "Next": "B"}, "B": {"Type": "Wait", "Event": "go", "End": true}}}}\
        """;
    admin.post("/api/flows?publish=true", body.formatted(1));
    admin.call("PUT", "/api/flows/true", body.formatted(2));
    String id = admin.post("/api/flows/true/execute", "{\"labels\": {\"a\": \"b\"}}").text("id");
    String job =
        admin
            .post(
                "/api/flows/executions/bulk",
                "{\"action\": \"pause\", \"filter\": {\"flow\": \"true\"}}")
            .text("id");

    for (String path :
        List.of(
            "/api/flows",
            "/api/flows/{flow}",
            "/api/flows/{flow}/versions",
            "/api/flows/{flow}/versions/{number}",
            "/api/flows/{flow}/diff",
            "/api/flows/{flow}/export",
            "/api/flows/{flow}/flow-executions",
            "/api/flows/executions",
            "/api/flows/executions/{id}",
            "/api/flows/executions/{id}/steps",
            "/api/flows/executions/{id}/effects",
            "/api/flows/executions/{id}/explain",
            "/api/export",
            "/api/jobs",
            "/api/jobs/{id}",
            "/api/flows/resources",
            "/api/keys",
            "/api/nodes",
            "/api/audit",
            "/api/tenants")) {
      String called =
          path.replace("{flow}", "true")
                  .replace("{number}", "1")
                  .replace("{id}", path.contains("jobs") ? job : id)
              + (path.endsWith("diff") ? "?from=1" : "");
      Json answer = admin.get(called).body();
      Json responses =
          Pointer.find(api, "/paths/" + path.replace("/", "~1") + "/get/responses").orElseThrow();
      Json good = responses.get("200").orElseThrow();
      Json schema = Pointer.find(good, "/content/application~1json/schema").orElseThrow();

      assertThat(new SchemaCheck(api).errors(schema, answer)).as(called + " " + answer).isEmpty();
    }
    for (String dryRun : List.of("true", "false")) {
      Api.Answer answer =
          admin.post(
              "/api/flows/executions/bulk",
              "{\"action\": \"resume\", \"filter\": {\"flow\": \"true\"}, \"dryRun\": "
                  + dryRun
                  + "}");
      Json schema =
          Pointer.find(
                  api,
                  "/paths/~1api~1flows~1executions~1bulk/post/responses/"
                      + answer.status()
                      + "/content/application~1json/schema")
              .orElseThrow();

      assertThat(new SchemaCheck(api).errors(schema, answer.body()))
          .as(answer.toString())
          .isEmpty();
      assertThat(schema).isNotEqualTo(JsonObject.EMPTY);
    }
  }

  @Test
  void shouldDocumentTheStatusesOfEndpoints() throws Exception {
    Json api = admin.get("/api/openapi.json").body();
    String flow =
        "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"B\", \"States\": {\"B\": {\"Type\":"
            + " \"Wait\", \"Event\": \"go\", \"End\": true}}}}";
    Map<String, Api.Answer> answers = new LinkedHashMap<>();
    answers.put("post /api/flows", admin.post("/api/flows?publish=true", flow.formatted("coded")));
    answers.put("post /api/flows/{flow}/duplicate", admin.post("/api/flows/coded/duplicate", "{}"));
    Api.Answer begun = admin.post("/api/flows/coded/execute", "{}");
    String execution = "/api/flows/executions/" + begun.text("id");
    answers.put("post /api/flows/{flow}/execute", begun);
    answers.put("post /api/flows/executions/{id}/pause", admin.post(execution + "/pause", "{}"));
    answers.put("post /api/flows/executions/{id}/cancel", admin.post(execution + "/cancel", "{}"));
    answers.put("post /api/flows/executions/{id}/skip", admin.post(execution + "/skip", "{}"));
    answers.put(
        "post /api/flows/executions/bulk",
        admin.post(
            "/api/flows/executions/bulk",
            "{\"action\": \"pause\", \"filter\": {\"flow\": \"coded\"}}"));
    Api.Answer key = admin.post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}");
    answers.put("post /api/keys", key);
    answers.put("delete /api/keys/{id}", admin.call("DELETE", "/api/keys/" + key.text("id"), ""));
    answers.put("put /api/flows/{flow}", admin.call("PUT", "/api/flows/coded", "{"));
    answers.put("get /api/flows/{flow}", admin.get("/api/flows/none"));

    answers.forEach(
        (endpoint, answer) -> {
          String[] parts = endpoint.split(" ");
          Json responses =
              Pointer.find(
                      api, "/paths/" + parts[1].replace("/", "~1") + "/" + parts[0] + "/responses")
                  .orElseThrow(() -> new AssertionError(endpoint));
          assertThat(responses.get(Integer.toString(answer.status())))
              .as(endpoint + " " + answer)
              .isPresent();
        });
  }

  @Test
  void shouldHaveAPageWithoutExternalResources() throws Exception {
    String page = admin.text("/api/docs");
    String all = page + admin.text("/api/docs/page.js") + admin.text("/api/docs/page.css");

    assertThat(page).contains("src=\"/api/docs/page.js\"").doesNotContain("<script>", "onclick");
    assertThat(all).doesNotContain("http://", "https://", "innerHTML", "eval(");
    assertThat(admin.header("/api/docs", "Content-Security-Policy"))
        .singleElement()
        .asString()
        .contains("script-src 'self'")
        .doesNotContain("unsafe");
  }
}
