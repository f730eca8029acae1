package dev.pawl.triggers.webhook;

import java.util.Optional;

/**
 * A request to a webhook whose sender is known.
 *
 * @param id the id that the sender gave it, or a digest if it has none
 * @param key what a repetition of it has too; empty if repetitions cannot be recognized
 * @param guard how long repetitions are recognized
 */
public record VerifiedDelivery(String id, Optional<String> key, RepeatGuard guard) {

  /** How long repetitions are recognized. */
  public enum RepeatGuard {
    /** As long as idempotency keys are kept. */
    RETAINED,
    /** For 24 hours: a sender may send an equal body again that is no repetition. */
    ONE_DAY
  }

  /** Returns a delivery with an id that is part of what was signed. */
  static VerifiedDelivery byId(String id) {
    return new VerifiedDelivery(id, Optional.of(id), RepeatGuard.RETAINED);
  }

  /** Returns a delivery that is recognized by a digest of what was signed. */
  static VerifiedDelivery byDigest(Optional<String> id, String digest, RepeatGuard guard) {
    return new VerifiedDelivery(id.orElse(digest), Optional.of(digest), guard);
  }
}
