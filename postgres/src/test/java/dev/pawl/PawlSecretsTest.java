package dev.pawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.secret.MasterKey;
import dev.pawl.postgres.secret.MasterKeyException;
import dev.pawl.postgres.store.TestDatabases;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Secrets of programs that use Pawl as a library. */
@ExtendWith(TestDatabases.class)
class PawlSecretsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final String FLOW =
      """
      StartAt: Call
      States:
        Call: {Type: Task, Resource: call, End: true}
      """;

  private static final String VALUE = "hunter2-hunter2";

  @Test
  void shouldGiveSecretsToHandlersAndMaskThemInOutcomes_16(Database database) throws Exception {
    try (Pawl pawl =
        on(database)
            .masterKey(MasterKey.random().encoded())
            .handler(
                "call",
                call -> {
                  String secret = call.secret("crm").orElse("none");
                  if (call.input().asText().equals("fail")) {
                    throw new HandlerException("Crm.Down", "token " + base64(secret) + " refused");
                  }
                  return Json.of("sent " + secret + " of " + secret.length());
                })
            .start()) {
      pawl.deploy("calls", FLOW);
      pawl.setSecret("crm", VALUE);

      ExecutionResult done = run(pawl, "");
      ExecutionResult failed = run(pawl, "fail");

      assertThat(done.output()).contains(Json.of("sent *** of " + VALUE.length()));
      assertThat(failed.toString()).contains("token *** refused").doesNotContain(base64(VALUE));
      assertThat(pawl.deleteSecret("crm")).isTrue();
      Await.until(
          "the deletion is seen",
          () -> run(pawl, "").output().equals(Optional.of(Json.of("sent none of 4"))));
    }
  }

  @Test
  void shouldRefuseToStartWithAnotherMasterKey_15(Database database) {
    try (Pawl pawl = on(database).masterKey(MasterKey.random().encoded()).start()) {
      pawl.setSecret("crm", VALUE);
    }

    assertThatThrownBy(() -> on(database).masterKey(MasterKey.random().encoded()).start())
        .isInstanceOf(MasterKeyException.class)
        .hasMessageContaining("does not match");
  }

  @Test
  void shouldExplainWhyASecretCannotBeSet(Database database) {
    try (Pawl pawl = on(database).start()) {
      assertThatThrownBy(() -> pawl.setSecret("crm", VALUE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("masterKey");
      assertThatThrownBy(() -> pawl.setSecret("a b", VALUE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'a b' is not allowed");
      assertThatThrownBy(() -> pawl.setSecret("crm", "abc")).hasMessageContaining("at least 4");
      assertThatThrownBy(() -> pawl.setSecret("crm", "x".repeat(65_537)))
          .hasMessageContaining("65537 bytes are above the maximum of 65536");
    }
  }

  private static ExecutionResult run(Pawl pawl, String input) throws InterruptedException {
    return pawl.await(pawl.start("calls", Json.of(input)), TIMEOUT).orElseThrow();
  }

  private static PawlBuilder on(Database database) {
    return Pawl.on(
        "%s%suser=%s&password=%s"
            .formatted(
                database.url(),
                database.url().contains("?") ? "&" : "?",
                database.user(),
                database.password()));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
