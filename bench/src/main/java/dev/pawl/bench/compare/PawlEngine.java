package dev.pawl.bench.compare;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Status;
import dev.pawl.model.json.JsonText;
import dev.pawl.peers.Database;
import dev.pawl.peers.Engine;
import dev.pawl.peers.Workload;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.PostgresNodeBuilder;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;

/** Pawl as an embedded library with default settings. */
public final class PawlEngine implements Engine {

  private static final Duration EXECUTION_TIMEOUT = Duration.ofMinutes(1);
  private static final Json ITEMS =
      JsonArray.of(Collections.nCopies(Workload.W2.steps(), Json.of(1)));

  private Optional<PostgresNode> pawl = Optional.empty();

  @Override
  public void open(Database database) {
    PostgresNodeBuilder builder =
        PostgresNode.on(
            new dev.pawl.postgres.database.Database(
                database.url(), database.user(), database.password()));
    for (Workload workload : Workload.values()) {
      for (int step = 0; step < PawlFlows.tasks(workload); step++) {
        Json result = JsonText.parse(workload.result(step));
        builder.handler(PawlFlows.resource(workload, step), call -> result);
      }
    }
    PostgresNode opened = builder.start();
    for (Workload workload : Workload.values()) {
      opened.deploy(workload.name(), PawlFlows.definition(workload));
    }
    pawl = Optional.of(opened);
  }

  @Override
  public void execute(Workload workload) throws InterruptedException {
    Json input = workload == Workload.W2 ? ITEMS : JsonObject.EMPTY;
    Execution.Ending ending =
        pawl.orElseThrow()
            .run(workload.name(), input, EXECUTION_TIMEOUT)
            .orElseThrow(() -> new IllegalStateException(workload + " did not end"));
    if (ending.status() != Status.SUCCEEDED) {
      throw new IllegalStateException(workload + " ended as " + ending);
    }
  }

  @Override
  public int alive(Workload workload) {
    return switch (workload) {
      case W1, W3 -> 512;
      case W2 -> 16;
      case W4 -> 64;
    };
  }

  @Override
  public void close() {
    pawl.ifPresent(PostgresNode::close);
    pawl = Optional.empty();
  }
}
