package dev.pawl.engine.run;

import dev.pawl.engine.Command;
import dev.pawl.model.Distribution.ItemReader.Format;
import dev.pawl.model.ErrorName;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses the items of a reader's output: an array, or text with a JSON array, JSON lines or
 * comma-separated values.
 */
public final class ItemFormats {

  private ItemFormats() {}

  /**
   * Returns the items in a reader's output, at most as many as the source allows.
   *
   * @throws HandlerException if the output does not have the format of the source
   */
  public static List<Json> items(Command.Source source, Json answer) throws HandlerException {
    Format format = source.format();
    List<Json> items;
    try {
      items =
          answer instanceof JsonString text ? items(format, text.value()) : within(format, answer);
    } catch (JsonSyntaxException e) {
      throw failed("line %d, column %d: %s".formatted(e.line(), e.column(), e.getMessage()));
    }
    int max = source.maxItems().orElse(Integer.MAX_VALUE);
    return items.size() > max ? items.subList(0, max) : items;
  }

  private static List<Json> items(Format format, String text) throws HandlerException {
    return switch (format.type()) {
      case NONE, JSON, MANIFEST -> within(format, JsonText.parse(text));
      case JSONL -> text.lines().filter(line -> !line.isBlank()).map(JsonText::parse).toList();
      case CSV -> csv(format, text);
    };
  }

  private static List<Json> within(Format format, Json document) throws HandlerException {
    Json found = document;
    for (String part : format.itemsPointer().split("/")) {
      if (!part.isEmpty()) {
        String name = part.replace("~1", "/").replace("~0", "~");
        found =
            found
                .get(name)
                .orElseThrow(() -> failed("there is nothing at " + format.itemsPointer()));
      }
    }
    if (found instanceof JsonArray array) {
      return array.elements();
    }
    throw failed("the items must be an array but are " + found.kind());
  }

  private static List<Json> csv(Format format, String text) throws HandlerException {
    List<List<String>> rows = CsvRows.of(text, format.csvDelimiter());
    List<String> headers = format.csvHeaders();
    if (headers.isEmpty()) {
      if (rows.isEmpty()) {
        return List.of();
      }
      headers = rows.getFirst();
      rows = rows.subList(1, rows.size());
    }
    if (new HashSet<>(headers).size() < headers.size()) {
      throw failed("two columns have the same name");
    }
    List<Json> items = new ArrayList<>();
    for (List<String> row : rows) {
      Map<String, Json> item = new LinkedHashMap<>();
      for (int i = 0; i < headers.size(); i++) {
        item.put(headers.get(i), Json.of(i < row.size() ? row.get(i) : ""));
      }
      items.add(JsonObject.of(item));
    }
    return items;
  }

  private static HandlerException failed(String cause) {
    return new HandlerException(ErrorName.ITEM_READER, cause);
  }
}
