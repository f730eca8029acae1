package dev.pawl.model.json;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.List;
import java.util.Map;

/** Formats a value as YAML in block style, with its comments. */
final class YamlLayout {

  /** The maximum length of a simple key; longer keys need a question mark. */
  private static final int MAX_SIMPLE_KEY_LENGTH = 120;

  private final StringBuilder out = new StringBuilder();
  private final Comments comments;

  private YamlLayout(Comments comments) {
    this.comments = comments;
  }

  static String of(Json value, Comments comments) {
    YamlLayout layout = new YamlLayout(comments);
    layout.above("", "");
    if (isBlock(value)) {
      layout.block(value, "", "");
    } else {
      layout.scalar(value, "", "  ");
    }
    layout.lines(comments.atEnd(), "");
    return layout.out.toString();
  }

  private static boolean isBlock(Json value) {
    return switch (value) {
      case JsonObject object -> !object.members().isEmpty();
      case JsonArray array -> array.length() > 0;
      default -> false;
    };
  }

  /** Writes the members or elements of a value, each on a new line. */
  private void block(Json value, String pointer, String indent) {
    if (value instanceof JsonObject object) {
      for (Map.Entry<String, Json> member : object.members().entrySet()) {
        String at = Pointer.member(pointer, member.getKey());
        above(at, indent);
        out.append(indent);
        member(member.getKey(), member.getValue(), at, indent);
      }
    } else if (value instanceof JsonArray array) {
      for (int i = 0; i < array.length(); i++) {
        String at = Pointer.element(pointer, i);
        above(at, indent);
        out.append(indent).append('-');
        element(array.elements().get(i), at, indent + "  ");
      }
    }
  }

  private void member(String name, Json value, String pointer, String indent) {
    String key = YamlQuote.inline(name);
    if (key.length() > MAX_SIMPLE_KEY_LENGTH) {
      out.append("? ").append(key).append('\n').append(indent).append(':');
    } else {
      out.append(key).append(':');
    }
    if (isBlock(value)) {
      beside(pointer);
      block(value, pointer, indent + "  ");
    } else {
      out.append(' ');
      scalar(value, pointer, indent + "  ");
    }
  }

  private void element(Json value, String pointer, String indent) {
    if (!isBlock(value)) {
      out.append(' ');
      scalar(value, pointer, indent);
    } else if (value instanceof JsonObject && !comments.beside().containsKey(pointer)) {
      compact(value, pointer, indent);
    } else {
      beside(pointer);
      block(value, pointer, indent);
    }
  }

  /** Writes a mapping whose first member is on the line of the dash. */
  private void compact(Json value, String pointer, String indent) {
    String first = ((JsonObject) value).members().keySet().iterator().next();
    if (comments.above().containsKey(Pointer.member(pointer, first))) {
      out.append('\n');
      block(value, pointer, indent);
      return;
    }
    int start = out.length();
    block(value, pointer, indent);
    // The dash and a blank replace the indentation of the first line.
    out.replace(start, start + indent.length(), " ");
  }

  private void scalar(Json value, String pointer, String indent) {
    if (value instanceof JsonString string && YamlQuote.isBlock(string.value())) {
      String text = string.value();
      out.append(YamlQuote.blockHeader(text));
      beside(pointer);
      for (String line : withoutLastLineBreak(text).split("\n", -1)) {
        out.append(line.isEmpty() ? "" : indent).append(line).append('\n');
      }
      return;
    }
    out.append(value instanceof JsonString string ? YamlQuote.inline(string.value()) : value);
    beside(pointer);
  }

  private static String withoutLastLineBreak(String text) {
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  private void above(String pointer, String indent) {
    lines(comments.above().getOrDefault(pointer, List.of()), indent);
  }

  private void lines(List<String> lines, String indent) {
    for (String line : lines) {
      out.append(line.isEmpty() ? "" : indent + line).append('\n');
    }
  }

  private void beside(String pointer) {
    String comment = comments.beside().get(pointer);
    out.append(comment == null ? "" : " " + comment).append('\n');
  }
}
