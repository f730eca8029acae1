package dev.pawl.handlers.egress;

import java.nio.charset.StandardCharsets;

/** Percent-encodes text for parts of URLs. */
public final class PercentEncoding {

  private PercentEncoding() {}

  /** Returns the text in UTF-8 with all characters encoded but letters, digits and {@code -._~}. */
  public static String encode(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (octet & 0xff);
      if (isUnreserved(character)) {
        encoded.append(character);
      } else {
        encoded.append("%%%02X".formatted((int) character));
      }
    }
    return encoded.toString();
  }

  private static boolean isUnreserved(char character) {
    return character >= 'a' && character <= 'z'
        || character >= 'A' && character <= 'Z'
        || character >= '0' && character <= '9'
        || "-._~".indexOf(character) >= 0;
  }
}
