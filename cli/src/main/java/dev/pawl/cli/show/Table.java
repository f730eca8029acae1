package dev.pawl.cli.show;

import java.util.ArrayList;
import java.util.List;

/** Formats rows under headings, with columns as wide as their content. */
public final class Table {

  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headings) {
    rows.add(List.of(headings));
  }

  public Table row(String... cells) {
    rows.add(List.of(cells).stream().map(Printable::line).toList());
    return this;
  }

  public boolean isEmpty() {
    return rows.size() == 1;
  }

  /** Returns the rows, each ended by a line break; the headings are faint. */
  public String text(Paint paint) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).codePointCount(0, row.get(i).length()));
      }
    }
    StringBuilder out = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String cell = rows.get(r).get(i);
        line.append(cell);
        line.append(" ".repeat(widths[i] - cell.codePointCount(0, cell.length()) + 2));
      }
      String text = line.toString().stripTrailing();
      out.append(r == 0 ? paint.paint(Paint.Tone.FAINT, text) : text).append('\n');
    }
    return out.toString();
  }
}
