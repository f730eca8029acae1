package dev.pawl.server.worker;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The token of a polled task: the attempt, the step, and the lease under which it was taken. The
 * name of the lease holder ends in a random suffix, so that tokens cannot be forged.
 */
record WorkToken(Offers.TaskLease hold) {

  /** Prefix that distinguishes these tokens from the task tokens of flows. */
  private static final String PREFIX = "w-";

  private static final int PART_COUNT = 5;
  private static final int MAX_DETAILS_LENGTH = 10_000;

  static boolean isWorkToken(String text) {
    return text.startsWith(PREFIX);
  }

  /** Parses a token for the caller's tenant; returns empty if the text is not a valid token. */
  static Optional<WorkToken> parse(TenantId tenant, String text) {
    if (!isWorkToken(text)) {
      return Optional.empty();
    }
    try {
      String[] parts =
          new String(
                  Base64.getUrlDecoder().decode(text.substring(PREFIX.length())),
                  StandardCharsets.UTF_8)
              .split("\n", PART_COUNT);
      return Optional.of(
          new WorkToken(
              new Offers.TaskLease(
                  new Offer.Key(
                      new ExecutionKey(tenant, new ExecutionId(UUID.fromString(parts[0]))),
                      StepId.parse(parts[1]),
                      Integer.parseInt(parts[2])),
                  new Offers.WorkerRef(parts[4], Duration.ofSeconds(lease(parts[3]))))));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static int lease(String text) {
    int seconds = Integer.parseInt(text);
    if (seconds < PollController.MIN_LEASE_SECONDS || seconds > PollController.MAX_LEASE_SECONDS) {
      throw new IllegalArgumentException("no lease is that long");
    }
    return seconds;
  }

  /** Returns the details of a heartbeat as text; empty if absent or too long. */
  static Optional<String> storedDetails(@Nullable Json details) {
    return text(details).filter(text -> text.length() <= MAX_DETAILS_LENGTH);
  }

  /** Returns a note if details are too long, otherwise null; the heartbeat itself is accepted. */
  static @Nullable String detailsProblem(@Nullable Json details) {
    return text(details).filter(text -> text.length() > MAX_DETAILS_LENGTH).isPresent()
        ? "the details were left out: they have more than %d characters"
            .formatted(MAX_DETAILS_LENGTH)
        : null;
  }

  private static Optional<String> text(@Nullable Json details) {
    return Optional.ofNullable(details).map(Json::toString);
  }

  @Override
  public String toString() {
    String text =
        String.join(
            "\n",
            hold.key().execution().id().toString(),
            hold.key().step().toString(),
            Integer.toString(hold.key().attempt()),
            Long.toString(hold.workerRef().time().toSeconds()),
            hold.workerRef().name());
    return PREFIX
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
