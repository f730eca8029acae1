package dev.pawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.store.TestDatabases;
import dev.pawl.sdk.Json;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(TestDatabases.class)
class JobsDeployTest {

  private static final String JOBS =
      """
      jobs:
        - {code: MAIL, handler: mail, config: {template: welcome}}
        - {code: EXPORT, parent: MAIL, handler: export}
      """;

  @TempDir Path folder;

  @Test
  void shouldRunJobsAsALibrary() throws Exception {
    try (Pawl pawl =
        Pawl.embedded(folder)
            .handler("mail", call -> call.settings())
            .handler("export", call -> call.input())
            .start()) {
      assertThat(pawl.deploy("policy", JOBS)).isEqualTo(1);
      assertThat(pawl.deploy("policy", JOBS)).isEqualTo(1);

      Json output =
          pawl.await(
                  pawl.start("policy", Json.parse("{\"aggregateId\": \"P-1\", \"payload\": 5}")),
                  Duration.ofSeconds(60))
              .orElseThrow()
              .output()
              .orElseThrow();

      assertThat(output.get("EXPORT"))
          .contains(
              Json.parse(
                  """
                  {"aggregateId": "P-1", "payload": 5, "parents": {"MAIL": {"template": "welcome"}}}\
                  """));
      assertThatThrownBy(
              () -> pawl.deploy("policy", JOBS.replace("handler: mail", "hanlder: mail")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("line=2")
          .hasMessageContaining("Did you mean 'handler'?");
    }
  }
}
