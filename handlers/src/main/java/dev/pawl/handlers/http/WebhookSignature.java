package dev.pawl.handlers.http;

import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.HandlerException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Signs messages as the Standard Webhooks specification says: the signature covers id, time and
 * body, and there is one for each secret, so that secrets can be changed without a gap.
 */
final class WebhookSignature {

  private static final String SECRET_PREFIX = "whsec_";
  private static final int MIN_SECRET_BYTES = 24;
  private static final int MAX_SECRET_BYTES = 64;

  private WebhookSignature() {}

  /** Returns the value of the header {@code webhook-signature}. */
  static String sign(List<String> secrets, String id, long seconds, byte[] body)
      throws HandlerException {
    byte[] content =
        HttpCalls.concat((id + "." + seconds + ".").getBytes(StandardCharsets.UTF_8), body);
    List<String> signatures = new ArrayList<>();
    for (String secret : secrets) {
      byte[] signature = RequestAuth.hmac(key(secret), content);
      signatures.add("v1," + Base64.getEncoder().encodeToString(signature));
    }
    return String.join(" ", signatures);
  }

  static boolean isSecret(String text) {
    return text.startsWith(SECRET_PREFIX);
  }

  private static byte[] key(String secret) throws HandlerException {
    byte[] key;
    try {
      key = Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
    } catch (IllegalArgumentException e) {
      key = new byte[0];
    }
    if (key.length < MIN_SECRET_BYTES || key.length > MAX_SECRET_BYTES) {
      throw HandlerSettings.invalid(
          "secret: must be %s and %d to %d random bytes in base64"
              .formatted(SECRET_PREFIX, MIN_SECRET_BYTES, MAX_SECRET_BYTES));
    }
    return key;
  }

  /** Returns the idempotency key as an id without dots, which separate the signed parts. */
  static String idOf(String idempotencyKey) {
    return "msg_" + idempotencyKey.replace("~", "~7e").replace(".", "~2e");
  }
}
