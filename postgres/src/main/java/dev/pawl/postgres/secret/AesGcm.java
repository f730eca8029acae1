package dev.pawl.postgres.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** Authenticated encryption with AES-256 in Galois/Counter Mode. */
final class AesGcm {

  /** Length of a nonce in bytes. */
  static final int NONCE_BYTES = 12;

  private static final int TAG_BITS = 128;
  private static final String ALGORITHM = "AES/GCM/NoPadding";
  private static final SecureRandom RANDOM = new SecureRandom();

  private AesGcm() {}

  /** An encrypted value with the random nonce it was encrypted with. */
  record Sealed(byte[] nonce, byte[] ciphertext) {

    /** Returns nonce and ciphertext in one array. */
    byte[] joined() {
      byte[] joined = Arrays.copyOf(nonce, nonce.length + ciphertext.length);
      System.arraycopy(ciphertext, 0, joined, nonce.length, ciphertext.length);
      return joined;
    }

    static Sealed split(byte[] joined) {
      int nonce = Math.min(NONCE_BYTES, joined.length);
      return new Sealed(
          Arrays.copyOf(joined, nonce), Arrays.copyOfRange(joined, nonce, joined.length));
    }
  }

  /**
   * Encrypts a value.
   *
   * @param context what the value belongs to; it is authenticated, not encrypted
   */
  static Sealed seal(SecretKey key, byte[] plain, String context) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      return new Sealed(nonce, cipher(Cipher.ENCRYPT_MODE, key, nonce, context).doFinal(plain));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has AES-256-GCM", e);
    }
  }

  /**
   * Decrypts a value.
   *
   * @throws GeneralSecurityException if key or context are not those it was encrypted with, or if
   *     it was changed
   */
  static byte[] open(SecretKey key, Sealed sealed, String context) throws GeneralSecurityException {
    return cipher(Cipher.DECRYPT_MODE, key, sealed.nonce(), context).doFinal(sealed.ciphertext());
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String context)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(ALGORITHM);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
