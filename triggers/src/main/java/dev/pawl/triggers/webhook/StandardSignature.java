package dev.pawl.triggers.webhook;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Standard Webhooks specification: id, time and body are signed, with HMAC-SHA256 (v1) or
 * Ed25519 (v1a). A secret is {@code whsec_} or {@code whpk_} and a key in base64.
 */
public record StandardSignature() implements SignatureStyle {

  public static final String SECRET_PREFIX = "whsec_";

  private static final String PUBLIC_KEY_PREFIX = "whpk_";
  private static final int MIN_KEY_BYTES = 24;
  private static final int MAX_KEY_BYTES = 64;
  private static final int PUBLIC_KEY_BYTES = 32;
  private static final Pattern ID = Pattern.compile("[!-~&&[^.]]{1,200}");

  private record Given(List<byte[]> hmacs, List<byte[]> ed25519) {}

  @Override
  public String code() {
    return "standard";
  }

  @Override
  public boolean signsTime() {
    return true;
  }

  @Override
  public Optional<VerifiedDelivery> verify(
      WebhookMessage message, List<String> secrets, Instant now) {
    String id = message.header("webhook-id").orElse("");
    String seconds = message.header("webhook-timestamp").orElse("");
    Given given = given(message.header("webhook-signature").orElse(""));
    byte[] content = Signatures.concat(Signatures.utf8(id + "." + seconds + "."), message.body());
    boolean isSigned = false;
    for (String secret : secrets) {
      isSigned |= isSigned(secret, content, given);
    }
    return isSigned
            && ID.matcher(id).matches()
            && Signatures.seconds(seconds).filter(at -> Signatures.isRecent(at, now)).isPresent()
        ? Optional.of(VerifiedDelivery.byId(id))
        : Optional.empty();
  }

  private static Given given(String header) {
    List<byte[]> hmacs = new ArrayList<>();
    List<byte[]> ed25519 = new ArrayList<>();
    String[] signatures = header.split(" ", Signatures.MAX_SIGNATURES + 1);
    for (int i = 0; i < Math.min(signatures.length, Signatures.MAX_SIGNATURES); i++) {
      String signature = signatures[i];
      if (signature.startsWith("v1,")) {
        Signatures.base64(signature.substring("v1,".length())).ifPresent(hmacs::add);
      } else if (signature.startsWith("v1a,")) {
        Signatures.base64(signature.substring("v1a,".length())).ifPresent(ed25519::add);
      }
    }
    return new Given(hmacs, ed25519);
  }

  private boolean isSigned(String secret, byte[] content, Given given) {
    if (secretProblem(secret).isPresent()) {
      // It was set while the webhook had another style.
      return false;
    }
    if (secret.startsWith(PUBLIC_KEY_PREFIX)) {
      byte[] key = key(secret, PUBLIC_KEY_PREFIX);
      return given.ed25519.stream().anyMatch(one -> Signatures.isEd25519(key, content, one));
    }
    return Signatures.hasMatch(given.hmacs, Signatures.hmac(key(secret, SECRET_PREFIX), content));
  }

  private static byte[] key(String secret, String prefix) {
    return Signatures.base64(secret.substring(prefix.length())).orElseThrow();
  }

  @Override
  public Optional<String> secretProblem(String secret) {
    boolean isAllowed =
        secret.startsWith(PUBLIC_KEY_PREFIX)
            ? hasLength(secret, PUBLIC_KEY_PREFIX, PUBLIC_KEY_BYTES, PUBLIC_KEY_BYTES)
            : secret.startsWith(SECRET_PREFIX)
                && hasLength(secret, SECRET_PREFIX, MIN_KEY_BYTES, MAX_KEY_BYTES);
    return isAllowed
        ? Optional.empty()
        : Optional.of(
            "secret: must be %s and %d to %d bytes in base64, or %s and the %d bytes of an Ed25519 key"
                .formatted(
                    SECRET_PREFIX,
                    MIN_KEY_BYTES,
                    MAX_KEY_BYTES,
                    PUBLIC_KEY_PREFIX,
                    PUBLIC_KEY_BYTES));
  }

  private static boolean hasLength(String secret, String prefix, int least, int most) {
    return Signatures.base64(secret.substring(prefix.length()))
        .filter(key -> key.length >= least && key.length <= most)
        .isPresent();
  }
}
