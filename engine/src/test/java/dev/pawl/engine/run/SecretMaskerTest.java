package dev.pawl.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Attack tests 16 and 17: secret values in what a handler returns, in all listed encodings. */
class SecretMaskerTest {

  private static final String SECRET = "s3cr/t+\"v&lue ü";
  private static final SecretMasker MASKER = SecretMasker.of(List.of(SECRET));

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldMaskAValueInAText_16() {
    assertThat(MASKER.mask("a " + SECRET + " b " + SECRET)).isEqualTo("a *** b ***");
  }

  @Test
  void shouldMaskEncodedValues_17() {
    String form = URLEncoder.encode(SECRET, StandardCharsets.UTF_8);

    assertThat(MASKER.mask("x " + base64(SECRET))).isEqualTo("x ***");
    assertThat(MASKER.mask("q=" + form)).isEqualTo("q=***");
    assertThat(MASKER.mask("q=" + form.replace("+", "%20"))).isEqualTo("q=***");
    assertThat(MASKER.mask("q=" + form.toLowerCase(Locale.ROOT))).isEqualTo("q=***");
    assertThat(MASKER.mask(Json.of(SECRET).toString())).isEqualTo("\"***\"");
  }

  @Test
  void shouldMaskAValueWithinALongerBase64Text_17() {
    String secret = "correct-horse-battery";
    SecretMasker masker = SecretMasker.of(List.of(secret));

    for (String user : List.of("", "u:", "us:", "use:", "user:")) {
      String header = "Basic " + base64(user + secret + "!");
      assertThat(masker.mask(header)).as(header).contains("***");
      assertThat(header).doesNotContain("***");
    }
  }

  @Test
  void shouldMaskMembersAndNumbersOfJson_16() {
    SecretMasker masker = SecretMasker.of(List.of("123456", "hidden"));
    Json output =
        Json.parse("{\"a\": [1, \"so hidden\", 123456], \"hidden\": {\"b\": true}, \"c\": null}");

    assertThat(masker.mask(output))
        .isEqualTo(
            Json.parse("{\"a\": [1, \"so ***\", \"***\"], \"***\": {\"b\": true}, \"c\": null}"));
  }

  @Test
  void shouldReturnTheSameValueIfItContainsNoSecret() {
    Json output = Json.parse("{\"a\": [1, \"x\", {\"b\": true}]}");

    assertThat(MASKER.mask(output)).isEqualTo(output);
    assertThat(SecretMasker.NONE.mask(output)).isSameAs(output);
    assertThat(SecretMasker.of(List.of())).isSameAs(SecretMasker.NONE);
  }

  @Test
  void shouldReplaceTheLongestValueFirst() {
    SecretMasker masker = SecretMasker.of(List.of("pass", "password"));

    assertThat(masker.mask("my password")).isEqualTo("my ***");
  }

  @Test
  void shouldLeaveOutValuesThatAreTooShort() {
    assertThat(SecretMasker.of(List.of("abc")).isEmpty()).isTrue();
  }

  @Test
  void shouldMaskErrorCauseTraceAndEffect_16() {
    Fact.TaskFailed failed =
        new Fact.TaskFailed(
            new StepId(FrameId.ROOT, 1),
            1,
            Failure.of("Error." + SECRET, "cause " + SECRET),
            HandlerInvocations.timing(Instant.EPOCH),
            new Fact.FailureDetails(Optional.of("at " + SECRET), Optional.empty()));

    assertThat(MASKER.mask(failed).toString()).doesNotContain(SECRET).contains("cause ***");
    assertThat(MASKER.mask(new ExternalEffect("http", "GET /" + SECRET, "k", "said " + SECRET)))
        .isEqualTo(new ExternalEffect("http", "GET /***", "k", "said ***"));
    assertThat(MASKER.toString()).doesNotContain(SECRET);
  }
}
