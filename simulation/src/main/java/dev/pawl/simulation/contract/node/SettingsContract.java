package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.ExecutionReader;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Handlers get their settings, secrets and time limits; their effects are recorded. */
abstract class SettingsContract extends NodeTestBase {

  private static final String CONFIG =
      "\"Config\": {\"id\": \"${$.id}\", \"auth\": \"Bearer {{ secret('token') }}\"},";

  private static final Json INPUT = JsonText.parse("{\"id\": 7}");

  private void secret(String known) {
    cluster.environment(
        (origin, base) ->
            new CallServices() {
              @Override
              public void recordEffect(ExternalEffect effect) {
                base.recordEffect(effect);
              }

              @Override
              public Optional<String> secret(String name) {
                return Optional.of("s3cret of " + origin.flow()).filter(it -> name.equals(known));
              }
            });
  }

  @Test
  void shouldGiveAHandlerItsSettingsWithSecrets() throws Exception {
    secret("token");
    cluster.handler("http", call -> call.config().orElseThrow());
    cluster.deploy("f", task("http", CONFIG));
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", INPUT);

    assertThat(cluster.ending(key).output())
        .contains(JsonText.parse("{\"id\": 7, \"auth\": \"Bearer s3cret of f\"}"));
    assertThat(
            node.control().reader().history(key).orElseThrow().steps().getFirst().place().input())
        .isEqualTo(INPUT);
  }

  @Test
  void shouldKeepSettingsWithoutSecretsInOffers() throws Exception {
    secret("token");
    cluster.deploy("f", task("late", CONFIG));
    Node node = cluster.join();
    ExecutionKey key = cluster.start("f", INPUT);
    cluster.await("an offer", () -> !node.workers().of(key).isEmpty());

    cluster.handler("late", call -> call.config().orElseThrow());

    assertThat(cluster.ending(key).output())
        .contains(JsonText.parse("{\"id\": 7, \"auth\": \"Bearer s3cret of f\"}"));
  }

  @Test
  void shouldFailAnAttemptWithoutItsSecret() throws Exception {
    secret("other");
    cluster.handler("http", HandlerCall::input);
    cluster.deploy("f", task("http", CONFIG));
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", INPUT));

    assertThat(ending.failure().orElseThrow().error()).contains("Pawl.SecretMissing");
    assertThat(ending.failure().orElseThrow().cause().orElseThrow()).contains("'token'");
    assertThat(cluster.calls()).isEmpty();
  }

  @Test
  void shouldLimitACallByTheDescriptionOfItsHandler() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    Handler slow = untilInterrupted(interrupted);
    cluster.handler(
        "slow",
        new Handler() {
          @Override
          public Json handle(HandlerCall call) throws Exception {
            assertThat(call.timeout()).contains(Duration.ofSeconds(2));
            return slow.handle(call);
          }

          @Override
          public HandlerDescriptor descriptor() {
            return new HandlerDescriptor(
                "",
                "",
                "",
                "",
                NOTHING,
                NOTHING,
                NOTHING,
                List.of(),
                HandlerDescriptor.EffectScope.NONE,
                Optional.of(Duration.ofSeconds(2)));
          }
        });
    cluster.deploy("f", task("slow", ""));
    cluster.join();

    Execution.Ending ending = cluster.ending(cluster.start("f", NOTHING));

    assertThat(ending.failure().orElseThrow())
        .isEqualTo(Failure.timedOut("States.Timeout", Duration.ofSeconds(2)));
    cluster.await("the end of the call", () -> interrupted.getCount() == 0);
  }

  @Test
  void shouldListTheEffectsOfAllAttempts() throws Exception {
    cluster.handler(
        "http",
        call -> {
          call.effect(new ExternalEffect("http", "POST /orders", "k", "try " + call.attempt()));
          if (call.attempt() == 1) {
            throw new HandlerException("Busy", "later");
          }
          return call.input();
        });
    cluster.deploy(
        "f", task("http", "\"Retry\": [{\"ErrorEquals\": [\"Busy\"], \"IntervalSeconds\": 1}],"));
    Node node = cluster.join();
    ExecutionKey key = cluster.start("f", NOTHING);
    cluster.ending(key);

    ExecutionReader reader = node.control().reader();
    assertThat(reader.effects(reader.load(key).orElseThrow()))
        .extracting(
            entry -> entry.state() + entry.attempt() + " " + entry.recorded().effect().summary())
        .containsExactly("Do1 try 1", "Do2 try 2");
  }

  @Test
  void shouldListTheEffectsOfOfferedWork() throws Exception {
    cluster.deploy("f", task("late", ""));
    Node node = cluster.join();
    ExecutionKey key = cluster.start("f", NOTHING);
    cluster.await("an offer", () -> !node.workers().of(key).isEmpty());

    cluster.handler(
        "late",
        call -> {
          call.effect(new ExternalEffect("mail", "a@b.example", "", "sent"));
          return call.input();
        });
    cluster.ending(key);

    ExecutionReader reader = node.control().reader();
    assertThat(reader.effects(reader.load(key).orElseThrow())).hasSize(1);
  }

  @Test
  void shouldShowStatesWhatStartedTheExecution() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "Do", "OnSucceeded": {"Type": "Task", "Resource": "echo"}, "States": {
          "Do": {"Type": "Pass", "Parameters": {"by.$": "$$.Trigger.type"}, "End": true}}}\
        """);
    Node node = cluster.join();
    JsonObject trigger = JsonObject.of("Trigger", JsonText.parse("{\"type\": \"EVENT\"}"));

    ExecutionKey key = node.start(Launch.of("f", NOTHING).withContext(trigger));

    assertThat(cluster.ending(key).output()).contains(JsonText.parse("{\"by\": \"EVENT\"}"));
    assertThat(cluster.calls().getFirst().input().get("Status")).contains(Json.of("SUCCEEDED"));
    assertThat(cluster.ending(key).status()).isEqualTo(Status.SUCCEEDED);
    assertThatThrownBy(
            () -> node.start(Launch.of("f", NOTHING).withContext(JsonObject.of("State", NOTHING))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'State' is not one of Trigger, Context");
  }
}
