package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Fact;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.Status;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigTest {

  private static final String CALL =
      """
      StartAt: Call
      States:
        Call: {Type: Task, Resource: http, %s, End: true}
      """;

  /** Runs a flow whose Task calls http with these fields, and returns the settings. */
  private static Json config(String fields, String input) {
    FlowRun run =
        FlowRun.of(CALL.formatted(fields))
            .handler("http", answering("1"))
            .secret("token", "s3cret")
            .secret("odd", "{{ secret('token') }} ${$.id}")
            .start(input);
    assertThat(run.execution().failure()).isEmpty();
    return run.calls("http").getFirst().call().config().orElseThrow();
  }

  @Test
  void shouldResolveTemplatesInAllStrings() {
    Json config =
        config(
            """
            Config: {url: "https://shop.example/${$.id}/x", headers: ["${$.name}", 7],
                     body: "${$.items}", plain: true, "sum.$": "$.id"}\
            """,
            "{\"id\": 4711, \"name\": \"Ada\", \"items\": [1, {\"a\": null}]}");

    assertThat(config)
        .isEqualTo(
            json(
                """
                {"url": "https://shop.example/4711/x", "headers": ["Ada", 7],
                 "body": [1, {"a": null}], "plain": true, "sum": 4711}\
                """));
  }

  @Test
  void shouldResolveAgainstTheInputAfterInputPathAndLeaveTheInputAlone() {
    FlowRun run =
        FlowRun.of(
                CALL.formatted(
                    "InputPath: $.order, Parameters: {only: 1}, Config: {id: \"${$.id}\"}"))
            .handler("http", answering("1"))
            .start("{\"order\": {\"id\": 7}}");

    HandlerCall call = run.calls("http").getFirst().call();
    assertThat(call.config()).contains(json("{\"id\": 7}"));
    assertThat(call.input()).isEqualTo(json("{\"only\": 1}"));
    assertThat(call.settings()).isEqualTo(json("{\"id\": 7}"));
  }

  @Test
  void shouldHaveNoConfigWhereTheStateHasNone() {
    FlowRun run =
        FlowRun.of(CALL.formatted("Comment: x"))
            .handler("http", answering("1"))
            .start("{\"url\": 1}");

    HandlerCall call = run.calls("http").getFirst().call();
    assertThat(call.config()).isEmpty();
    assertThat(call.settings()).isEqualTo(json("{\"url\": 1}"));
  }

  @Test
  void shouldEvaluateJsonataInConfig() {
    Json config =
        config(
            """
            QueryLanguage: JSONata, Config: {id: "{% $states.input.id + 1 %}",
              auth: "Bearer {{ secret('token') }}", text: "{% $states.input.text %}"}\
            """,
            "{\"id\": 1, \"text\": \"{{ secret('token') }}\"}");

    assertThat(config)
        .isEqualTo(
            json("{\"id\": 2, \"auth\": \"Bearer s3cret\", \"text\": \"{{ secret('token') }}\"}"));
  }

  @Test
  void shouldInsertSecretsAtTheCallOnly() {
    FlowRun run =
        FlowRun.of(
                CALL.formatted(
                    "Config: {auth: \"Bearer {{ secret('token') }} ${$.id}\", one:"
                        + " \"{{secret('token')}}\"}"))
            .hanging("http")
            .secret("token", "s3cret")
            .start("{\"id\": 1}");

    assertThat(run.calls("http").getFirst().call().config())
        .contains(json("{\"auth\": \"Bearer s3cret 1\", \"one\": \"s3cret\"}"));
    assertThat(OutstandingCommands.of(run.execution()).toString()).doesNotContain("s3cret");
    assertThat(run.execution().toString()).doesNotContain("s3cret");
  }

  @Test
  void shouldKeepDataThatLooksLikeATemplateOrASecret() {
    String reference = "\uE000(token\uE000)";
    Json config =
        config(
            "Config: {whole: \"${$.a}\", part: \"<${$.a}>\", deep: \"${$.d}\", both:"
                + " \"${$.m}{{ secret('token') }}${$.m}\", odd: \"{{ secret('odd') }}\"}",
            """
            {"a": "{{ secret('token') }} ${$.id}", "d": [{"x": "%s"}], "m": "\uE000"}\
            """
                .formatted(reference));

    assertThat(config)
        .isEqualTo(
            json(
                """
                {"whole": "{{ secret('token') }} ${$.id}",
                 "part": "<{{ secret('token') }} ${$.id}>", "deep": [{"x": "%s"}],
                 "both": "\uE000s3cret\uE000", "odd": "{{ secret('token') }} ${$.id}"}\
                """
                    .formatted(reference)));
  }

  @Test
  void shouldKeepEscapedTemplates() {
    assertThat(config("Config: {a: '\\{{ secret(''token'') }} \\${$.id}'}", "{}"))
        .isEqualTo(json("{\"a\": \"{{ secret('token') }} ${$.id}\"}"));
  }

  @Test
  void shouldFailTheAttemptWithoutTheSecret() {
    FlowRun run =
        FlowRun.of(CALL.formatted("Config: {auth: \"{{ secret('gone') }}\"}"))
            .handler("http", answering("1"))
            .start();

    assertThat(run.execution().status()).isEqualTo(Status.FAILED);
    assertThat(run.execution().failure().orElseThrow().error()).contains("Pawl.SecretMissing");
    assertThat(run.execution().failure().orElseThrow().cause().orElseThrow()).contains("'gone'");
    assertThat(run.calls("http")).isEmpty();
  }

  @Test
  void shouldFailAStateWhoseConfigHasNoValue() {
    FlowRun run =
        FlowRun.of(CALL.formatted("Config: {id: \"${$.missing}\"}"))
            .handler("http", answering("1"))
            .start();

    assertThat(run.execution().failure().orElseThrow().error()).contains("States.Runtime");
  }

  @Test
  void shouldGiveCompensationsTheirOwnConfig() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Book
                States:
                  Book: {Type: Task, Resource: book, Next: No,
                         Compensate: {Resource: undo, Config: {id: "${$.Result.id}"}}}
                  No: {Type: Fail}
                """)
            .handler("book", answering("{\"id\": 5}"))
            .handler("undo", answering("1"))
            .start();

    assertThat(run.calls("undo").getFirst().call().config()).contains(json("{\"id\": 5}"));
  }

  @Test
  void shouldPassTheTimeoutToTheHandler() {
    Handler limited =
        new Handler() {
          @Override
          public Json handle(HandlerCall call) {
            return Json.of(call.timeout().toString());
          }

          @Override
          public HandlerDescriptor descriptor() {
            HandlerDescriptor any = HandlerDescriptor.ANY;
            return new HandlerDescriptor(
                "",
                "",
                "",
                "",
                any.configSchema(),
                any.inputSchema(),
                any.outputSchema(),
                List.of(),
                any.effect(),
                Optional.of(Duration.ofSeconds(30)));
          }
        };

    assertThat(
            FlowRun.of(CALL.formatted("Comment: none"))
                .handler("http", limited)
                .start()
                .execution()
                .output())
        .contains(Json.of("Optional[PT30S]"));
    assertThat(
            FlowRun.of(CALL.formatted("TimeoutSeconds: 5"))
                .handler("http", limited)
                .start()
                .execution()
                .output())
        .contains(Json.of("Optional[PT5S]"));
  }

  @Test
  void shouldRecordEffects() {
    FlowRun run =
        FlowRun.of(CALL.formatted("Retry: [{ErrorEquals: [States.ALL]}]"))
            .handler(
                "http",
                call -> {
                  for (int i = 0; i < 30; i++) {
                    call.effect(
                        new ExternalEffect("http", "POST /" + i, "k", "try " + call.attempt()));
                  }
                  if (call.attempt() == 1) {
                    throw new HandlerException("Busy", "later");
                  }
                  return json("2");
                })
            .start()
            .finish();

    assertThat(run.history().attempts(run.history().steps().getFirst().id()))
        .hasSize(2)
        .allSatisfy(
            attempt -> {
              assertThat(attempt.effects()).hasSize(Fact.MAX_EFFECTS);
              assertThat(attempt.effects().getFirst().effect().summary())
                  .isEqualTo("try " + attempt.number());
            });
  }
}
