package dev.pawl.handlers.http;

import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes business objects as JSON, XML or CSV. */
final class ExportFormat {

  static final List<String> FORMATS = List.of("json", "xml", "csv");

  private ExportFormat() {}

  /** Returns the objects in a format; the root element of XML has the given name. */
  static RequestBody write(String format, Json data, String root) throws HandlerException {
    return switch (format) {
      case "xml" -> new RequestBody(utf8(xml(root, data)), "application/xml; charset=utf-8");
      case "csv" -> new RequestBody(utf8(csv(data)), "text/csv; charset=utf-8");
      default -> RequestBody.json(data);
    };
  }

  private static String xml(String root, Json data) throws HandlerException {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      writer.writeStartDocument("UTF-8", "1.0");
      if (data instanceof JsonArray items) {
        writer.writeStartElement(elementName(root));
        for (Json item : items) {
          element(writer, "item", item);
        }
        writer.writeEndElement();
      } else {
        element(writer, root, data);
      }
      writer.writeEndDocument();
      writer.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return text.toString();
  }

  private static void element(XMLStreamWriter writer, String name, Json value)
      throws XMLStreamException, HandlerException {
    if (value instanceof JsonArray items) {
      for (Json item : items) {
        element(writer, name, item);
      }
      return;
    }
    writer.writeStartElement(elementName(name));
    if (value instanceof JsonObject object) {
      for (Map.Entry<String, Json> member : object.members().entrySet()) {
        element(writer, member.getKey(), member.getValue());
      }
    } else if (!value.isNull()) {
      // XML has no form for control characters, not even an escaped one.
      writer.writeCharacters(
          value
              .asText()
              .replaceAll(
                  "[^\\x09\\x0a\\x0d\\x20-\\ud7ff\\ue000-\\ufffd\\x{10000}-\\x{10ffff}]",
                  "\ufffd"));
    }
    writer.writeEndElement();
  }

  private static String elementName(String name) throws HandlerException {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_.-]{0,99}")) {
      throw HandlerSettings.invalid(
          "map: '%s' is no name of an XML element; give the field another name in map"
              .formatted(name));
    }
    return name;
  }

  private static String csv(Json data) throws HandlerException {
    List<Json> rows = data instanceof JsonArray items ? items.elements() : List.of(data);
    Set<String> columns = new LinkedHashSet<>();
    for (Json row : rows) {
      if (!(row instanceof JsonObject object)) {
        throw HandlerSettings.invalid(
            "format: csv needs an object or an array of objects, not a " + row.kind());
      }
      columns.addAll(object.members().keySet());
    }
    StringBuilder text = new StringBuilder(line(columns.stream().map(ExportFormat::cell).toList()));
    for (Json row : rows) {
      text.append(
          line(
              columns.stream()
                  .map(column -> row.get(column).map(ExportFormat::cell).orElse(""))
                  .toList()));
    }
    return text.toString();
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String cell(Json value) {
    if (value.isNull()) {
      return "";
    }
    return value instanceof JsonString text ? cell(text.value()) : quoted(value.toString());
  }

  private static String cell(String text) {
    // Spreadsheets run cells that begin like a formula.
    boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
    return quoted(formula ? "'" + text : text);
  }

  private static String quoted(String text) {
    return text.matches("(?s).*[\",\r\n].*") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
