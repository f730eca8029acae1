package dev.pawl.sdk;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writer of compact JSON text, into an array that has room for it. */
final class JsonWriter {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** The number of bytes of an ASCII character within a string. */
  private static final byte[] WIDTH = new byte[0x80];

  /** The letter of the short escape of a character; 0 if it has none. */
  private static final byte[] SHORT = new byte[0x80];

  static {
    String escaped = "\"\\\n\r\t\b\f";
    String letters = "\"\\nrtbf";
    for (int c = 0; c < WIDTH.length; c++) {
      WIDTH[c] = (byte) (c < 0x20 ? 6 : 1);
    }
    for (int i = 0; i < escaped.length(); i++) {
      WIDTH[escaped.charAt(i)] = 2;
      SHORT[escaped.charAt(i)] = (byte) letters.charAt(i);
    }
  }

  private final byte[] out;
  private int at;

  private JsonWriter(byte[] out, int at) {
    this.out = out;
    this.at = at;
  }

  /** Writes a value from that index on; returns the index after it. */
  static int write(Json value, byte[] out, int at) {
    JsonWriter writer = new JsonWriter(out, at);
    writer.value(value);
    return writer.at;
  }

  private void value(Json value) {
    switch (value) {
      case JsonString string -> quoted(string.value());
      case JsonArray array -> {
        byte separator = '[';
        for (Json element : array) {
          out[at++] = separator;
          value(element);
          separator = ',';
        }
        close(separator == '[', '[', ']');
      }
      case JsonObject object -> {
        byte separator = '{';
        for (Map.Entry<String, Json> member : object.entries()) {
          out[at++] = separator;
          quoted(member.getKey());
          out[at++] = ':';
          value(member.getValue());
          separator = ',';
        }
        close(separator == '{', '{', '}');
      }
      case JsonNumber number -> at = number.write(out, at);
      case JsonBool bool -> ascii(bool.toString());
      case JsonNull nothing -> ascii(nothing.toString());
    }
  }

  private void close(boolean empty, char opening, char closing) {
    if (empty) {
      out[at++] = (byte) opening;
    }
    out[at++] = (byte) closing;
  }

  private void ascii(String text) {
    for (int i = 0; i < text.length(); i++) {
      out[at++] = (byte) text.charAt(i);
    }
  }

  private void quoted(String text) {
    int length = text.length();
    byte[] target = out;
    int place = at;
    target[place++] = '"';
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80 && WIDTH[c] == 1) {
        target[place++] = (byte) c;
      } else {
        at = place;
        special(text, i, c);
        place = at;
      }
    }
    target[place++] = '"';
    at = place;
  }

  private void special(String text, int i, char c) {
    if (c < 0x80 && SHORT[c] != 0) {
      out[at++] = '\\';
      out[at++] = SHORT[c];
    } else if (c < 0x20 || isLoneSurrogate(text, i)) {
      out[at++] = '\\';
      out[at++] = 'u';
      out[at++] = HEX[c >> 12];
      out[at++] = HEX[(c >> 8) & 15];
      out[at++] = HEX[(c >> 4) & 15];
      out[at++] = HEX[c & 15];
    } else if (Character.isHighSurrogate(c)) {
      int point = Character.toCodePoint(c, text.charAt(i + 1));
      out[at++] = (byte) (0xF0 | point >> 18);
      out[at++] = (byte) (0x80 | (point >> 12 & 0x3F));
      out[at++] = (byte) (0x80 | (point >> 6 & 0x3F));
      out[at++] = (byte) (0x80 | (point & 0x3F));
    } else if (c >= 0x800 && !Character.isLowSurrogate(c)) {
      out[at++] = (byte) (0xE0 | c >> 12);
      out[at++] = (byte) (0x80 | (c >> 6 & 0x3F));
      out[at++] = (byte) (0x80 | (c & 0x3F));
    } else if (c < 0x800) {
      out[at++] = (byte) (0xC0 | c >> 6);
      out[at++] = (byte) (0x80 | (c & 0x3F));
    }
  }

  /** Returns the number of UTF-8 bytes of a string with its quotes and escapes. */
  static long size(String text) {
    long size = 2;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      size += c < 0x80 ? WIDTH[c] : wideSize(text, i, c);
    }
    return size;
  }

  private static int wideSize(String text, int i, char c) {
    if (c < 0x800) {
      return 2;
    }
    // A surrogate pair has four bytes, two for each half.
    return isLoneSurrogate(text, i) ? 6 : Character.isSurrogate(c) ? 2 : 3;
  }

  /** Returns true for an unpaired surrogate: it has no UTF-8 form and is written as an escape. */
  private static boolean isLoneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
