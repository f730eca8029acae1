package dev.pawl.worker;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes plain Java values as JSON. */
final class JsonWriter {

  private final StringBuilder out = new StringBuilder();

  private JsonWriter() {}

  /**
   * @throws IllegalArgumentException if some value has no JSON form
   */
  static String write(@Nullable Object value) {
    JsonWriter writer = new JsonWriter();
    writer.value(value);
    return writer.out.toString();
  }

  private void value(@Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case Value wrapped -> value(wrapped.java());
      case CharSequence text -> string(text);
      case Boolean bool -> out.append(bool.booleanValue());
      case Long number -> out.append(number.longValue());
      case Integer number -> out.append(number.intValue());
      case Short number -> out.append(number.intValue());
      case BigDecimal number -> out.append(number);
      case BigInteger number -> out.append(number);
      case Double number -> floating(number);
      case Float number -> floating(Double.parseDouble(number.toString()));
      case Map<?, ?> members -> object(members);
      case Iterable<?> elements -> array(elements);
      case Enum<?> word -> string(word.name());
      default ->
          throw new IllegalArgumentException(
              "a "
                  + value.getClass().getName()
                  + " has no JSON form; give a Map, a List, a text,"
                  + " a number or a boolean");
    }
  }

  private void floating(double number) {
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException(number + " has no JSON form");
    }
    out.append(BigDecimal.valueOf(number));
  }

  private void object(Map<?, ?> members) {
    out.append('{');
    boolean isFirst = true;
    for (Map.Entry<?, ?> member : members.entrySet()) {
      if (!isFirst) {
        out.append(',');
      }
      isFirst = false;
      string(String.valueOf(member.getKey()));
      out.append(':');
      value(member.getValue());
    }
    out.append('}');
  }

  private void array(Iterable<?> elements) {
    out.append('[');
    for (Iterator<?> rest = elements.iterator(); rest.hasNext(); ) {
      value(rest.next());
      if (rest.hasNext()) {
        out.append(',');
      }
    }
    out.append(']');
  }

  private void string(CharSequence text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          // Half a surrogate pair cannot be sent as UTF-8.
          if (c < ' ' || Character.isSurrogate(c) && !isPaired(text, i)) {
            out.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean isPaired(CharSequence text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
