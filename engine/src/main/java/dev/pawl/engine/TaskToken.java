package dev.pawl.engine;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

/**
 * A token with which another program completes a step. It names the attempt of the step and
 * contains a number that is computed from it, which {@link #isGenuine()} checks.
 */
public record TaskToken(ExecutionId execution, StepId step, int attempt, long secret) {

  /** Returns the token of an attempt; it depends on the attempt alone. */
  static TaskToken of(ExecutionId execution, StepId step, int attempt) {
    long place = 31L * step.toString().hashCode() + attempt;
    long secret = new DeterministicRandom(execution, ~place, Instant.EPOCH).nextLong();
    return new TaskToken(execution, step, attempt, secret);
  }

  /** Returns true if the execution issued this token; others may be forged. */
  public boolean isGenuine() {
    return equals(of(execution, step, attempt));
  }

  /**
   * Parses the text of a token.
   *
   * @throws IllegalArgumentException if the text is no token
   */
  public static TaskToken parse(String text) {
    String[] parts =
        new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split("\n", -1);
    if (parts.length != 5) {
      throw new IllegalArgumentException("not a task token");
    }
    return new TaskToken(
        new ExecutionId(UUID.fromString(parts[0])),
        new StepId(FrameId.parse(parts[1]), Integer.parseInt(parts[2])),
        Integer.parseInt(parts[3]),
        Long.parseUnsignedLong(parts[4], 16));
  }

  @Override
  public String toString() {
    String text =
        String.join(
            "\n",
            execution.toString(),
            step.frame().toString(),
            Integer.toString(step.visit()),
            Integer.toString(attempt),
            Long.toHexString(secret));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
