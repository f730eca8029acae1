package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;
import dev.pawl.model.schema.JsonSchema;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas for editors accept the examples of this project and refuse wrong files. */
@ExtendWith(OneServer.class)
class SchemasTest {

  private static final Path ROOT = Path.of(System.getProperty("pawl.root"));

  private static final Pattern BLOCK =
      Pattern.compile("```(?:json|yaml)\\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"jobs", "states", "bindings"})
  void shouldServeThemWithoutAKeyAndKeepThemInTheDocs(String name, OneServer.Running running)
      throws Exception {
    Api stranger = new Api(running.server().address(), Optional.empty());
    Path file = ROOT.resolve("docs/schemas/%s.json".formatted(name));

    Api.Answer served = stranger.get("/api/schemas/%s.json".formatted(name));

    assertThat(served.status()).isEqualTo(200);
    assertThat(JsonSchema.problem(served.body())).isEmpty();
    if (Boolean.getBoolean("pawl.renew")) {
      Files.writeString(
          file, DocumentText.of(Document.of(served.body()), DocumentFormat.JSON) + "\n");
    }
    assertThat(Json.parse(Files.readString(file)))
        .as("renew it with -Dpawl.renew=true")
        .isEqualTo(served.body());
  }

  @Test
  void shouldAcceptTheExamples(OneServer.Running running) throws Exception {
    Json states = schema(running, "states");
    Json jobs = schema(running, "jobs");
    List<Path> seen = new ArrayList<>();
    for (String folder : List.of("examples", "spring-boot-starter/src/boot-tests/resources")) {
      for (Path file : files(ROOT.resolve(folder))) {
        Json flow =
            Document.read(Files.readString(file), DocumentFormat.ofText(Files.readString(file)))
                .value();
        Json schema =
            flow.get("jobs").isPresent() ? jobs : flow.get("StartAt").isPresent() ? states : null;
        if (schema != null && !file.toString().contains("wrong")) {
          assertThat(JsonSchema.violations(schema, flow)).as(file.toString()).isEmpty();
          seen.add(file);
        }
      }
    }
    for (String page : List.of("language", "handlers", "jobs")) {
      for (var block :
          BLOCK
              .matcher(Files.readString(ROOT.resolve("docs/" + page + ".md")))
              .results()
              .toList()) {
        Json flow = Document.read(block.group(1), DocumentFormat.ofText(block.group(1))).value();
        if (flow.get("StartAt").isPresent() && flow.get("States").isPresent()) {
          assertThat(JsonSchema.violations(states, flow)).as(block.group(1)).isEmpty();
        } else if (flow.get("jobs").isPresent()) {
          assertThat(JsonSchema.violations(jobs, flow)).as(block.group(1)).isEmpty();
        }
      }
    }
    assertThat(seen).hasSizeGreaterThan(15);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "states|{StartAt: A, States: {A: {Type: Task, Resource: r, Ende: true}}}",
        "states|{StartAt: A, States: {A: {Type: Tusk, End: true}}}",
        "states|{StartAt: A, States: {A: {Type: Task, End: true}}}",
        "states|{StartAt: A, States: {A: {Type: Pass, End: later}}}",
        "states|{StartAt: A, States: {A: {Type: Graph, Nodes: {B: {Type: Pass, Next: C}}, End:"
            + " true}}}",
        "states|{States: {A: {Type: Succeed}}}",
        "jobs|{jobs: [{code: A}]}",
        "jobs|{jobs: [{code: A, handler: H, maxRetries: -1}]}",
        "jobs|{jobs: [{code: A, handler: H, backoffType: CUBIC}]}",
        "jobs|{jobs: [{code: A, handler: H, retrys: 1}]}",
        "jobs|{jobs: [{code: A, handler: H}], bindings: [{clientId: 1}]}",
        "bindings|{event: E}",
        "bindings|{event: E, flow: f, priority: high}",
        "bindings|{event: E, flow: f, debounce: {collect: first, wait: PT1S}}"
      })
  void shouldRefuseWrongFiles(String name, String text, OneServer.Running running)
      throws Exception {
    Json wrong = Document.read(text, DocumentFormat.YAML).value();

    assertThat(JsonSchema.violations(schema(running, name), wrong)).isNotEmpty();
  }

  @Test
  void shouldAcceptABinding(OneServer.Running running) throws Exception {
    String binding =
        "{\"event\": \"E\", \"flow\": \"f\", \"clientId\": \"1\", \"debounce\": {\"wait\":"
            + " \"PT1S\"}}";

    assertThat(JsonSchema.violations(schema(running, "bindings"), Json.parse(binding))).isEmpty();
  }

  private static Json schema(OneServer.Running running, String name) throws Exception {
    return running.admin().get("/api/schemas/%s.json".formatted(name)).body();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> !file.toString().contains("/target/"))
          .filter(file -> file.toString().matches(".*\\.(json|ya?ml)"))
          .toList();
    }
  }
}
