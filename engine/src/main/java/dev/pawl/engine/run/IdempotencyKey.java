package dev.pawl.engine.run;

import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The idempotency key of a handler call. It depends only on execution, frame and visit, and needs
 * no escaping in a URL or a header. In {@code 0198c2f4-....Fan.3.1.2}, the execution comes first,
 * then state, visit and child of each fork from the root down, and last the visit of the step.
 */
final class IdempotencyKey {

  /**
   * The maximum length of a key. Callers can append a suffix: the HTTP API, for example, accepts
   * {@code Idempotency-Key} headers of up to 200 characters.
   */
  static final int MAX_LENGTH = 128;

  private static final char SEPARATOR = '.';
  private static final char ESCAPE = '~';
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** The suffix of the call that reads the items of a Map; other calls of the step have none. */
  private static final String READING = SEPARATOR + "items";

  private IdempotencyKey() {}

  static String of(String id, StepId step, boolean isReading) {
    String visit = SEPARATOR + Integer.toString(step.visit()) + (isReading ? READING : "");
    String key = id + path(step.frame()) + visit;
    // A path has three parts per fork and a digest is one part, so they cannot collide.
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

  /**
   * Appends a name with special characters escaped. Escapes UTF-16 units, not UTF-8 bytes, because
   * names may contain unpaired surrogates.
   */
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
