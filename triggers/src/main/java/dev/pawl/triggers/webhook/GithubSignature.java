package dev.pawl.triggers.webhook;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Signatures as GitHub makes them: only the body is signed. The id of the delivery, in {@code
 * X-GitHub-Delivery}, is not, so that it recognizes repetitions only together with a digest of the
 * body.
 */
public record GithubSignature() implements SignatureStyle {

  private static final String PREFIX = "sha256=";

  @Override
  public String code() {
    return "github";
  }

  @Override
  public boolean signsTime() {
    return false;
  }

  @Override
  public Optional<VerifiedDelivery> verify(
      WebhookMessage message, List<String> secrets, Instant now) {
    List<byte[]> signature =
        message
            .header("x-hub-signature-256")
            .filter(text -> text.startsWith(PREFIX))
            .flatMap(text -> Signatures.hex(text.substring(PREFIX.length())))
            .stream()
            .toList();
    return Signatures.isSigned(secrets, message.body(), signature)
        ? Optional.of(
            VerifiedDelivery.byDigest(
                message.header("x-github-delivery").filter(id -> !id.isBlank()),
                Signatures.digest(message.body()),
                signsTime()))
        : Optional.empty();
  }
}
