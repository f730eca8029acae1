package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.testkit.store.InMemoryStore;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

class DeployWarningsTest {

  private static final String FLOW =
      """
      StartAt: A
      States:
        A:
          Type: Pass
          Parameters: {id: $.id}
          End: true
      """;

  @Test
  void shouldLogWarningsOfAFlowDeployedByAProgram() throws Exception {
    Logger logger = Logger.getLogger("dev.pawl.engine.node.read.FlowCache");
    LogLines lines = new LogLines();
    logger.addHandler(lines);
    try (Cluster cluster = new Cluster(new InMemoryStore(Clock.systemUTC()))) {
      Node node = cluster.join();

      node.deploy(TenantId.DEFAULT, "f", FLOW);
    } finally {
      logger.removeHandler(lines);
    }

    assertThat(lines.all)
        .containsExactly(
            "flow 'f', line 5: '$.id' is taken as text, not as a path [EXPRESSION_AS_TEXT] Name the"
                + " field 'id.$' to have it evaluated.");
  }

  private static final class LogLines extends Handler {

    private final List<String> all = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord record) {
      all.add(new SimpleFormatter().formatMessage(record));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
