package dev.pawl.model.json;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.Iterator;
import java.util.Map;

/** Formats JSON for people: indented, with short lists of scalars on one line. */
final class PrettyJson {

  private static final int MAX_LINE_LENGTH = 80;

  private final StringBuilder out = new StringBuilder();

  private PrettyJson() {}

  static String of(Json value) {
    PrettyJson pretty = new PrettyJson();
    pretty.value(value, "");
    return pretty.out.append('\n').toString();
  }

  private void value(Json value, String indent) {
    switch (value) {
      case JsonObject object when !object.members().isEmpty() -> object(object, indent);
      case JsonArray array when !isShort(array) -> array(array, indent);
      case JsonArray array when array.length() > 0 -> line(array);
      default -> out.append(value);
    }
  }

  private void object(JsonObject object, String indent) {
    String inner = indent + "  ";
    String separator = "{\n";
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      out.append(separator).append(inner).append(new JsonString(member.getKey())).append(": ");
      value(member.getValue(), inner);
      separator = ",\n";
    }
    out.append('\n').append(indent).append('}');
  }

  private void array(JsonArray array, String indent) {
    String inner = indent + "  ";
    String separator = "[\n";
    for (Json element : array) {
      out.append(separator).append(inner);
      value(element, inner);
      separator = ",\n";
    }
    out.append('\n').append(indent).append(']');
  }

  private void line(JsonArray array) {
    Iterator<Json> elements = array.iterator();
    out.append('[').append(elements.next());
    elements.forEachRemaining(element -> out.append(", ").append(element));
    out.append(']');
  }

  private static boolean isShort(JsonArray array) {
    return array.size() <= MAX_LINE_LENGTH
        && array.elements().stream().allMatch(PrettyJson::isPlain);
  }

  private static boolean isPlain(Json value) {
    return !(value instanceof JsonObject) && !(value instanceof JsonArray);
  }
}
