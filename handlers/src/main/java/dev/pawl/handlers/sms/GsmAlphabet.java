package dev.pawl.handlers.sms;

import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** The default alphabet of GSM 03.38 with its extension table, one byte per septet. */
final class GsmAlphabet {

  private static final int ESCAPE = 0x1B;

  /** The character of each code; the escape code is a character that no text contains. */
  private static final String BASIC =
      "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\uFFFFÆæßÉ"
          + " !\"#¤%&'()*+,-./0123456789:;<=>?"
          + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
          + "¿abcdefghijklmnopqrstuvwxyzäöñüà";

  private static final String EXTENDED = "\f^{}\\[~]|€";

  private static final byte[] EXTENDED_CODES = {
    0x0A, 0x14, 0x28, 0x29, 0x2F, 0x3C, 0x3D, 0x3E, 0x40, 0x65
  };

  private GsmAlphabet() {}

  /** Returns the codes of a character, one or two; empty if the alphabet lacks it. */
  static Optional<byte[]> encode(char character) {
    int code = BASIC.indexOf(character);
    if (code >= 0 && code != ESCAPE) {
      return Optional.of(new byte[] {(byte) code});
    }
    int extended = EXTENDED.indexOf(character);
    return extended < 0
        ? Optional.empty()
        : Optional.of(new byte[] {ESCAPE, EXTENDED_CODES[extended]});
  }

  /** Returns true if the alphabet has all characters of a text. */
  static boolean canEncode(String text) {
    return text.chars().allMatch(character -> encode((char) character).isPresent());
  }

  /** Returns the codes of a text that {@link #canEncode} accepts. */
  static byte[] encode(String text) {
    ByteArrayOutputStream codes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      codes.writeBytes(encode(text.charAt(i)).orElseThrow());
    }
    return codes.toByteArray();
  }
}
