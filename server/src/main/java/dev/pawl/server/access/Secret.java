package dev.pawl.server.access;

import dev.pawl.postgres.row.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The text of an API key, {@code pawl_ID_SECRET_CHECK}. The check tells a mistyped key from an
 * unknown one without asking the database, and a scanner for secrets a key from any other text.
 */
public record Secret(String id, String text) {

  private static final Pattern FORM =
      Pattern.compile("pawl_([0-9a-f]{16})_[0-9a-f]{64}_([0-9a-f]{8})");
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final HexFormat HEX = HexFormat.of();

  /** A text that is no key, and the key of nobody. */
  static final Secret NONE = new Secret("", "");

  /** A new one. */
  public static Secret random() {
    String id = HEX.formatHex(bytes(8));
    String body = "pawl_" + id + "_" + HEX.formatHex(bytes(32));
    return new Secret(id, body + "_" + check(body));
  }

  /** The key that a text is, if it can be one. */
  static Optional<Secret> of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    String body = text.substring(0, text.lastIndexOf('_'));
    return check(body).equals(form.group(2))
        ? Optional.of(new Secret(form.group(1), text))
        : Optional.empty();
  }

  /** What is kept of it. A key has 256 random bits, so a fast digest is the right one. */
  byte[] digest() {
    return Sha256.of(text);
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static String check(String body) {
    CRC32 sum = new CRC32();
    sum.update(body.getBytes(StandardCharsets.US_ASCII));
    return HEX.toHexDigits((int) sum.getValue());
  }

  /** Never the text itself: it would end up in a log. */
  @Override
  public String toString() {
    return "pawl_" + id + "_...";
  }
}
