package dev.pawl.bench.compare;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Status;
import dev.pawl.model.json.JsonText;
import dev.pawl.peers.Database;
import dev.pawl.peers.Engine;
import dev.pawl.peers.Workload;
import dev.pawl.postgres.Pawl;
import dev.pawl.postgres.PawlBuilder;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;

/** Pawl as a library, as it is by default. */
public final class PawlEngine implements Engine {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Json ITEMS =
      JsonArray.of(Collections.nCopies(Workload.W2.steps(), Json.of(1)));

  private Optional<Pawl> pawl = Optional.empty();

  @Override
  public void open(Database database) {
    PawlBuilder builder =
        Pawl.on(
            new dev.pawl.postgres.database.Database(
                database.url(), database.user(), database.password()));
    for (Workload workload : Workload.values()) {
      for (int step = 0; step < PawlFlows.tasks(workload); step++) {
        Json result = JsonText.parse(workload.result(step));
        builder.handler(PawlFlows.resource(workload, step), call -> result);
      }
    }
    Pawl opened = builder.start();
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
            .run(workload.name(), input, LIMIT)
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
    pawl.ifPresent(Pawl::close);
    pawl = Optional.empty();
  }
}
