package dev.pawl.triggers.webhook;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How senders sign their requests. Verification is a pure function of its arguments. */
public sealed interface SignatureStyle
    permits StandardSignature, GithubSignature, StripeSignature, HmacSignature {

  /** The fewest characters of a secret that comes from a sender. */
  int MIN_SECRET_CHARACTERS = 16;

  /** The most characters of a secret that comes from a sender. */
  int MAX_SECRET_CHARACTERS = 256;

  /** Returns the name of the style in triggers. */
  String code();

  /** Returns true if the time of a request is signed, so that old ones are refused. */
  boolean signsTime();

  /**
   * Verifies a request.
   *
   * @param secrets all that are valid now
   * @return empty whatever is wrong: senders are not told what
   */
  Optional<VerifiedDelivery> verify(WebhookMessage message, List<String> secrets, Instant now);

  /** Returns what is wrong with a secret, without the secret; empty if it can be used. */
  default Optional<String> secretProblem(String secret) {
    boolean isAllowed =
        secret.length() >= MIN_SECRET_CHARACTERS
            && secret.length() <= MAX_SECRET_CHARACTERS
            && secret.chars().allMatch(c -> c > ' ' && c <= '~');
    return isAllowed
        ? Optional.empty()
        : Optional.of(
            "secret: must have %d to %d visible ASCII characters and no spaces; this one has %d characters"
                .formatted(MIN_SECRET_CHARACTERS, MAX_SECRET_CHARACTERS, secret.length()));
  }
}
