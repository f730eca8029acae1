package dev.pawl.triggers.webhook;

import java.util.Optional;

/**
 * A request to a webhook whose sender is known.
 *
 * @param id the id that the sender gave it, or a digest if it has none
 * @param key what a repetition of it has too; empty if repetitions cannot be recognized
 * @param guard how repetitions are recognized
 */
public record VerifiedDelivery(String id, Optional<String> key, RepeatGuard guard) {

  /** How repetitions are recognized. */
  public sealed interface RepeatGuard {

    /** The key is signed: it is the same delivery for as long as idempotency keys are kept. */
    record Retained() implements RepeatGuard {}

    /**
     * Neither an id nor the time is signed, and the key is a digest of what is. Anyone who has seen
     * one request can send its signed bytes again under any id, so that for 24 hours the digest
     * alone decides, whatever the id says. After that, a sender may mean an equal body again: the
     * digest with another id is a new delivery, while the digest with an id that has started a flow
     * remains a repetition for as long as idempotency keys are kept.
     *
     * @param id the id that the sender gave it without signing it
     */
    record OneDay(Optional<String> id) implements RepeatGuard {}
  }

  /** Returns a delivery with an id that is part of what was signed. */
  static VerifiedDelivery byId(String id) {
    return new VerifiedDelivery(id, Optional.of(id), new RepeatGuard.Retained());
  }

  /**
   * Returns a delivery that is recognized by a digest of what was signed.
   *
   * @param signsTime true if the time is a part of that
   */
  static VerifiedDelivery byDigest(Optional<String> id, String digest, boolean signsTime) {
    return new VerifiedDelivery(
        id.orElse(digest),
        Optional.of(digest),
        signsTime ? new RepeatGuard.Retained() : new RepeatGuard.OneDay(id));
  }
}
