package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.client.PawlClient;
import dev.pawl.client.execution.Execution;
import dev.pawl.client.execution.ExecutionFilter;
import dev.pawl.client.execution.ExecutionStatus;
import dev.pawl.server.example.ClientExample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The README of the Java client quotes a program that runs. */
@ExtendWith(OneServer.class)
class ClientReadmeTest {

  private static final Path README = Path.of("..", "client", "README.md");
  private static final Path EXAMPLE =
      Path.of("src", "test", "java", "dev", "pawl", "server", "example", "ClientExample.java");

  @Test
  void shouldQuoteTheExampleAsItRuns() throws IOException {
    String quoted = "```java\n" + Files.readString(EXAMPLE) + "```\n";

    assertThat(Files.readString(README)).contains(quoted);
  }

  @Test
  void shouldRunTheExample(OneServer.Running running) throws Exception {
    String address = running.server().address().toString();
    String key = running.tenant("client-readme");

    ClientExample.main(new String[] {address, key});

    try (PawlClient client = PawlClient.connect(address, key)) {
      assertThat(client.executions().search(ExecutionFilter.all().businessKey("A-17")))
          .extracting(Execution::status)
          .containsExactly(ExecutionStatus.SUCCEEDED);
    }
  }
}
