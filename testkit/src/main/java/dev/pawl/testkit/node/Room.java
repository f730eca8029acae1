package dev.pawl.testkit.node;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.EnclosingTest;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** An empty store, the nodes that join it, and what tests ask of them again and again. */
@ExtendWith(EnclosingTest.class)
abstract class Room {

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

  /** Works without end, and tells when it was interrupted. */
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
