package dev.pawl.server.execution;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.query.UnreadMessages;
import dev.pawl.sdk.Json;
import dev.pawl.server.problem.ApiException;
import dev.pawl.testkit.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ActionPreconditionsTest {

  private static final String WAITS =
      "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Wait\", \"Event\": \"go\","
          + " \"End\": true}}}";

  private static final Fact.Paused PAUSE = new Fact.Paused("again");

  @TempDir Path folder;

  @Test
  void shouldRefuseAPauseOnlyIfItIsStillPaused() {
    try (PostgresNode pawl = PostgresNode.in(folder).start()) {
      ExecutionControl control = pawl.node().control();
      ActionPreconditions objections =
          new ActionPreconditions(
              control, new UnreadMessages(TenantDatabase.unguarded(pawl.store().jdbc())));
      pawl.deploy("waits", WAITS);
      ExecutionKey key = new ExecutionKey(TenantId.DEFAULT, pawl.start("waits", Json.of(1)));
      await(control, key, Status.WAITING);
      control.pause(key, "first");
      Executions.Summary paused = await(control, key, Status.PAUSED);
      assertThatThrownBy(() -> objections.check(paused, PAUSE))
          .isInstanceOf(ApiException.class)
          .hasMessageContaining("paused already");

      // The execution resumes between the read of its row and the read of its messages.
      control.resume(key);
      await(control, key, Status.WAITING);

      assertThatCode(() -> objections.check(paused, PAUSE)).doesNotThrowAnyException();
    }
  }

  private static Executions.Summary await(
      ExecutionControl control, ExecutionKey key, Status status) {
    Await.until(
        "the execution is " + status,
        () -> control.reader().find(key).orElseThrow().status() == status);
    return control.reader().find(key).orElseThrow();
  }
}
