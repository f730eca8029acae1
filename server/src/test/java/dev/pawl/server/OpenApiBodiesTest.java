package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The server accepts the bodies that the OpenAPI document describes. */
@ExtendWith(OneServer.class)
@Execution(ExecutionMode.CONCURRENT)
class OpenApiBodiesTest {

  private static final String DEFINITION =
      """
      {"StartAt": "B", "States": {"B": {"Type": "Wait", "Event": "go", "End": true}}}\
      """;

  /** Bodies with all required fields and some optional ones. */
  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry("post /api/flows/{flow}/delete", "{'code': 'bodies'}"),
          Map.entry(
              "post /api/import?dryRun=true",
              "{'pawl': 1, 'flows': [{'code': 'a', 'name': 'A', 'draft': {'format': 'yaml',"
                  + " 'source': 'id: b\\njobs: {A: {handler: H}}'}}]}"),
          Map.entry("post /api/keys", "{'name': 'k', 'roles': ['viewer'], 'flows': ['a*']}"),
          Map.entry("post /api/tenants", "{'code': 'bodies', 'name': 'Bodies'}"),
          Map.entry("post /api/tenants/{code}/keys", "{'name': 'k', 'roles': ['viewer']}"),
          Map.entry(
              "post /api/flows/executions/bulk",
              "{'action': 'retry', 'filter': {'flow': 'bodies', 'error': 'e'}, 'mode': 'full',"
                  + " 'dryRun': true}"),
          Map.entry("post /api/events", "{'type': 'nothing', 'payload': {}}"),
          Map.entry("post /api/bindings", "{'event': 'nothing', 'flow': 'bodies', 'priority': 1}"),
          Map.entry(
              "post /api/flows/executions/{id}/send-back", "{'step': '{step}', 'reason': 'r'}"),
          Map.entry("post /api/flows/executions/{id}/skip", "{'step': '{step}', 'output': 1}"),
          Map.entry(
              "post /api/workers/poll",
              "{'resources': ['bodies'], 'max': 1, 'wait': 0, 'lease': 5, 'worker': 'w'}"),
          Map.entry(
              "post /api/workers/descriptors",
              "{'items': [{'resource': 'bodies', 'descriptor': {'displayName': 'B'}}]}"),
          Map.entry("post /api/workers/outcomes", "{'items': [{'token': 't', 'output': 1}]}"),
          Map.entry("post /api/workers/heartbeats", "{'items': [{'token': 't', 'details': 1}]}"),
          Map.entry("post /api/workers/releases", "{'items': [{'token': 't'}]}"));

  /**
   * An object within a body.
   *
   * @param around the body, with a mark where the object stands
   */
  private record Part(String around, TreeSet<String> fields) {}

  @Test
  void shouldHaveExactlyTheFieldsOfTheServer(OneServer.Running running) throws Exception {
    Json api = running.admin().get("/api/openapi.json").body();
    int parts = 0;

    for (Map.Entry<String, Json> path : members(api.get("paths").orElseThrow()).entrySet()) {
      for (Map.Entry<String, Json> verb : members(path.getValue()).entrySet()) {
        for (Part part : parts(api, schema(verb.getValue()), "%s", new ArrayList<>())) {
          Api.Answer answer =
              running
                  .admin()
                  .call(
                      verb.getKey().toUpperCase(java.util.Locale.ROOT),
                      path.getKey().replace("{number}", "1").replaceAll("\\{\\w+}", "none"),
                      part.around().formatted("{\"no such field\": 1}"));

          assertThat(answer.text("detail"))
              .as("%s %s %s", verb.getKey(), path.getKey(), part.around())
              .startsWith("there is no field 'no such field'")
              .endsWith("; there are " + String.join(", ", part.fields()));
          parts++;
        }
      }
    }
    assertThat(parts).isGreaterThan(30);
  }

  private static List<Part> parts(Json api, Json schema, String around, List<Part> found) {
    if (schema.get("$ref").isPresent()) {
      String pointer = schema.get("$ref").orElseThrow().asText().substring(1);
      return parts(api, Pointer.find(api, pointer).orElseThrow(), around, found);
    }
    if (schema.get("anyOf").isPresent()) {
      return parts(
          api, ((JsonArray) schema.get("anyOf").orElseThrow()).get(0).orElseThrow(), around, found);
    }
    if (schema.get("items").isPresent()) {
      return parts(api, schema.get("items").orElseThrow(), around.formatted("[%s]"), found);
    }
    Map<String, Json> fields = members(schema.get("properties").orElse(JsonObject.EMPTY));
    if (!fields.isEmpty()) {
      found.add(new Part(around, new TreeSet<>(fields.keySet())));
    }
    fields.forEach(
        (name, field) -> parts(api, field, around.formatted("{\"" + name + "\": %s}"), found));
    return found;
  }

  @Test
  void shouldRequireTheFieldsThatTheServerRequires(OneServer.Running running) throws Exception {
    Api admin = running.admin();
    admin.post(
        "/api/flows?publish=true", "{\"code\": \"bodies\", \"definition\": " + DEFINITION + "}");
    String execution = admin.post("/api/flows/bodies/execute", "{}").text("id");
    String step =
        Pointer.find(
                admin.get("/api/flows/executions/" + execution + "/steps").body(), "/items/0/step")
            .orElseThrow()
            .asText();
    Json api = admin.get("/api/openapi.json").body();

    for (Map.Entry<String, String> one : BODIES.entrySet()) {
      String[] endpoint = one.getKey().split("[ ?]", 2);
      Json good = JsonText.parse(one.getValue().replace('\'', '"').replace("{step}", step));
      String called =
          endpoint[1]
              .replace("{flow}", "bodies")
              .replace("{code}", "default")
              .replace("{id}", execution);
      Json schema =
          schema(
              Pointer.find(
                      api,
                      "/paths/"
                          + endpoint[1].split("\\?")[0].replace("/", "~1")
                          + "/"
                          + endpoint[0])
                  .orElseThrow());

      assertThat(new SchemaCheck(api).errors(schema, good)).as(one.getKey()).isEmpty();
      assertThat(isRefused(admin.post(called, good.toString()))).as(one.toString()).isFalse();
      for (Json less : without(good)) {
        Api.Answer answer = admin.post(called, less.toString());

        assertThat(isRefused(answer))
            .as("%s with %s: %s", one.getKey(), less, answer)
            .isEqualTo(!new SchemaCheck(api).errors(schema, less).isEmpty());
      }
    }
  }

  @Test
  void shouldRejectNumbersInPlaceOfEnumNames(OneServer.Running running) throws Exception {
    for (String role : List.of("0", "\"0\"", "\"VIEWER\"", "\"\"", "null", "true")) {
      Api.Answer answer =
          running.admin().post("/api/keys", "{\"name\": \"k\", \"roles\": [" + role + "]}");

      assertThat(answer.status()).as("%s: %s", role, answer).isEqualTo(400);
    }
  }

  private static boolean isRefused(Api.Answer answer) {
    return answer.status() == 400 || answer.status() == 422;
  }

  /** Returns the value without each of its members, at any depth. */
  private static List<Json> without(Json value) {
    List<Json> all = new ArrayList<>();
    if (value instanceof JsonObject object) {
      object
          .members()
          .forEach(
              (name, member) -> {
                Map<String, Json> others = new LinkedHashMap<>(object.members());
                others.remove(name);
                all.add(JsonObject.of(others));
                without(member)
                    .forEach(
                        less -> {
                          Map<String, Json> changed = new LinkedHashMap<>(object.members());
                          changed.put(name, less);
                          all.add(JsonObject.of(changed));
                        });
              });
    } else if (value instanceof JsonArray array && array.length() == 1) {
      without(array.get(0).orElseThrow()).forEach(less -> all.add(JsonArray.of(List.of(less))));
    }
    return all;
  }

  private static Json schema(Json operation) {
    return Pointer.find(operation, "/requestBody/content/application~1json/schema")
        .orElse(JsonObject.EMPTY);
  }

  private static Map<String, Json> members(Json object) {
    return ((JsonObject) object).members();
  }
}
