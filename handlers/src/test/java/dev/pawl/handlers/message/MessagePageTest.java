package dev.pawl.handlers.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.mail.EmailAlert;
import dev.pawl.handlers.sms.SmsExample;
import dev.pawl.model.schema.JsonSchema;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection.Kind;
import dev.pawl.sdk.OutboundConnection.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs the examples of docs/handlers.md that send messages. */
class MessagePageTest {

  private static final String INPUT =
      """
      {"customer": {"name": "Ada", "email": "ada@example.com", "phone": "+46 70 174 06 05"}}
      """;

  private final MessageCalls calls = new MessageCalls();

  @Test
  void shouldSendTheMailOfThePage() throws Exception {
    GreenMail server = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));
    server.start();
    try {
      calls
          .with(new MessageTemplate("welcome", "Welcome", "Dear {{customer.name}}", ""))
          .with(
              "smtp",
              Kind.SMTP,
              "localhost:" + server.getSmtp().getPort(),
              Tls.NONE,
              "{}",
              "{\"from\": \"robot@example.org\"}");

      Json result =
          run(new EmailAlert(new EgressGuard(EgressPolicy.PUBLIC_ONLY)), "EMAIL_ALERT", "Welcome");

      assertThat(result.get("accepted").orElseThrow()).hasToString("[\"ada@example.com\"]");
      assertThat(server.getReceivedMessages()).hasSize(1);
    } finally {
      server.stop();
    }
  }

  @Test
  void shouldSendTheTextMessageOfThePage() throws Exception {
    calls.with(new MessageTemplate("reminder", "", "Dear {{customer.name}}", ""));
    try (SmsExample example = SmsExample.start(calls)) {

      Json result = run(example.handler(), "SMS_HANDLER", "Remind");

      assertThat(result.get("status")).contains(Json.of("delivered"));
    }
  }

  private Json run(Handler handler, String resource, String state) throws Exception {
    Json task = example(resource).get("States").flatMap(states -> states.get(state)).orElseThrow();
    Json config = task.get("Config").orElseThrow();
    assertThat(task.get("Resource")).contains(Json.of(resource));
    assertThat(JsonSchema.violations(handler.descriptor().configSchema(), config)).isEmpty();
    Json result = handler.handle(calls.call(config.toString(), INPUT));
    assertThat(JsonSchema.violations(handler.descriptor().outputSchema(), result)).isEmpty();
    return result;
  }

  /** Returns the first JSON block below the heading of a handler. */
  private static Json example(String resource) throws IOException {
    String page = Files.readString(Path.of(System.getProperty("pawl.root"), "docs/handlers.md"));
    int heading = page.indexOf(": " + resource + "\n");
    int start = page.indexOf("```json\n", heading) + "```json\n".length();
    return Json.parse(page.substring(start, page.indexOf("```", start)));
  }
}
