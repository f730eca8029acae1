package dev.pawl.server.execution;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.Pawl;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.sdk.Json;
import dev.pawl.server.problem.Refusal;
import dev.pawl.testkit.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ObjectionsTest {

  private static final String WAITS =
      "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Wait\", \"Event\": \"go\","
          + " \"End\": true}}}";

  private static final Fact.Paused PAUSE = new Fact.Paused("again");

  @TempDir Path folder;

  @Test
  void shouldRefuseAPauseOnlyIfItIsStillPaused() {
    try (Pawl pawl = Pawl.in(folder).start()) {
      Control control = pawl.node().control();
      Objections objections = new Objections(control, Tenanted.unguarded(pawl.store().borrowed()));
      pawl.deploy("waits", WAITS);
      ExecutionKey key = new ExecutionKey(TenantId.DEFAULT, pawl.start("waits", Json.of(1)));
      await(control, key, Status.WAITING);
      control.pause(key, "first");
      Executions.Summary paused = await(control, key, Status.PAUSED);
      assertThatThrownBy(() -> objections.check(paused, PAUSE))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("paused already");

      // It goes on between the look at its row and the look at its letters.
      control.resume(key);
      await(control, key, Status.WAITING);

      assertThatCode(() -> objections.check(paused, PAUSE)).doesNotThrowAnyException();
    }
  }

  private static Executions.Summary await(Control control, ExecutionKey key, Status status) {
    Await.until(
        "the execution is " + status, () -> control.find(key).orElseThrow().status() == status);
    return control.find(key).orElseThrow();
  }
}
