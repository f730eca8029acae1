package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.client.PawlClient;
import dev.pawl.client.trigger.Webhook;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks on the command line and in the Java client. */
@ExtendWith(OneServer.class)
class WebhookCommandsTest {

  private static final String FLOW =
      "{\"StartAt\": \"Done\", \"States\": {\"Done\": {\"Type\": \"Pass\", \"End\": true}}}";

  @TempDir Path folder;

  @Test
  void shouldManageWebhooksOnTheCommandLine(OneServer.Running running) throws Exception {
    Path key = Files.writeString(folder.resolve("key"), running.tenant("webhook-commands"));
    Commands commands = new Commands(running.server().address(), key);
    WebhookSender sender = new WebhookSender(running.server().address());
    Path file = Files.writeString(folder.resolve("order.asl.json"), FLOW);
    commands.pawl("deploy", file.toString(), "--publish").well();

    String first = commands.pawl("webhooks", "add", "in", "order", "--json").well().text("secret");
    assertThat(commands.pawl("webhooks", "ls").well().out())
        .contains("in", "order", "WEBHOOK_SECRET", "standard")
        .doesNotContain("whsec_");
    assertThat(status(sender, first, "m-1")).isEqualTo(202);

    assertThat(commands.pawl("webhooks", "rotate", "order").well().out())
        .contains("shown this one time only: whsec_");
    assertThat(status(sender, first, "m-2")).isEqualTo(202);
    assertThat(commands.pawl("webhooks", "end-old", "order").well().out())
        .contains("only the newest secret");
    assertThat(status(sender, first, "m-3")).isEqualTo(401);

    Path secret = Files.writeString(folder.resolve("secret"), first + "\n");
    assertThat(
            commands
                .pawl("webhooks", "rotate", "order", "--now", "--secret-file", secret.toString())
                .well()
                .out())
        .contains("the secret of the sender is set")
        .doesNotContain("whsec_");
    assertThat(status(sender, first, "m-4")).isEqualTo(202);

    assertThat(commands.pawl("webhooks", "rm", "order").well().out()).contains("has no webhook");
    assertThat(status(sender, first, "m-5")).isEqualTo(404);
    assertThat(commands.pawl("webhooks", "ls", "--json").well().out()).contains("\"items\": []");
  }

  private static int status(WebhookSender sender, String secret, String id) {
    return sender
        .send("@webhook-commands/in", WebhookSender.standard(secret, id, Instant.now(), "{}"), "{}")
        .status();
  }

  @Test
  void shouldManageWebhooksInJava(OneServer.Running running) throws Exception {
    String key = running.tenant("webhook-client");
    Api api = running.with(key);
    api.post(
        "/api/flows?publish=true", "{\"code\": \"order\", \"definition\": %s}".formatted(FLOW));
    api.call(
        "PUT",
        "/api/flows/order/trigger",
        "{\"type\": \"AUTOLAUNCHED\", \"config\": {\"inputMapping\": \"$.input\"}}");
    try (PawlClient client =
        PawlClient.connect(running.server().address().toString(), key.strip())) {
      Webhook webhook = client.webhooks().set("order", JsonObject.of("path", Json.of("from-java")));
      assertThat(webhook.authentication()).isEqualTo("TENANT_API_KEY");
      assertThat(client.webhooks().list().map(Webhook::path)).containsExactly("from-java");

      Json receipt = client.webhooks().send("from-java", Json.parse("{\"n\": 1}"));

      assertThat(receipt.get("execution")).isPresent();
      client.webhooks().remove("order");
      assertThat(client.webhooks().list()).isEmpty();
      assertThat(client.flows().trigger("order").toString()).contains("inputMapping");
    }
  }
}
