package dev.pawl.engine.node.external;

import dev.pawl.engine.Failure;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Computes digests of outcomes: equal for equal outcomes, different otherwise. Effects do not
 * count, as the times at which they were recorded differ.
 */
final class OutcomeDigest {

  private static final int BYTES = 16;

  private OutcomeDigest() {}

  static String of(Workers.WorkOutcome outcome) {
    String text =
        switch (outcome) {
          case Workers.WorkOutcome.Succeeded done -> "succeeded\n" + done.output();
          case Workers.WorkOutcome.Failed failed -> "failed\n" + text(failed.failure());
        };
    byte[] digest = sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, BYTES));
  }

  private static String text(Failure failure) {
    return failure.error().orElse("") + "\n" + failure.cause().orElse("");
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
