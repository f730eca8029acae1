package dev.pawl.handlers.sms;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.message.MessageCalls;
import dev.pawl.handlers.message.TestCertificate;
import dev.pawl.handlers.socket.GuardedSockets;
import dev.pawl.model.schema.JsonSchema;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.sdk.OutboundConnection.Kind;
import dev.pawl.sdk.OutboundConnection.Tls;
import dev.pawl.testkit.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.util.DeliveryReceiptState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmsHandlerTest {

  private static final String AUTH = "{\"user\": \"pawl\", \"password\": \"secret\"}";

  private static final String GREETING =
      """
      {"to": "+46 70-174 06 05", "text": "Hello"}
      """;

  private final SmsHandler handler = new SmsHandler(new EgressGuard(EgressPolicy.PUBLIC_ONLY));
  private final MessageCalls calls = new MessageCalls();
  private SmppSimulator gateway;

  @BeforeEach
  void start() throws Exception {
    gateway = SmppSimulator.start();
    calls.with("sms", Kind.SMPP, gateway.address(), Tls.NONE, AUTH, "{\"sender\": \"Pawl\"}");
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
  }

  @Test
  void shouldSubmitAMessage() throws Exception {
    Json result = handler.handle(calls.call(GREETING, "{}"));

    assertThat(result)
        .isEqualTo(
            Json.parse("{\"messageId\": \"a1\", \"segments\": 1, \"status\": \"accepted\"}"));
    SubmitSm message = gateway.messages().getFirst();
    assertThat(message.getDestAddress()).isEqualTo("46701740605");
    assertThat(message.getDestAddrTon()).isEqualTo((byte) 1);
    assertThat(message.getSourceAddr()).isEqualTo("Pawl");
    assertThat(message.getSourceAddrTon()).isEqualTo((byte) 5);
    assertThat(message.getShortMessage()).containsExactly('H', 'e', 'l', 'l', 'o');
    assertThat(message.getRegisteredDelivery()).isZero();
    assertThat(gateway.binds()).containsExactly(BindType.BIND_TX);
    assertThat(calls.effects())
        .containsExactly(
            new ExternalEffect("sms", "+46701740605", "", "1 of 1 segments accepted, id a1"));
  }

  @Test
  void shouldSendTheTemplateToTheNumberInThePayload() throws Exception {
    calls.with(new MessageTemplate("reminder", "", "Dear {{name}}, {{{name}}}", ""));

    handler.handle(
        calls.call(
            """
            {"template": "reminder", "toField": "phones[0]", "sender": "+4612345"}
            """,
            """
            {"payload": {"phones": ["0701740605"], "name": "жanna {{name}}"}}
            """));

    SubmitSm message = gateway.messages().getFirst();
    assertThat(message.getDestAddress()).isEqualTo("0701740605");
    assertThat(message.getDataCoding()).isEqualTo((byte) 8);
    assertThat(new String(message.getShortMessage(), UTF_16BE))
        .isEqualTo("Dear жanna {{name}}, жanna {{name}}");
  }

  @Test
  void shouldSplitLongTexts() throws Exception {
    Json result =
        handler.handle(
            calls.call(
                "{\"to\": \"+46701740605\", \"text\": \"%s\"}".formatted("x".repeat(400)), "{}"));

    assertThat(result.get("segments")).contains(Json.of(3));
    assertThat(gateway.messages()).hasSize(3);
    assertThat(gateway.messages()).allSatisfy(part -> assertThat(part.isUdhi()).isTrue());
    assertThat(gateway.messages().get(2).getShortMessage()[5]).isEqualTo((byte) 3);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void shouldWaitForReceiptsOfAllSegments(boolean receiptBeforeAnswer) throws Exception {
    if (receiptBeforeAnswer) {
      gateway.receiptBeforeAnswer();
    }

    Json result =
        handler.handle(
            calls.call(
                "{\"to\": \"+46701740605\", \"receipt\": \"wait\", \"text\": \"%s\"}"
                    .formatted("x".repeat(200)),
                "{}"));

    assertThat(result)
        .isEqualTo(
            Json.parse("{\"messageId\": \"a1\", \"segments\": 2, \"status\": \"delivered\"}"));
    assertThat(gateway.binds()).containsExactly(BindType.BIND_TRX);
  }

  @ParameterizedTest
  @CsvSource({"UNDELIV", "EXPIRED", "REJECTD", "DELETED", "UNKNOWN"})
  void shouldFailIfTheReceiptReportsAFailure(DeliveryReceiptState state) {
    gateway.receipt(state);

    HandlerException failure =
        failure("{\"to\": \"+46701740605\", \"text\": \"x\", \"receipt\": \"wait\"}");

    assertThat(failure.error()).isEqualTo("SmsUndelivered");
    assertThat(failure).hasMessageContaining(state.name());
    assertThat(calls.effects()).hasSize(1);
  }

  @Test
  void shouldFailIfNoReceiptComesInTime() {
    gateway.withoutReceipts();

    HandlerException failure =
        catchThrowableOfType(
            HandlerException.class,
            () ->
                handler.handle(
                    calls.call(
                        "{\"to\": \"+46701740605\", \"text\": \"x\", \"receipt\": \"wait\"}",
                        "{}",
                        Duration.ofSeconds(2))));

    assertThat(failure.error()).isEqualTo("SmsUndelivered");
    assertThat(failure).hasMessageContaining("no receipt in time");
  }

  @Test
  void shouldIgnoreReceiptsOfOtherMessages() throws Exception {
    gateway.withoutReceipts();
    Thread call =
        Thread.ofVirtual()
            .start(
                () ->
                    catchThrowableOfType(
                        HandlerException.class,
                        () ->
                            handler.handle(
                                calls.call(
                                    "{\"to\": \"+46701740605\", \"text\": \"x\","
                                        + " \"receipt\": \"wait\"}",
                                    "{}",
                                    Duration.ofSeconds(3)))));

    Await.until(
        "the receipt is refused",
        () -> {
          if (!gateway.messages().isEmpty()) {
            gateway.deliverForeignReceipt();
          }
          return gateway.refusals().contains(SMPPConstant.STAT_ESME_RX_T_APPN);
        });
    call.join();
  }

  @ParameterizedTest
  @CsvSource({
    "0x58, SmsThrottled",
    "0x14, SmsThrottled",
    "0x0B, SmsAddress",
    "0x08, SmsConnect",
    "0x0A, SmsRejected",
    "0x45, SmsRejected"
  })
  void shouldNameTheErrorByTheStatus(String status, String error) {
    gateway.refuseAfter(0, Integer.decode(status));

    HandlerException failure = failure(GREETING);

    assertThat(failure.error()).isEqualTo(error);
    assertThat(calls.effects()).isEmpty();
  }

  @Test
  void shouldRecordSegmentsThatWereSentBeforeAFailure() {
    gateway.refuseAfter(1, SMPPConstant.STAT_ESME_RTHROTTLED);

    HandlerException failure =
        failure("{\"to\": \"+46701740605\", \"text\": \"%s\"}".formatted("x".repeat(400)));

    assertThat(failure.error()).isEqualTo("SmsThrottled");
    assertThat(calls.effects())
        .extracting(ExternalEffect::summary)
        .containsExactly("1 of 3 segments accepted, id a1");
  }

  @Test
  void shouldRejectWrongPasswords() {
    calls.with(
        "sms",
        Kind.SMPP,
        gateway.address(),
        Tls.NONE,
        "{\"user\": \"pawl\", \"password\": \"wrong\"}",
        "{}");

    assertThat(failure(GREETING).error()).isEqualTo("SmsRejected");
  }

  @Test
  void shouldFailIfTheGatewayIsSilentOrAbsent() throws Exception {
    int port;
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("localhost"))) {
      port = silent.getLocalPort();
      calls.with("sms", Kind.SMPP, "localhost:" + port, Tls.NONE, AUTH, "{}");

      HandlerException failure =
          catchThrowableOfType(
              HandlerException.class,
              () -> handler.handle(calls.call(GREETING, "{}", Duration.ofMillis(700))));
      assertThat(failure.error()).isEqualTo("SmsConnect");
    }
    assertThat(failure(GREETING).error()).isEqualTo("SmsConnect");
  }

  @Test
  void shouldEncryptAndVerifyTheHost(@TempDir Path folder) throws Exception {
    TestCertificate certificate = TestCertificate.create(folder);
    EgressGuard guard = new EgressGuard(EgressPolicy.PUBLIC_ONLY);
    SmsHandler trusting = new SmsHandler(guard, new GuardedSockets(guard, certificate.client()));
    ServerSocket socket =
        certificate
            .server()
            .getServerSocketFactory()
            .createServerSocket(0, 5, InetAddress.getByName("localhost"));
    try (SmppSimulator secured = new SmppSimulator(socket)) {
      calls.with("sms", Kind.SMPP, secured.address(), Tls.TLS, AUTH, "{}");

      Json result = trusting.handle(calls.call(GREETING, "{}"));

      assertThat(result.get("status")).contains(Json.of("accepted"));
      assertThat(failure(GREETING).error()).isEqualTo("SmsConnect");
    }
  }

  @Test
  void shouldAskTheEgressGuard() {
    calls.with(
        new OutboundConnection(
            "sms",
            Kind.SMPP,
            gateway.address(),
            Tls.NONE,
            (JsonObject) Json.parse(AUTH),
            Map.of(),
            JsonObject.EMPTY,
            false));

    assertThat(failure(GREETING).error()).isEqualTo("EgressDenied");
    assertThat(gateway.binds()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'to': 'Ada', 'text': 'x'}|SmsAddress|not a phone number",
        "{'to': '+46\\r\\n701', 'text': 'x'}|SmsAddress|not a phone number",
        "{'to': '+1234567890123456', 'text': 'x'}|SmsAddress|not a phone number",
        "{'to': ['+467017', '+467018'], 'text': 'x'}|SmsAddress|2 recipients",
        "{'text': 'x'}|SmsAddress|0 recipients",
        "{'toField': 'phone', 'text': 'x'}|SmsAddress|phone",
        "{'to': '+467017', 'text': 'x', 'sender': 'A very long name'}|SmsAddress|sender",
        "{'to': '+467017'}|ConfigInvalid|text",
        "{'toField': 'a..b', 'text': 'x'}|ConfigInvalid|toField",
        "{'to': '+467017', 'text': 'x', 'receipt': 'yes'}|ConfigInvalid|receipt",
        "{'to': '+467017', 'text': 'x', 'connection': 'other'}|ConfigInvalid|other",
        "{'to': '+467017', 'template': 'other'}|TemplateError|other"
      })
  void shouldNameInvalidSettings(String config, String error, String message) {
    HandlerException failure = failure(config.replace('\'', '"'));

    assertThat(failure.error()).as(failure.getMessage()).isEqualTo(error);
    assertThat(failure).hasMessageContaining(message);
    assertThat(gateway.binds()).isEmpty();
  }

  @Test
  void shouldRefuseTextsOfTooManySegments() {
    HandlerException failure =
        failure("{\"to\": \"+467017\", \"text\": \"%s\"}".formatted("x".repeat(1531)));

    assertThat(failure.error()).isEqualTo("SmsRejected");
    assertThat(failure).hasMessageContaining("11 segments; at most 10");
  }

  @Test
  void shouldDescribeItself() {
    var descriptor = handler.descriptor();

    assertThat(JsonSchema.problem(descriptor.configSchema())).isEmpty();
    assertThat(JsonSchema.problem(descriptor.outputSchema())).isEmpty();
    assertThat(JsonSchema.violations(descriptor.configSchema(), Json.parse(GREETING))).isEmpty();
    assertThat(descriptor.errors())
        .filteredOn(error -> error.retryable())
        .extracting(error -> error.name())
        .containsExactly("SmsThrottled", "SmsConnect");
    assertThat(descriptor.timeout()).contains(Duration.ofSeconds(30));
  }

  private HandlerException failure(String config) {
    HandlerException failure =
        catchThrowableOfType(
            HandlerException.class, () -> handler.handle(calls.call(config, "{}")));
    assertThat(failure).isNotNull();
    return failure;
  }
}
