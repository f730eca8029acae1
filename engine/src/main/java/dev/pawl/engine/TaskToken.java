package dev.pawl.engine;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

/**
 * What finishes a step from outside: it says which attempt of which step is meant, and a number
 * that only the execution knows.
 */
public record TaskToken(ExecutionId execution, StepId step, int attempt, long secret) {

  /** Depends on the attempt alone, so that every look at it within an attempt gives the same. */
  static TaskToken of(ExecutionId execution, StepId step, int attempt) {
    long place = 31L * step.toString().hashCode() + attempt;
    long secret = new Chance(execution, ~place, Instant.EPOCH).nextLong();
    return new TaskToken(execution, step, attempt, secret);
  }

  /** Whether an execution gave this token away; anyone can make up one that it did not. */
  public boolean isGenuine() {
    return equals(of(execution, step, attempt));
  }

  /**
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
