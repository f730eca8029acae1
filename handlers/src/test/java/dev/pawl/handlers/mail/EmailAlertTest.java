package dev.pawl.handlers.mail;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.message.MessageCalls;
import dev.pawl.handlers.message.TestCertificate;
import dev.pawl.handlers.socket.GuardedSockets;
import dev.pawl.model.schema.JsonSchema;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection.Kind;
import dev.pawl.sdk.OutboundConnection.Tls;
import jakarta.mail.Message;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimeUtility;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmailAlertTest {

  private static final String OPTIONS = "{\"from\": \"Pawl <robot@example.org>\"}";

  private static final String LETTER =
      """
      {"to": "ada@example.com", "subject": "Hello", "text": "Good morning"}
      """;

  private static TestCertificate certificate;

  private final GreenMail server =
      new GreenMail(
          new ServerSetup[] {
            new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP),
            new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTPS)
          });
  private final MessageCalls calls = new MessageCalls();

  @BeforeAll
  static void createCertificate(@TempDir Path folder) throws Exception {
    certificate = TestCertificate.create(folder);
  }

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
  void shouldSendAPlainMail() throws Exception {
    Json result = handler().handle(calls.call(LETTER, "{}"));

    assertThat(result)
        .isEqualTo(
            Json.parse(
                """
                {"messageId": "<0190-key.1~2@example.org>",
                 "accepted": ["ada@example.com"], "rejected": []}
                """));
    MimeMessage mail = onlyMail();
    assertThat(mail.getSubject()).isEqualTo("Hello");
    assertThat(mail.getContent().toString().strip()).isEqualTo("Good morning");
    assertThat(mail.getFrom()[0]).hasToString("Pawl <robot@example.org>");
    assertThat(mail.getMessageID()).isEqualTo("<0190-key.1~2@example.org>");
    assertThat(calls.effects())
        .containsExactly(
            new ExternalEffect(
                "mail", "ada@example.com", "<0190-key.1~2@example.org>", "1 accepted, 0 rejected"));
  }

  @Test
  void shouldSendTheTemplateToTheAddressInThePayload() throws Exception {
    calls.with(
        new MessageTemplate(
            "welcome",
            "Welcome, {{name}} & co",
            "Dear {{name}}, your policy is {{policy.number}}.",
            "<p>Dear {{name}}</p>"));

    handler()
        .handle(
            calls.call(
                """
                {"template": "welcome", "toField": "email"}
                """,
                """
                {"aggregateId": "p-1",
                 "payload": {"email": "ada@example.com", "name": "<Ada> {{policy.number}} ${$.x}",
                   "policy": {"number": 42}}}
                """));

    MimeMessage mail = onlyMail();
    MimeMultipart alternatives = (MimeMultipart) mail.getContent();
    assertThat(mail.getAllRecipients()[0]).hasToString("ada@example.com");
    assertThat(mail.getSubject()).isEqualTo("Welcome, <Ada> {{policy.number}} ${$.x} & co");
    assertThat(alternatives.getContentType()).startsWith("multipart/alternative");
    assertThat(alternatives.getBodyPart(0).getContent().toString())
        .isEqualTo("Dear <Ada> {{policy.number}} ${$.x}, your policy is 42.");
    assertThat(alternatives.getBodyPart(1).getContent().toString())
        .isEqualTo("<p>Dear &lt;Ada&gt; {{policy.number}} ${$.x}</p>");
  }

  @Test
  void shouldSendCopiesFilesAndInternationalText() throws Exception {
    Json result =
        handler()
            .handle(
                calls.call(
                    """
                    {"to": ["Ada Lovelace <ada@example.com>", "bob@bücher.example"],
                     "cc": "carl@example.com", "bcc": ["dora@example.com"],
                     "replyTo": "Zoë <zoe@example.org>", "from": "Märta <marta@example.org>",
                     "subject": "Grüße 👋", "text": "Größe", "html": "<b>Größe</b>",
                     "attachments": [
                       {"name": "Rechnung Nr 1 ü.pdf", "content": "JVBERg==", "contentType": "application/pdf"},
                       {"name": "note.txt", "text": "ä"}]}
                    """,
                    "{}"));

    assertThat(result.get("accepted").orElseThrow())
        .hasToString(
            "[\"ada@example.com\",\"bob@xn--bcher-kva.example\",\"carl@example.com\",\"dora@example.com\"]");
    assertThat(server.getReceivedMessages()).hasSize(4);
    MimeMessage mail = server.getReceivedMessages()[0];
    MimeMultipart mixed = (MimeMultipart) mail.getContent();
    assertThat(mail.getSubject()).isEqualTo("Grüße 👋");
    assertThat(mail.getRecipients(Message.RecipientType.BCC)).isNull();
    assertThat(mail.getReplyTo()[0].toString()).contains("zoe@example.org");
    assertThat(mixed.getCount()).isEqualTo(3);
    assertThat(mixed.getBodyPart(0).getContentType()).startsWith("multipart/alternative");
    assertThat(mixed.getBodyPart(1).getInputStream().readAllBytes())
        .isEqualTo("%PDF".getBytes(US_ASCII));
    assertThat(MimeUtility.decodeText(mixed.getBodyPart(1).getFileName()))
        .isEqualTo("Rechnung Nr 1 ü.pdf");
    assertThat(mixed.getBodyPart(2).getContent()).hasToString("ä");
  }

  @Test
  void shouldSignInWithUserAndPassword() throws Exception {
    server.setUser("robot@example.org", "robot", "secret");
    calls.with(
        "smtp",
        Kind.SMTP,
        "localhost:" + port(),
        Tls.NONE,
        "{\"user\": \"robot\", \"password\": \"secret\"}",
        OPTIONS);

    handler().handle(calls.call(LETTER, "{}"));

    assertThat(onlyMail().getSubject()).isEqualTo("Hello");
  }

  @Test
  void shouldRejectWrongPasswords() {
    server.setUser("robot@example.org", "robot", "secret");
    calls.with(
        "smtp",
        Kind.SMTP,
        "localhost:" + port(),
        Tls.NONE,
        "{\"user\": \"robot\", \"password\": \"wrong\"}",
        OPTIONS);

    HandlerException failure = failure(handler(), LETTER);

    assertThat(failure.error()).isEqualTo("MailRejected");
    assertThat(failure).hasMessageContaining("535").hasMessageNotContaining("wrong");
  }

  @ParameterizedTest
  @CsvSource({"STARTTLS,false", "TLS,true"})
  void shouldEncryptAndVerifyTheHost(Tls tls, boolean fromStart) throws Exception {
    server.setUser("robot@example.org", "robot", "secret");
    try (SmtpFrontend frontend = new SmtpFrontend(port(), certificate.server(), fromStart)) {
      calls.with(
          "smtp",
          Kind.SMTP,
          frontend.address(),
          tls,
          "{\"user\": \"robot\", \"password\": \"secret\"}",
          OPTIONS);

      handler().handle(calls.call(LETTER, "{}"));

      assertThat(onlyMail().getSubject()).isEqualTo("Hello");
      assertThat(frontend.commands().contains("STARTTLS")).isEqualTo(!fromStart);
    }
  }

  @ParameterizedTest
  @CsvSource({"STARTTLS,false", "TLS,true"})
  void shouldNotSendToServersThatItDoesNotTrust(Tls tls, boolean fromStart) throws Exception {
    EmailAlert trustsNobodyElse = new EmailAlert(new EgressGuard(EgressPolicy.PUBLIC_ONLY));
    try (SmtpFrontend frontend = new SmtpFrontend(port(), certificate.server(), fromStart)) {
      calls.with("smtp", Kind.SMTP, frontend.address(), tls, "{}", OPTIONS);

      HandlerException failure = failure(trustsNobodyElse, LETTER);

      assertThat(failure.error()).isEqualTo("MailConnect");
      assertThat(server.getReceivedMessages()).isEmpty();
    }
  }

  @Test
  void shouldNotSendToServersWithTheCertificateOfAnotherHost() throws Exception {
    int smtps = server.getSmtps().getPort();
    calls.with("smtp", Kind.SMTP, "localhost:" + smtps, Tls.TLS, "{}", OPTIONS);
    EmailAlert trusting =
        new EmailAlert(
            new GuardedSockets(
                new EgressGuard(EgressPolicy.PUBLIC_ONLY), TestCertificate.trustingGreenMail()));

    HandlerException failure = failure(trusting, LETTER);

    assertThat(failure.error()).isEqualTo("MailConnect");
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  @Test
  void shouldNotSendUnencryptedIfTheServerLacksStartTls() {
    calls.with("smtp", Kind.SMTP, "localhost:" + port(), Tls.STARTTLS, "{}", OPTIONS);

    HandlerException failure = failure(handler(), LETTER);

    assertThat(failure.error()).isEqualTo("MailConnect");
    assertThat(failure).hasMessageContaining("STARTTLS");
  }

  @Test
  void shouldDescribeItself() {
    var descriptor = handler().descriptor();

    assertThat(JsonSchema.problem(descriptor.configSchema())).isEmpty();
    assertThat(JsonSchema.problem(descriptor.outputSchema())).isEmpty();
    assertThat(JsonSchema.violations(descriptor.configSchema(), Json.parse(LETTER))).isEmpty();
    assertThat(descriptor.errors())
        .filteredOn(error -> error.retryable())
        .extracting(error -> error.name())
        .containsExactly("MailBusy", "MailConnect");
    assertThat(descriptor.timeout()).contains(Duration.ofSeconds(30));
  }

  private HandlerException failure(EmailAlert handler, String config) {
    HandlerException failure =
        catchThrowableOfType(
            HandlerException.class, () -> handler.handle(calls.call(config, "{}")));
    assertThat(failure).isNotNull();
    return failure;
  }

  private MimeMessage onlyMail() {
    assertThat(server.getReceivedMessages()).hasSize(1);
    return server.getReceivedMessages()[0];
  }

  private int port() {
    return server.getSmtp().getPort();
  }

  private static EmailAlert handler() {
    try {
      return new EmailAlert(
          new GuardedSockets(new EgressGuard(EgressPolicy.PUBLIC_ONLY), certificate.client()));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
