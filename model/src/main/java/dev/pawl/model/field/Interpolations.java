package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_PATH;

import dev.pawl.model.Template;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.PathSyntaxException;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads text with embedded paths, such as {@code https://shop.example/orders/${$.id}}. A backslash
 * before a path keeps it as literal text.
 */
final class Interpolations {

  private static final String OPEN = "${$";

  private Interpolations() {}

  /** Reads a text; in JSONata it is literal. */
  static Template read(DefinitionCursor cursor, String pointer, String text) {
    List<Template> parts = parts(cursor, pointer, text);
    return parts.stream().allMatch(Template.Literal.class::isInstance)
        ? new Template.Literal(
            parts.isEmpty() ? Json.of("") : ((Template.Literal) parts.getFirst()).value())
        : new Template.Text(parts);
  }

  /** Returns the literal and the computed parts of a text in their order. */
  static List<Template> parts(DefinitionCursor cursor, String pointer, String text) {
    List<Template> parts = new ArrayList<>();
    if (cursor.speaksJsonata()) {
      take(new StringBuilder(text), parts);
      return parts;
    }
    StringBuilder plain = new StringBuilder();
    int at = 0;
    for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
      if (open > at && text.charAt(open - 1) == '\\') {
        plain.append(text, at, open - 1).append(OPEN);
        at = open + OPEN.length();
        continue;
      }
      plain.append(text, at, open);
      try {
        Path.Part part = Path.parseAt(text, open + 2);
        if (part.end() >= text.length() || text.charAt(part.end()) != '}') {
          throw new PathSyntaxException(part.end(), "a closing brace is missing");
        }
        Expressions.noteReads(cursor, pointer, part.path());
        take(plain, parts);
        parts.add(new Template.Read(part.path()));
        at = part.end() + 1;
      } catch (PathSyntaxException e) {
        cursor.reportAt(
            BAD_PATH,
            pointer,
            "'%s' has no path at %d: %s".formatted(text, open, e.getMessage()),
            "Write a backslash before ${ if it is meant as it stands.");
        return List.of(new Template.Literal(Json.of(text)));
      }
    }
    plain.append(text, at, text.length());
    take(plain, parts);
    return parts;
  }

  private static void take(StringBuilder plain, List<Template> parts) {
    if (!plain.isEmpty()) {
      parts.add(new Template.Literal(Json.of(plain.toString())));
      plain.setLength(0);
    }
  }
}
