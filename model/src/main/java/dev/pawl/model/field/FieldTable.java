package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.FIELD_NOT_ALLOWED;
import static dev.pawl.model.finding.Finding.Code.MISSING_FIELD;
import static dev.pawl.model.finding.Finding.Code.UNKNOWN_FIELD;
import static dev.pawl.model.finding.Finding.Code.WRONG_QUERY_LANGUAGE;

import dev.pawl.model.QueryLanguage;
import dev.pawl.model.finding.Nearest;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The fields that an object of the definition may have.
 *
 * @param both fields in either query language
 * @param jsonPath fields in JSONPath only
 * @param jsonata fields in JSONata only
 * @param required the fields that must be present
 */
public record FieldTable(
    Set<String> both, Set<String> jsonPath, Set<String> jsonata, List<String> required) {

  /** Creates a table from field names separated by blanks, and adds Comment and _metadata. */
  static FieldTable of(String both) {
    return new FieldTable(words(both + " Comment _metadata"), Set.of(), Set.of(), List.of());
  }

  FieldTable jsonPath(String fields) {
    return new FieldTable(both, words(fields), jsonata, required);
  }

  FieldTable jsonata(String fields) {
    return new FieldTable(both, jsonPath, words(fields), required);
  }

  FieldTable required(String fields) {
    return new FieldTable(both, jsonPath, jsonata, List.copyOf(words(fields)));
  }

  /** Returns a copy of this table with more fields for both languages. */
  public FieldTable with(String fields) {
    return new FieldTable(union(both, words(fields)), jsonPath, jsonata, required);
  }

  /** Returns a copy of this table without the given fields for both languages. */
  public FieldTable without(String fields) {
    Set<String> rest = new LinkedHashSet<>(both);
    rest.removeAll(words(fields));
    List<String> needed = required.stream().filter(rest::contains).toList();
    return new FieldTable(rest, jsonPath, jsonata, needed);
  }

  /** Reports missing and unexpected fields. */
  public void check(DefinitionCursor cursor) {
    for (String field : required) {
      if (!cursor.has(field)) {
        cursor.report(MISSING_FIELD, "'" + field + "' is missing", "");
      }
    }
    Set<String> own = cursor.isJsonata() ? jsonata : jsonPath;
    Set<String> foreign = cursor.isJsonata() ? jsonPath : jsonata;
    for (String field : cursor.json().members().keySet()) {
      if (both.contains(field) || own.contains(field)) {
        continue;
      }
      if (foreign.contains(field)) {
        refuseForeign(cursor, field);
      } else {
        refuse(cursor, field, union(both, own));
      }
    }
  }

  private static void refuseForeign(DefinitionCursor cursor, String field) {
    QueryLanguage spoken = cursor.language();
    QueryLanguage other = cursor.isJsonata() ? QueryLanguage.JSONPATH : QueryLanguage.JSONATA;
    cursor.report(
        WRONG_QUERY_LANGUAGE,
        field,
        "'%s' is for %s, but %s is spoken here".formatted(field, other.label(), spoken.label()),
        "Use the fields of one language, or set QueryLanguage.");
  }

  private static void refuse(DefinitionCursor cursor, String field, Collection<String> allowed) {
    String advice = Nearest.advice(field, allowed);
    if (Fields.isKnown(field)) {
      cursor.report(FIELD_NOT_ALLOWED, field, "'" + field + "' has no place here", advice);
    } else {
      cursor.report(UNKNOWN_FIELD, field, "'" + field + "' is not a field of the language", advice);
    }
  }

  /** Returns the fields of both query languages. */
  Set<String> all() {
    return union(both, union(jsonPath, jsonata));
  }

  private static Set<String> union(Set<String> first, Set<String> second) {
    Set<String> union = new LinkedHashSet<>(first);
    union.addAll(second);
    return union;
  }

  private static Set<String> words(String fields) {
    return new LinkedHashSet<>(List.of(fields.trim().split("\\s+")));
  }
}
