package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.MISSING_FIELD;

import dev.pawl.model.State;
import dev.pawl.model.field.Cursor;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.finding.Nearest;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Reads a state of any kind. */
final class StateReader {

  private static final Map<String, KindReader> KINDS =
      Map.of(
          "Task", new TaskReader(),
          "Choice", new ChoiceReader(),
          "Parallel", new ParallelReader(),
          "Map", new MapReader(),
          "Wait", new WaitReader(),
          "Pass", new PassReader(),
          "Succeed", new SucceedReader(),
          "Fail", new FailReader(),
          "Graph", new GraphReader(),
          "Human", new HumanReader());

  private StateReader() {}

  static Optional<State> read(Site site) {
    Cursor cursor = site.cursor();
    if (!cursor.has("Type")) {
      cursor.report(MISSING_FIELD, "'Type' is missing", "Say which kind of state this is.");
      return unknown(cursor);
    }
    Optional<String> type = cursor.text("Type");
    KindReader kind = KINDS.get(type.orElse(""));
    if (kind == null) {
      type.ifPresent(
          word ->
              cursor.report(
                  BAD_VALUE,
                  "Type",
                  "there is no kind of state called '" + word + "'",
                  advice(word)));
      return unknown(cursor);
    }
    FieldTable fields = kind.fields();
    (site.node() ? fields.without("Next End").with("DependsOn When") : fields).check(cursor);
    return Optional.of(kind.read(site));
  }

  private static String advice(String word) {
    String near = Nearest.advice(word, KINDS.keySet());
    return near.isEmpty()
        ? "The kinds are " + String.join(", ", new TreeSet<>(KINDS.keySet())) + "."
        : near;
  }

  /** Where such a state goes is known at least, so that nothing is said about those behind it. */
  private static Optional<State> unknown(Cursor cursor) {
    cursor.stop().end();
    HeaderReader.exit(cursor, "Next");
    return Optional.empty();
  }
}
