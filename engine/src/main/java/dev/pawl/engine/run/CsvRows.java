package dev.pawl.engine.run;

import java.util.ArrayList;
import java.util.List;

/** Parses comma-separated values according to RFC 4180, with any delimiter. */
final class CsvRows {

  private CsvRows() {}

  static List<List<String>> of(String text, char delimiter) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    boolean quoted = false;
    boolean any = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted) {
        if (c != '"') {
          value.append(c);
        } else if (i + 1 < text.length() && text.charAt(i + 1) == '"') {
          value.append(c);
          i++;
        } else {
          quoted = false;
        }
      } else if (c == '"' && value.isEmpty()) {
        quoted = true;
        any = true;
      } else if (c == delimiter) {
        row.add(take(value));
        any = true;
      } else if (c == '\n' || c == '\r') {
        if (any) {
          row.add(take(value));
          rows.add(row);
          row = new ArrayList<>();
          any = false;
        }
      } else {
        value.append(c);
        any = true;
      }
    }
    if (any) {
      row.add(take(value));
      rows.add(row);
    }
    return rows;
  }

  private static String take(StringBuilder value) {
    String taken = value.toString();
    value.setLength(0);
    return taken;
  }
}
