package dev.pawl.postgres.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The key that encrypts the data keys of tenants: 32 bytes, which are not in the database. */
public final class MasterKey {

  /** Length of a key in bytes. */
  public static final int KEY_BYTES = 32;

  private static final int ID_BYTES = 8;
  private static final String ID_LABEL = "pawl master key id";

  private final SecretKey key;
  private final String id;

  private MasterKey(byte[] bytes) {
    this.key = new SecretKeySpec(bytes, "AES");
    this.id = id(bytes);
  }

  /** Returns a new random key. */
  public static MasterKey random() {
    byte[] bytes = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new MasterKey(bytes);
  }

  /**
   * Parses a key.
   *
   * @param text 32 bytes in Base64
   * @param source where the text comes from, for the message
   * @throws MasterKeyException if the text is anything else; the message does not contain it
   */
  public static MasterKey parse(String text, String source) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text.strip());
      if (bytes.length == KEY_BYTES) {
        return new MasterKey(bytes);
      }
      throw new MasterKeyException(
          "%s must contain %d bytes in Base64, got %d bytes; 'openssl rand -base64 32' makes a key"
              .formatted(source, KEY_BYTES, bytes.length));
    } catch (IllegalArgumentException e) {
      throw new MasterKeyException(
          "%s must contain %d bytes in Base64; 'openssl rand -base64 32' makes a key"
              .formatted(source, KEY_BYTES));
    }
  }

  /**
   * Reads a key from a file.
   *
   * @throws MasterKeyException if the file cannot be read or contains no key
   */
  public static MasterKey read(Path file) {
    try {
      return parse(Files.readString(file), "the master key file " + file);
    } catch (IOException e) {
      throw new MasterKeyException("the master key file %s cannot be read: %s".formatted(file, e));
    }
  }

  /** Returns the key in Base64, to store it. */
  public String encoded() {
    return Base64.getEncoder().encodeToString(key.getEncoded());
  }

  /** Returns an id by which the key is recognized and from which it cannot be computed. */
  String id() {
    return id;
  }

  SecretKey key() {
    return key;
  }

  private static String id(byte[] bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(ID_LABEL.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(bytes), 0, ID_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /** Leaves out the key so that it is not logged. */
  @Override
  public String toString() {
    return "master key " + id;
  }
}
