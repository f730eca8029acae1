package dev.pawl.triggers.webhook;

import dev.pawl.model.path.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Signatures as Stripe makes them: time and body are signed, and the body has an id. */
public record StripeSignature() implements SignatureStyle {

  private static final Path ID = Path.parse("$.id");

  @Override
  public String code() {
    return "stripe";
  }

  @Override
  public boolean signsTime() {
    return true;
  }

  @Override
  public Optional<VerifiedDelivery> verify(
      WebhookMessage message, List<String> secrets, Instant now) {
    List<String> times = new ArrayList<>();
    List<byte[]> signatures = new ArrayList<>();
    String[] parts =
        message.header("stripe-signature").orElse("").split(",", Signatures.MAX_SIGNATURES + 1);
    for (int i = 0; i < Math.min(parts.length, Signatures.MAX_SIGNATURES); i++) {
      String part = parts[i].strip();
      if (part.startsWith("t=")) {
        times.add(part.substring("t=".length()));
      } else if (part.startsWith("v1=")) {
        Signatures.hex(part.substring("v1=".length())).ifPresent(signatures::add);
      }
    }
    String seconds = times.size() == 1 ? times.getFirst() : "";
    byte[] content = Signatures.concat(Signatures.utf8(seconds + "."), message.body());
    return Signatures.isSigned(secrets, content, signatures)
            && Signatures.seconds(seconds).filter(at -> Signatures.isRecent(at, now)).isPresent()
        ? Optional.of(
            BodyValue.text(message.body(), ID)
                .map(VerifiedDelivery::byId)
                .orElseGet(
                    () ->
                        VerifiedDelivery.byDigest(
                            Optional.empty(), Signatures.digest(content), signsTime())))
        : Optional.empty();
  }
}
