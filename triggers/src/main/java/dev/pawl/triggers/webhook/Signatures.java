package dev.pawl.triggers.webhook;

import dev.pawl.postgres.row.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Computes and compares signatures. Comparisons take the same time wherever they differ. */
final class Signatures {

  /** The largest difference between a signed time and the clock of the node. */
  static final Duration TOLERANCE = Duration.ofMinutes(5);

  /** The number of signatures of one message that are compared. */
  static final int MAX_SIGNATURES = 16;

  private static final int MAX_TIME_DIGITS = 11;
  private static final String HMAC = "HmacSHA256";
  private static final String ED25519 = "Ed25519";

  /** What precedes the 32 bytes of an Ed25519 key in its X.509 form. */
  private static final byte[] ED25519_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private Signatures() {}

  static byte[] hmac(byte[] key, byte[] content) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has " + HMAC, e);
    }
  }

  /** Returns true if one of the signatures is the expected one; compares all of them. */
  static boolean hasMatch(List<byte[]> signatures, byte[] expected) {
    boolean matches = false;
    for (byte[] signature : signatures) {
      matches |= MessageDigest.isEqual(signature, expected);
    }
    return matches;
  }

  /** Returns true if the HMAC of a content with one of the secrets is among the signatures. */
  static boolean isSigned(List<String> secrets, byte[] content, List<byte[]> signatures) {
    boolean matches = false;
    for (String secret : secrets) {
      matches |= hasMatch(signatures, hmac(utf8(secret), content));
    }
    return matches;
  }

  /** Returns true if an Ed25519 signature belongs to the content and the 32 bytes of a key. */
  static boolean isEd25519(byte[] publicKey, byte[] content, byte[] signature) {
    try {
      PublicKey key =
          KeyFactory.getInstance(ED25519)
              .generatePublic(new X509EncodedKeySpec(concat(ED25519_PREFIX, publicKey)));
      Signature verifier = Signature.getInstance(ED25519);
      verifier.initVerify(key);
      verifier.update(content);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  static Optional<byte[]> base64(String text) {
    try {
      return Optional.of(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static Optional<byte[]> hex(String text) {
    try {
      return Optional.of(HexFormat.of().parseHex(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Parses seconds since 1970; empty if the text is anything else. */
  static Optional<Instant> seconds(String text) {
    return !text.isEmpty()
            && text.length() <= MAX_TIME_DIGITS
            && text.chars().allMatch(c -> c >= '0' && c <= '9')
        ? Optional.of(Instant.ofEpochSecond(Long.parseLong(text)))
        : Optional.empty();
  }

  static boolean isRecent(Instant time, Instant now) {
    return Duration.between(time, now).abs().compareTo(TOLERANCE) <= 0;
  }

  /** Returns a name of a content for idempotency keys. */
  static String digest(byte[] content) {
    return "sha256:" + HexFormat.of().formatHex(Sha256.of(content));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] concat(byte[] first, byte[] second) {
    byte[] both = new byte[first.length + second.length];
    System.arraycopy(first, 0, both, 0, first.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
