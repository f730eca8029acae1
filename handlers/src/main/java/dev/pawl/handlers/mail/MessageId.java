package dev.pawl.handlers.mail;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.mail.internet.InternetAddress;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Derives the Message-ID of a mail, so that all attempts of a step send the same one. */
final class MessageId {

  private static final Pattern ATOM = Pattern.compile("[A-Za-z0-9_~-]+(\\.[A-Za-z0-9_~-]+)*");

  private MessageId() {}

  /** Returns the id with its angle brackets: the key at the domain of the sender. */
  static String of(String idempotencyKey, InternetAddress from) {
    String domain = from.getAddress().substring(from.getAddress().lastIndexOf('@') + 1);
    String left = ATOM.matcher(idempotencyKey).matches() ? idempotencyKey : digest(idempotencyKey);
    return "<%s@%s>".formatted(left, domain);
  }

  private static String digest(String key) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
