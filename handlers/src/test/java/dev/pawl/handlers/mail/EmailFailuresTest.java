package dev.pawl.handlers.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.message.MessageCalls;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.sdk.OutboundConnection.Kind;
import dev.pawl.sdk.OutboundConnection.Tls;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmailFailuresTest {

  private static final String OPTIONS = "{\"from\": \"Pawl <robot@example.org>\"}";

  private static final String LETTER =
      """
      {"to": "ada@example.com", "subject": "Hello", "text": "Good morning"}
      """;

  private final GreenMail server =
      new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));
  private final MessageCalls calls = new MessageCalls();

  @BeforeEach
  void start() {
    server.start();
    calls.with("smtp", Kind.SMTP, "localhost:" + port(), Tls.NONE, "{}", OPTIONS);
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  @Test
  void shouldReportRecipientsThatTheServerRejects() throws Exception {
    try (SmtpFrontend frontend = frontend()) {
      frontend.answer("bob@example.com", "550 5.1.1 no such user");
      frontend.answer("carl@example.com", "450 4.2.1 mailbox busy");

      Json result =
          handler()
              .handle(
                  calls.call(
                      """
                      {"to": ["ada@example.com", "bob@example.com", "carl@example.com"], "text": "x"}
                      """,
                      "{}"));

      assertThat(result.get("accepted").orElseThrow()).hasToString("[\"ada@example.com\"]");
      assertThat(result.get("rejected").orElseThrow())
          .isEqualTo(
              Json.parse(
                  """
                  [{"address": "bob@example.com", "status": 550, "reason": "550 5.1.1 no such user"},
                   {"address": "carl@example.com", "status": 450, "reason": "450 4.2.1 mailbox busy"}]
                  """));
      assertThat(server.getReceivedMessages()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "RCPT, 550 no such user, MailRejected",
    "RCPT, 451 try again later, MailBusy",
    "MAIL, 552 quota exceeded, MailRejected",
    "MAIL, 452 too many messages, MailBusy",
    "DATA, 554 looks like spam, MailRejected",
    "DATA, 421 shutting down, MailBusy",
    "CONNECT, 421 too busy, MailBusy",
    "CONNECT, 554 go away, MailRejected",
    "MAIL, CLOSE, MailConnect"
  })
  void shouldNameTheErrorByTheAnswerOfTheServer(String command, String answer, String error)
      throws Exception {
    try (SmtpFrontend frontend = frontend()) {
      frontend.answer(command, answer);

      HandlerException failure = failure(handler(), LETTER);

      assertThat(failure.error()).as(failure.getMessage()).isEqualTo(error);
      assertThat(server.getReceivedMessages()).isEmpty();
      assertThat(calls.effects()).isEmpty();
    }
  }

  @Test
  void shouldEndAtTheTimeoutIfTheServerIsSilent() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("localhost"))) {
      calls.with("smtp", Kind.SMTP, "localhost:" + silent.getLocalPort(), Tls.NONE, "{}", OPTIONS);

      HandlerException failure =
          catchThrowableOfType(
              HandlerException.class,
              () -> handler().handle(calls.call(LETTER, "{}", Duration.ofMillis(200))));

      assertThat(failure.error()).isEqualTo("MailConnect");
    }
  }

  @Test
  void shouldFailIfNoServerListens() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getByName("localhost"))) {
      free = socket.getLocalPort();
    }
    calls.with("smtp", Kind.SMTP, "localhost:" + free, Tls.NONE, "{}", OPTIONS);

    assertThat(failure(handler(), LETTER).error()).isEqualTo("MailConnect");
  }

  @Test
  void shouldAskTheEgressGuard() {
    calls.with(
        new OutboundConnection(
            "smtp",
            Kind.SMTP,
            "localhost:" + port(),
            Tls.NONE,
            JsonObject.EMPTY,
            Map.of(),
            (JsonObject) Json.parse(OPTIONS),
            false));

    assertThat(failure(handler(), LETTER).error()).isEqualTo("EgressDenied");
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'to': 'ada@example.com\\r\\nBcc: eve@example.com', 'text': 'x'}",
        "{'to': 'ada@example.com, eve@example.com', 'text': 'x'}",
        "{'to': 'ada', 'text': 'x'}",
        "{'to': 'ada@', 'text': 'x'}",
        "{'to': 'Team: ada@example.com;', 'text': 'x'}",
        "{'to': 'ädä@example.com', 'text': 'x'}",
        "{'to': 'ada@example.com> SIZE=1', 'text': 'x'}",
        "{'to': 'ada@example.com', 'from': 'a@example.com\\nX: y', 'text': 'x'}",
        "{'to': 'ada@example.com', 'replyTo': 'Ada\\r\\n <a@example.com>', 'text': 'x'}",
        "{'to': [], 'text': 'x'}",
        "{'text': 'x'}",
        "{'toField': 'customer.email', 'text': 'x'}"
      })
  void shouldRejectInvalidAddresses(String config) {
    HandlerException failure = failure(handler(), config.replace('\'', '"'));

    assertThat(failure.error()).as(failure.getMessage()).isEqualTo("MailAddress");
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void shouldRefuseLineBreaksInSubjects() {
    calls.with(new MessageTemplate("t", "About {{what}}", "x", ""));

    HandlerException literal =
        failure(
            handler(),
            """
            {"to": "ada@example.com", "subject": "Hi\\r\\nBcc: eve@example.com", "text": "x"}
            """);
    HandlerException rendered =
        failure(
            handler(),
            """
            {"to": "ada@example.com", "template": "t", "data": {"what": "x\\nBcc: eve@example.com"}}
            """);

    assertThat(literal.error()).isEqualTo("MailRejected");
    assertThat(rendered.error()).isEqualTo("MailRejected");
    assertThat(rendered).hasMessageContaining("subject").hasMessageContaining("line break");
  }

  @Test
  void shouldRefuseMailsAboveTenMegabytes() {
    String large = Base64.getEncoder().encodeToString(new byte[8 * 1024 * 1024]);

    HandlerException failure =
        failure(
            handler(),
            "{\"to\": \"ada@example.com\", \"text\": \"x\", \"attachments\":"
                + " [{\"name\": \"a\", \"content\": \"%s\"}]}".formatted(large));

    assertThat(failure.error()).isEqualTo("MailRejected");
    assertThat(failure).hasMessageContaining("at most 10485760");
  }

  @Test
  void shouldRefuseTooManyRecipients() {
    String recipients =
        IntStream.rangeClosed(0, MailReader.MAX_RECIPIENTS)
            .mapToObj(number -> "\"a%d@example.com\"".formatted(number))
            .collect(Collectors.joining(", "));

    HandlerException failure =
        failure(handler(), "{\"to\": [%s], \"text\": \"x\"}".formatted(recipients));

    assertThat(failure.error()).isEqualTo("MailAddress");
    assertThat(failure).hasMessageContaining("101 recipients; at most 100");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'to': 'a@example.com'}|ConfigInvalid|text",
        "{'to': 'a@example.com', 'text': 1}|ConfigInvalid|text: is of type number",
        "{'to': 7, 'text': 'x'}|ConfigInvalid|to",
        "{'to': 'a@example.com', 'text': 'x', 'connection': 'other'}|ConfigInvalid|other",
        "{'to': 'a@example.com', 'text': 'x', 'attachments': [{'name':"
            + " 'a'}]}|ConfigInvalid|attachments[0]",
        "{'to': 'a@example.com', 'text': 'x', 'attachments': [{'name': 'a', 'content':"
            + " '%'}]}|ConfigInvalid|base64",
        "{'to': 'a@example.com', 'text': 'x', 'attachments': [{'name': 'a\\n"
            + "', 'text': 'b'}]}|ConfigInvalid|name",
        "{'to': 'a@example.com', 'text': 'x', 'attachments': [{'name': 'a', 'text': 'b',"
            + " 'contentType': 'x'}]}|ConfigInvalid|contentType",
        "{'to': 'a@example.com', 'template': 'missing'}|TemplateError|missing"
      })
  void shouldNameInvalidSettings(String config, String error, String message) {
    HandlerException failure = failure(handler(), config.replace('\'', '"'));

    assertThat(failure.error()).as(failure.getMessage()).isEqualTo(error);
    assertThat(failure).hasMessageContaining(message);
  }

  private HandlerException failure(EmailAlert handler, String config) {
    HandlerException failure =
        catchThrowableOfType(
            HandlerException.class, () -> handler.handle(calls.call(config, "{}")));
    assertThat(failure).isNotNull();
    return failure;
  }

  private SmtpFrontend frontend() throws Exception {
    SmtpFrontend frontend = new SmtpFrontend(port(), SSLContext.getDefault(), false);
    calls.with("smtp", Kind.SMTP, frontend.address(), Tls.NONE, "{}", OPTIONS);
    return frontend;
  }

  private int port() {
    return server.getSmtp().getPort();
  }

  private static EmailAlert handler() {
    return new EmailAlert(new EgressGuard(EgressPolicy.PUBLIC_ONLY));
  }
}
