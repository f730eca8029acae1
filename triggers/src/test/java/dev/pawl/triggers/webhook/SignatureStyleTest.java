package dev.pawl.triggers.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.webhook.VerifiedDelivery.RepeatGuard;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each style accepts exactly what its sender signed. */
class SignatureStyleTest {

  private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
  private static final String SECRET = "whsec_" + base64(new byte[32]);
  private static final String OTHER =
      "whsec_" + base64("another key of 32 bytes in all..".getBytes(StandardCharsets.UTF_8));
  private static final String BODY = "{\"id\": \"evt_1\", \"n\": 1}";

  private final SignatureStyle standard = new StandardSignature();
  private final SignatureStyle github = new GithubSignature();
  private final SignatureStyle stripe = new StripeSignature();

  @Test
  void shouldAcceptWhatTheReferenceLibraryOfStandardWebhooksSigns() throws Exception {
    String signature = new Webhook(SECRET).sign("msg_1", NOW.getEpochSecond(), BODY);

    assertThat(standard.verify(standard("msg_1", NOW, signature), List.of(OTHER, SECRET), NOW))
        .contains(new VerifiedDelivery("msg_1", Optional.of("msg_1"), new RepeatGuard.Retained()));
    assertThat(
            standard.verify(
                standard("msg_1", NOW, "v1,bm8= v2,x nonsense " + signature), List.of(SECRET), NOW))
        .isPresent();
    assertThat(standard.verify(standard("msg_2", NOW, signature), List.of(SECRET), NOW)).isEmpty();
    assertThat(standard.verify(standard("msg_1", NOW, signature), List.of(OTHER), NOW)).isEmpty();
    assertThat(standard.verify(standard("msg_1", NOW, signature), List.of(), NOW)).isEmpty();
    assertThat(standard.verify(standard("msg_1", NOW, ""), List.of(SECRET), NOW)).isEmpty();
    assertThat(
            standard.verify(
                standard("msg_1", NOW, signature.substring(0, signature.length() - 4)),
                List.of(SECRET),
                NOW))
        .isEmpty();
  }

  @Test
  void shouldIgnoreASecretThatWasSetWhileTheWebhookHadAnotherStyle() throws Exception {
    String ofGithub = "a-secret-of-a-github-webhook!";
    String signature = new Webhook(SECRET).sign("msg_1", NOW.getEpochSecond(), BODY);

    assertThat(standard.verify(standard("msg_1", NOW, signature), List.of(ofGithub), NOW))
        .isEmpty();
    assertThat(standard.verify(standard("msg_1", NOW, signature), List.of(ofGithub, SECRET), NOW))
        .isPresent();
  }

  @ParameterizedTest
  @CsvSource({"-301,false", "-300,true", "0,true", "300,true", "301,false"})
  void shouldAcceptTimesWithinFiveMinutes(long offset, boolean accepted) throws Exception {
    Instant time = NOW.plusSeconds(offset);
    String standardSigned = new Webhook(SECRET).sign("msg_1", time.getEpochSecond(), BODY);
    String stripeSigned = hex(SECRET, time.getEpochSecond() + "." + BODY);

    assertThat(
            standard
                .verify(standard("msg_1", time, standardSigned), List.of(SECRET), NOW)
                .isPresent())
        .isEqualTo(accepted);
    assertThat(
            stripe
                .verify(
                    stripe("t=%d,v1=%s".formatted(time.getEpochSecond(), stripeSigned)),
                    List.of(SECRET),
                    NOW)
                .isPresent())
        .isEqualTo(accepted);
  }

  @Test
  void shouldRefuseIdsThatCouldBeReadInTwoWays() throws Exception {
    String signature = new Webhook(SECRET).sign("a.b", NOW.getEpochSecond(), BODY);

    assertThat(standard.verify(standard("a.b", NOW, signature), List.of(SECRET), NOW)).isEmpty();
  }

  @Test
  void shouldAcceptEd25519SignaturesOfThePublicKey() throws Exception {
    KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    byte[] encoded = keys.getPublic().getEncoded();
    String key = "whpk_" + base64(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
    Signature signer = Signature.getInstance("Ed25519");
    signer.initSign(keys.getPrivate());
    signer.update(bytes("msg_1." + NOW.getEpochSecond() + "." + BODY));
    String signature = "v1a," + base64(signer.sign());

    assertThat(standard.secretProblem(key)).isEmpty();
    assertThat(standard.verify(standard("msg_1", NOW, signature), List.of(SECRET, key), NOW))
        .isPresent();
    assertThat(standard.verify(standard("msg_2", NOW, signature), List.of(key), NOW)).isEmpty();
    assertThat(
            standard.verify(
                standard("msg_1", NOW, signature.replace("v1a,", "v1,")), List.of(key), NOW))
        .isEmpty();
    assertThat(standard.verify(standard("msg_1", NOW, "v1a,AAAA"), List.of(key), NOW)).isEmpty();
  }

  @Test
  void shouldRecogniseBodiesOfGithubWhateverTheirId() {
    String signature = "sha256=" + hex("a secret of GitHub", BODY);
    WebhookMessage first =
        message(Map.of("x-hub-signature-256", signature, "x-github-delivery", "d-1"));
    WebhookMessage again =
        message(Map.of("x-hub-signature-256", signature, "x-github-delivery", "d-2"));
    List<String> secrets = List.of("a secret of GitHub");

    VerifiedDelivery delivery = github.verify(first, secrets, NOW).orElseThrow();

    assertThat(delivery.id()).isEqualTo("d-1");
    assertThat(delivery.guard()).isEqualTo(new RepeatGuard.OneDay(Optional.of("d-1")));
    assertThat(github.verify(again, secrets, NOW).orElseThrow().key()).isEqualTo(delivery.key());
    assertThat(
            github.verify(
                message(Map.of("x-hub-signature-256", signature.substring(7))), secrets, NOW))
        .isEmpty();
    assertThat(github.verify(first, List.of(SECRET), NOW)).isEmpty();
  }

  @Test
  void shouldAcceptOneOfSeveralSignaturesOfStripe() {
    long now = NOW.getEpochSecond();
    String signed = hex(SECRET, now + "." + BODY);
    String header = "t=%d,v1=%s,v1=%s,v0=00".formatted(now, "00".repeat(32), signed);

    assertThat(stripe.verify(stripe(header), List.of(SECRET), NOW).orElseThrow().key())
        .contains("evt_1");
    assertThat(stripe.verify(stripe("t=%d,v0=%s".formatted(now, signed)), List.of(SECRET), NOW))
        .isEmpty();
    assertThat(stripe.verify(stripe(header + ",t=" + now), List.of(SECRET), NOW)).isEmpty();
    assertThat(stripe.verify(stripe("v1=" + signed), List.of(SECRET), NOW)).isEmpty();
  }

  @Test
  void shouldFollowTheTemplateOfASender() {
    SignatureStyle style =
        style(
            """
            {"header": "X-Sig", "prefix": "v0=", "encoding": "base64", "template": "v0:{timestamp}|{id}|{body}",
             "timestamp": {"header": "X-Time"}, "id": {"header": "X-Id"}}
            """);
    String time = Long.toString(NOW.getEpochSecond());
    String signature = "v0=" + base64(hmac(SECRET, "v0:" + time + "|m-1|" + BODY));
    Map<String, String> headers = Map.of("x-sig", signature, "x-time", time, "x-id", "m-1");

    assertThat(style.verify(message(headers), List.of(SECRET), NOW))
        .contains(new VerifiedDelivery("m-1", Optional.of("m-1"), new RepeatGuard.Retained()));
    assertThat(style.verify(message(headers), List.of(SECRET), NOW.plusSeconds(301))).isEmpty();
    assertThat(
            style.verify(
                message(Map.of("x-sig", signature, "x-time", time, "x-id", "m-1|{}")),
                List.of(SECRET),
                NOW))
        .isEmpty();
    assertThat(style.signsTime()).isTrue();
  }

  @Test
  void shouldGuardADayWhereNoTimeIsSigned() {
    SignatureStyle style = HmacSignature.DEFAULT;
    WebhookMessage message = message(Map.of("x-emf-signature", hex(SECRET, BODY)));

    VerifiedDelivery delivery = style.verify(message, List.of(SECRET), NOW).orElseThrow();

    assertThat(style.signsTime()).isFalse();
    assertThat(delivery.guard()).isEqualTo(new RepeatGuard.OneDay(Optional.empty()));
    assertThat(delivery.key().orElseThrow()).startsWith("sha256:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"template\": \"{id}\", \"id\": {\"header\": \"X-Id\"}};must contain {body}",
        "{\"template\": \"{id}{body}\", \"id\": {\"header\": \"X-Id\"}};does not separate its"
            + " values",
        "{\"template\": \"{timestamp}.{body}\"};name its header",
        "{\"timestamp\": {\"header\": \"X-Time\"}};add {timestamp} to the template",
        "{\"encoding\": \"base32\"};use hex or base64",
        "{\"header\": \"a b\"};is not the name of a header",
        "{\"id\": {\"path\": \"$[\"}};is no path such as $.id",
        "{\"id\": {\"cookie\": \"x\"}};must be",
        "{\"tolerance\": 5};there is no field 'tolerance'"
      })
  void shouldRefuseSettingsThatAreWrong(String settings, String message) {
    assertThatThrownBy(() -> style(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "orders,true",
    "/hooks/process-order,true",
    "a/b/c,true",
    "v1.2_x~y,true",
    "Orders,false",
    "a//b,false",
    "a/../b,false",
    ".,false",
    "..,false",
    "a/,false",
    "@acme/a,false",
    "a%2fb,false",
    "é,false",
    "'',false",
    "a b,false"
  })
  void shouldAllowPathsOfOneSpelling(String path, boolean allowed) {
    JsonObject config = JsonObject.of("webhookPath", Json.of(path));

    if (allowed) {
      assertThat(WebhookRule.ofTrigger(config).orElseThrow().path())
          .isEqualTo(path.replaceFirst("^/", ""));
    } else {
      assertThatThrownBy(() -> WebhookRule.ofTrigger(config))
          .hasMessageContaining("config.webhookPath: '" + path + "' is not allowed");
    }
  }

  @Test
  void shouldRefuseSecretsThatAreTooShort() {
    assertThat(standard.secretProblem("whsec_c2hvcnQ=").orElseThrow()).contains("24 to 64 bytes");
    assertThat(standard.secretProblem("a secret of GitHub")).isPresent();
    assertThat(github.secretProblem("short").orElseThrow()).contains("16 to 256");
    assertThat(github.secretProblem("x".repeat(257))).isPresent();
    assertThat(standard.secretProblem(SECRET)).isEmpty();
  }

  private static SignatureStyle style(String hmac) {
    return WebhookRule.ofTrigger(
            (JsonObject)
                Json.parse("{\"webhook\": {\"path\": \"p\", \"hmac\": %s}}".formatted(hmac)))
        .orElseThrow()
        .style();
  }

  private static WebhookMessage standard(String id, Instant time, String signature) {
    return message(
        Map.of(
            "webhook-id",
            id,
            "webhook-timestamp",
            Long.toString(time.getEpochSecond()),
            "webhook-signature",
            signature));
  }

  private static WebhookMessage stripe(String header) {
    return message(Map.of("stripe-signature", header));
  }

  private static WebhookMessage message(Map<String, String> headers) {
    return new WebhookMessage(headers, bytes(BODY));
  }

  private static String hex(String secret, String content) {
    return HexFormat.of().formatHex(hmac(secret, content));
  }

  private static byte[] hmac(String secret, String content) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(bytes(secret), "HmacSHA256"));
      return mac.doFinal(bytes(content));
    } catch (java.security.GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String base64(byte[] value) {
    return Base64.getEncoder().encodeToString(value);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
