package dev.pawl.postgres.row;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256 digests. */
public final class Sha256 {

  private Sha256() {}

  /** Returns the digest of the concatenated parts. */
  public static byte[] of(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing, which every Java runtime must have", e);
    }
  }

  /** Returns the digest of the text in UTF-8. */
  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the digest of the text in hexadecimal digits. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(of(text));
  }
}
