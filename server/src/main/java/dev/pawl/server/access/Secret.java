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
 * The text of an API key, {@code pawl_ID_SECRET_CHECK}. The check distinguishes a mistyped key from
 * an unknown one without asking the database, and a scanner for secrets a key from any other text.
 */
public record Secret(String id, String text) {

  private static final Pattern FORM =
      Pattern.compile("pawl_([0-9a-f]{16})_[0-9a-f]{64}_([0-9a-f]{8})");
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final HexFormat HEX = HexFormat.of();

  /** Stands for a text that is not a key; no stored key is equal to it. */
  static final Secret NONE = new Secret("", "");

  /** Returns a new random key. */
  public static Secret random() {
    String id = HEX.formatHex(bytes(8));
    String body = "pawl_" + id + "_" + HEX.formatHex(bytes(32));
    return new Secret(id, body + "_" + check(body));
  }

  /** Parses a key; empty if the text does not have the form of one. */
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

  /** Returns the digest to store; a fast one suffices for 256 random bits. */
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

  /** Returns no secret: the text would end up in logs. */
  @Override
  public String toString() {
    return "pawl_" + id + "_...";
  }
}
