package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.MISSING_FIELD;

import dev.pawl.model.State;
import dev.pawl.model.StateKind;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.finding.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads a state of any type. */
final class StateReader {

  private StateReader() {}

  static Optional<State> read(StateContext site) {
    DefinitionCursor cursor = site.cursor();
    if (!cursor.has("Type")) {
      cursor.report(MISSING_FIELD, "'Type' is missing", "Add \"Type\" with the type of the state.");
      return unknown(cursor);
    }
    Optional<String> type = cursor.text("Type");
    Optional<KindReader> kind = type.flatMap(StateKind::ofType).map(StateReader::readerOf);
    if (kind.isEmpty()) {
      type.ifPresent(
          word ->
              cursor.report(
                  BAD_VALUE,
                  "Type",
                  "there is no kind of state called '" + word + "'",
                  advice(word)));
      return unknown(cursor);
    }
    FieldTable fields = kind.get().fields();
    (site.node() ? fields.without("Next End").with("DependsOn When") : fields).check(cursor);
    return Optional.of(kind.get().read(site));
  }

  private static KindReader readerOf(StateKind kind) {
    return switch (kind) {
      case TASK -> new TaskReader();
      case CHOICE -> new ChoiceReader();
      case PARALLEL -> new ParallelReader();
      case MAP -> new MapReader();
      case WAIT -> new WaitReader();
      case PASS -> new PassReader();
      case SUCCEED -> new SucceedReader();
      case FAIL -> new FailReader();
      case GRAPH -> new GraphReader();
      case HUMAN -> new HumanReader();
    };
  }

  private static String advice(String word) {
    List<String> types = Arrays.stream(StateKind.values()).map(StateKind::type).sorted().toList();
    String near = Nearest.advice(word, types);
    return near.isEmpty() ? "The kinds are " + String.join(", ", types) + "." : near;
  }

  /**
   * Records the transitions of a state of unknown type, so that the states after it are not
   * reported as unreachable.
   */
  private static Optional<State> unknown(DefinitionCursor cursor) {
    cursor.state().end();
    HeaderReader.exit(cursor, "Next");
    return Optional.empty();
  }
}
