package dev.pawl.engine.run;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The idempotency key of a handler's work: it follows from execution, frame and visit alone, and
 * consists of characters that stand unchanged in a URL and in a header. It is written like {@code
 * 0198c2f4-....Fan.3.1.2}: the execution, then for each fork on the way down the state, its visit
 * and the child, and at last the visit itself.
 */
final class IdempotencyKey {

  /**
   * Leaves room for callers that append something of their own: the HTTP API, for one, accepts
   * {@code Idempotency-Key} headers of up to 200 characters.
   */
  static final int MAX_LENGTH = 128;

  private static final char SEPARATOR = '.';
  private static final char ESCAPE = '~';
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** Tells the call that reads a Map's items from the others of its step. */
  private static final String READING = SEPARATOR + "items";

  private IdempotencyKey() {}

  static String of(ExecutionId id, StepId step, boolean isReading) {
    String visit = SEPARATOR + Integer.toString(step.visit()) + (isReading ? READING : "");
    String key = id + path(step.frame()) + visit;
    // A path has three parts for each fork, a digest is one: neither can be taken for the other.
    return key.length() <= MAX_LENGTH
        ? key
        : "%s%c%c%s%s".formatted(id, SEPARATOR, ESCAPE, digest(path(step.frame())), visit);
  }

  private static String path(FrameId frame) {
    if (frame.hops().isEmpty()) {
      return "";
    }
    StringBuilder path = new StringBuilder();
    for (FrameId.Hop hop : frame.hops()) {
      escape(path.append(SEPARATOR), hop.state());
      path.append(SEPARATOR).append(hop.visit());
      escape(path.append(SEPARATOR), hop.child());
    }
    return path.toString();
  }

  /** By UTF-16 unit, not by UTF-8 byte: names may have halves of surrogate pairs. */
  private static void escape(StringBuilder path, String name) {
    for (int i = 0; i < name.length(); i++) {
      char unit = name.charAt(i);
      if (isPlain(unit)) {
        path.append(unit);
      } else {
        path.append(ESCAPE).append(HEX.toHexDigits(unit));
      }
    }
  }

  private static boolean isPlain(char unit) {
    return unit >= 'a' && unit <= 'z'
        || unit >= 'A' && unit <= 'Z'
        || unit >= '0' && unit <= '9'
        || unit == '-'
        || unit == '_';
  }

  private static String digest(String path) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(path.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
