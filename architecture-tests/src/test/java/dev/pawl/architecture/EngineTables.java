package dev.pawl.architecture;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds SQL on the tables of the engine in Java sources. */
final class EngineTables {

  /** Tables that the engine does not use. All other tables of the schema belong to the engine. */
  private static final Set<String> SERVER_TABLES =
      Set.of(
          "tenant",
          "api_key",
          "sign_in",
          "stored_response",
          "broadcast",
          "job",
          "audit",
          "audit_truncation",
          "saved_view",
          "preference");

  private static final Pattern CREATE_TABLE = Pattern.compile("(?m)^create table pawl\\.(\\w+)");

  /** Comments and character literals are matched so that quotes in them begin no string. */
  private static final Pattern LITERAL =
      Pattern.compile(
          "//[^\\n]*|/\\*(?s:.*?)\\*/|'(?:\\\\.|[^'\\\\\\n])+'"
              + "|(?<text>\"\"\"(?s:(?:\\\\.|[^\\\\])*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\")");

  private final Set<String> names;
  private final Pattern use;

  private EngineTables(Set<String> names) {
    this.names = names;
    this.use = Pattern.compile("\\bpawl\\.(" + String.join("|", names) + ")(?![.\\w])");
  }

  /** Reads the tables from the migrations. */
  static EngineTables ofMigrations() {
    Set<String> all =
        Checkout.files("postgres/src/main/resources/dev/pawl/postgres/migrations")
            .flatMap(file -> CREATE_TABLE.matcher(Checkout.text(file)).results())
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    if (!all.containsAll(SERVER_TABLES)) {
      throw new IllegalStateException(
          "not all of %s are tables of the migrations: %s".formatted(SERVER_TABLES, all));
    }
    all.removeAll(SERVER_TABLES);
    return new EngineTables(all);
  }

  Set<String> names() {
    return names;
  }

  /** Returns the engine tables that string literals of a Java source name, in their order. */
  List<String> usedIn(String source) {
    return LITERAL
        .matcher(source)
        .results()
        .map((MatchResult found) -> found.group("text"))
        .filter(text -> text != null)
        .flatMap(text -> use.matcher(text).results())
        .map(found -> found.group(1))
        .toList();
  }
}
