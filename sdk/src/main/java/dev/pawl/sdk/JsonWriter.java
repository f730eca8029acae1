package dev.pawl.sdk;

import java.util.Map;

/** JSON as compact text. */
final class JsonWriter {

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private JsonWriter() {}

  static String write(Json value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Json value, StringBuilder out) {
    switch (value) {
      case JsonString string -> quote(string.value(), out);
      case JsonArray array -> {
        char separator = '[';
        for (Json element : array) {
          out.append(separator);
          write(element, out);
          separator = ',';
        }
        out.append(separator == '[' ? "[]" : "]");
      }
      case JsonObject object -> {
        char separator = '{';
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
          out.append(separator);
          quote(member.getKey(), out);
          out.append(':');
          write(member.getValue(), out);
          separator = ',';
        }
        out.append(separator == '{' ? "{}" : "}");
      }
      case JsonNumber number -> out.append(number);
      case JsonBool bool -> out.append(bool);
      case JsonNull nothing -> out.append(nothing);
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        default -> {
          if (c < 0x20 || isLoneSurrogate(text, i)) {
            out.append("\\u")
                .append(HEX[c >> 12])
                .append(HEX[(c >> 8) & 15])
                .append(HEX[(c >> 4) & 15])
                .append(HEX[c & 15]);
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /** The number of UTF-8 bytes of a string with its quotes and escapes. */
  static long size(String text) {
    long size = 2;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        size += c < 0x800 ? 2 : isLoneSurrogate(text, i) ? 6 : Character.isSurrogate(c) ? 2 : 3;
      } else if (c >= 0x20) {
        size += c == '"' || c == '\\' ? 2 : 1;
      } else {
        size += "\n\r\t\b\f".indexOf(c) >= 0 ? 2 : 6;
      }
    }
    return size;
  }

  /** Half a character has no UTF-8 form; written as an escape it survives. */
  private static boolean isLoneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
