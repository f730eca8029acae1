package dev.pawl.model.json;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parses the JSON that Pawl writes itself, about twice as fast as the library. The speed matters
 * because loading an execution parses its whole journal. The parser gives up at anything invalid or
 * rare, and the caller then uses the library.
 */
final class QuickJson {

  /** The maximum number of digits in a number; a long can hold any number of 18 digits. */
  private static final int MAX_DIGITS = 18;

  /** The number of entries in the cache of member names; a power of two. */
  private static final int CACHED_NAMES = 64;

  private static final char REPLACEMENT = '\ufffd';

  private final byte[] bytes;
  private final @Nullable String[] names = new String[CACHED_NAMES];
  private int at;
  private int depth;

  private QuickJson(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the parsed value; empty if the library must parse the text. */
  static Optional<Json> parse(byte[] utf8) {
    if (utf8.length > JsonText.MAX_LENGTH) {
      return Optional.empty();
    }
    QuickJson reader = new QuickJson(utf8);
    Json value = reader.value();
    return value == null || reader.next() >= 0 ? Optional.empty() : Optional.of(value);
  }

  private @Nullable Json value() {
    int first = next();
    return switch (first) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> text();
      case 't' -> word("true", JsonBool.TRUE);
      case 'f' -> word("false", JsonBool.FALSE);
      case 'n' -> word("null", JsonNull.NULL);
      default -> number();
    };
  }

  private @Nullable Json text() {
    String string = string();
    return string == null ? null : new JsonString(string);
  }

  /** Returns the next byte that is not whitespace, without consuming it; -1 at the end. */
  private int next() {
    while (at < bytes.length) {
      int c = bytes[at];
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return c & 0xFF;
      }
      at++;
    }
    return -1;
  }

  private @Nullable Json object() {
    if (++depth > JsonText.MAX_DEPTH) {
      return null;
    }
    at++;
    if (next() == '}') {
      at++;
      depth--;
      return JsonObject.EMPTY;
    }
    JsonObject.Builder members = JsonObject.builder();
    for (int count = 1; ; count++) {
      String name = next() == '"' ? name() : null;
      if (name == null || next() != ':') {
        return null;
      }
      at++;
      Json member = value();
      if (member == null || members.put(name, member).size() < count) {
        return null;
      }
      int separator = next();
      at++;
      if (separator == '}') {
        depth--;
        return members.build();
      }
      if (separator != ',') {
        return null;
      }
    }
  }

  private @Nullable Json array() {
    if (++depth > JsonText.MAX_DEPTH) {
      return null;
    }
    at++;
    if (next() == ']') {
      at++;
      depth--;
      return JsonArray.EMPTY;
    }
    List<Json> elements = new ArrayList<>();
    while (true) {
      Json element = value();
      if (element == null) {
        return null;
      }
      elements.add(element);
      int separator = next();
      at++;
      if (separator == ']') {
        depth--;
        return JsonArray.of(elements);
      }
      if (separator != ',') {
        return null;
      }
    }
  }

  /** Parses a member name; names without escapes are cached because they are likely to recur. */
  private @Nullable String name() {
    int start = at + 1;
    int hash = 0;
    for (int i = start; i < bytes.length; i++) {
      int c = bytes[i];
      if (c == '"') {
        at = i + 1;
        return remembered(start, i, hash);
      }
      if (c < ' ' || c == '\\') {
        return string();
      }
      hash = 31 * hash + c;
    }
    return null;
  }

  private String remembered(int start, int end, int hash) {
    int place = (hash ^ hash >>> 15) & (CACHED_NAMES - 1);
    String known = names[place];
    if (known != null && known.hashCode() == hash && is(known, start, end)) {
      return known;
    }
    String name = new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    names[place] = name;
    return name;
  }

  private boolean is(String known, int start, int end) {
    if (known.length() != end - start) {
      return false;
    }
    for (int i = 0; i < known.length(); i++) {
      if (known.charAt(i) != bytes[start + i]) {
        return false;
      }
    }
    return true;
  }

  private @Nullable String string() {
    int start = at + 1;
    boolean ascii = true;
    for (int i = start; i < bytes.length; i++) {
      int c = bytes[i];
      if (c == '"') {
        at = i + 1;
        return ascii
            ? new String(bytes, start, i - start, StandardCharsets.ISO_8859_1)
            : decoded(bytes, start, i - start);
      }
      if (c == '\\') {
        return escaped(start, i);
      }
      if (c < 0) {
        ascii = false;
      } else if (c < ' ') {
        return null;
      }
    }
    return null;
  }

  /**
   * Decodes UTF-8; returns null if the result has a replacement character, which may stand for
   * invalid bytes.
   */
  private static @Nullable String decoded(byte[] from, int start, int length) {
    String string = new String(from, start, length, StandardCharsets.UTF_8);
    return string.indexOf(REPLACEMENT) >= 0 ? null : string;
  }

  /**
   * Parses a string with escapes.
   *
   * @param first the index of the first backslash
   */
  private @Nullable String escaped(int start, int first) {
    byte[] plain = Arrays.copyOfRange(bytes, start, Math.max(first, start) + 64);
    int length = first - start;
    for (int i = first; i < bytes.length; i++) {
      int c = bytes[i];
      if (c == '"') {
        at = i + 1;
        return decoded(plain, 0, length);
      }
      if (c == '\\') {
        c = ++i < bytes.length ? unescape(bytes[i]) : -1;
        if (c < 0) {
          return null;
        }
      } else if (c >= 0 && c < ' ') {
        return null;
      }
      if (length == plain.length) {
        plain = Arrays.copyOf(plain, 2 * length);
      }
      plain[length++] = (byte) c;
    }
    return null;
  }

  private static int unescape(int letter) {
    return switch (letter) {
      case '"', '\\', '/' -> letter;
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> -1;
    };
  }

  private @Nullable Json word(String word, Json value) {
    for (int i = 0; i < word.length(); i++) {
      if (at + i >= bytes.length || bytes[at + i] != word.charAt(i)) {
        return null;
      }
    }
    at += word.length();
    return isOver() ? value : null;
  }

  private @Nullable Json number() {
    boolean negative = at < bytes.length && bytes[at] == '-';
    int start = negative ? at + 1 : at;
    long unscaled = 0;
    int point = -1;
    int i = start;
    for (; i < bytes.length; i++) {
      int c = bytes[i];
      if (c == '.' && point < 0) {
        point = i;
      } else if (c >= '0' && c <= '9') {
        unscaled = unscaled * 10 + (c - '0');
      } else {
        break;
      }
    }
    int whole = (point < 0 ? i : point) - start;
    int scale = point < 0 ? 0 : i - point - 1;
    boolean wrong =
        whole == 0
            || (whole > 1 && bytes[start] == '0')
            || (point >= 0 && scale == 0)
            || whole + scale > MAX_DIGITS;
    at = i;
    if (wrong || !isOver()) {
      return null;
    }
    long signed = negative ? -unscaled : unscaled;
    return point < 0 ? JsonNumber.of(signed) : JsonNumber.of(BigDecimal.valueOf(signed, scale));
  }

  /** Returns true if a literal or a number ends here. */
  private boolean isOver() {
    if (at == bytes.length) {
      return true;
    }
    return switch (bytes[at]) {
      case ',', ']', '}', ' ', '\n', '\r', '\t' -> true;
      default -> false;
    };
  }
}
