package dev.pawl.simulation.contract.node;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.simulation.contract.EnclosingTest;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * An empty store, the nodes that join it, and common operations. Each test has its own store, so
 * that tests can run in parallel.
 */
@ExtendWith(EnclosingTest.class)
@Execution(ExecutionMode.CONCURRENT)
abstract class NodeTestBase {

  static final Json NOTHING = JsonObject.EMPTY;

  Cluster cluster;

  @BeforeEach
  final void openStore(NodeContract contract) throws Exception {
    cluster = contract.open();
    cluster.handler("echo", HandlerCall::input);
  }

  @AfterEach
  final void closeStore() {
    cluster.close();
  }

  static String task(String resource, String more) {
    return """
    {"StartAt": "Do", "States": {
      "Do": {"Type": "Task", "Resource": "%s", %s "End": true}}}\
    """
        .formatted(resource, more);
  }

  /** Returns a handler that blocks until it is interrupted, and reports the interrupt. */
  static Handler untilInterrupted(CountDownLatch interrupted) {
    return call -> {
      try {
        new CountDownLatch(1).await();
        return call.input();
      } catch (InterruptedException e) {
        interrupted.countDown();
        throw e;
      }
    };
  }

  static Json number(int value) {
    return JsonNumber.of(value);
  }
}
