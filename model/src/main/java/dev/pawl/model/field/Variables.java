package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_NAME;

import dev.pawl.model.Template;
import java.util.Map;
import java.util.Optional;

/** Reads the variables that a state, a catcher or a rule assigns. */
public final class Variables {

  private static final int MAX_LENGTH = 80;

  private Variables() {}

  public static Map<String, Template> assign(DefinitionCursor cursor) {
    Optional<DefinitionCursor> assign = cursor.object("Assign");
    if (assign.isEmpty()) {
      return Map.of();
    }
    for (String field : assign.get().json().members().keySet()) {
      String name = Templates.resultName(cursor, field);
      checkName(assign.get(), field, name);
      cursor.state().assigns(name, assign.get().pointer(field));
    }
    return Templates.members(assign.get());
  }

  private static void checkName(DefinitionCursor assign, String field, String name) {
    if (!isName(name)) {
      assign.report(
          BAD_NAME,
          field,
          "'" + name + "' cannot be the name of a variable",
          "Use a letter first, then letters, digits and _; at most " + MAX_LENGTH + " characters.");
    } else if (name.equals("states")) {
      assign.report(BAD_NAME, field, "the variable 'states' is reserved", "Use another name.");
    }
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && name.codePointCount(0, name.length()) <= MAX_LENGTH
        && Character.isUnicodeIdentifierStart(name.codePointAt(0))
        && name.codePoints().allMatch(Variables::isNameCharacter);
  }

  private static boolean isNameCharacter(int c) {
    return Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
  }
}
