package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A waiting execution leaves memory, and a timer or a message wakes it. */
abstract class WaitingContract extends NodeTestBase {

  @Test
  void shouldParkAndWakeByTime() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "W", "States": {
          "W": {"Type": "Wait", "Seconds": 4, "Next": "D"},
          "D": {"Type": "Task", "Resource": "echo", "End": true}}}\
        """);
    cluster.join();

    ExecutionKey key = cluster.start("f", number(7));

    cluster.until(key, found -> found.status() == Status.WAITING);
    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldWakeByAnEventThatComesBeforeOrAfterTheWait() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "W", "States": {
          "W": {"Type": "Wait", "Event": "go", "Next": "V"},
          "V": {"Type": "Wait", "Event": "go", "End": true}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    node.control().signal(key, "go", number(1), Optional.empty());
    cluster.until(key, found -> found.status() == Status.WAITING);
    node.control().signal(key, "go", number(2), Optional.empty());

    assertThat(cluster.ending(key).output()).contains(number(2));
    assertThat(node.control().signal(key, "go", number(3), Optional.empty()))
        .isEqualTo(MessageAcceptance.ENDED);
  }

  @Test
  void shouldAcceptAMessageOncePerKey() throws Exception {
    cluster.deploy(
        "f",
        """
        {"StartAt": "W", "States": {
          "W": {"Type": "Wait", "Event": "go", "Next": "V"},
          "V": {"Type": "Wait", "Event": "go", "End": true}}}\
        """);
    Node node = cluster.join();

    ExecutionKey key = cluster.start("f", NOTHING);
    MessageAcceptance first = node.control().signal(key, "go", number(1), Optional.of("k"));
    MessageAcceptance second = node.control().signal(key, "go", number(1), Optional.of("k"));
    node.control().signal(key, "go", number(2), Optional.of("l"));

    assertThat(first).isEqualTo(MessageAcceptance.ACCEPTED);
    assertThat(second).isEqualTo(MessageAcceptance.REPEATED);
    assertThat(cluster.ending(key).output()).contains(number(2));
  }
}
