package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.NO_SUCH_VALUE;

import dev.pawl.model.finding.Nearest;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Warns about members that the context object and {@code $states} never have. */
final class KnownMembers {

  /**
   * The members that a value may have.
   *
   * @param members by name; empty if any member is possible
   */
  private record Level(Map<String, Level> members) {

    static final Level ANYTHING = new Level(Map.of());

    static Level of(String... names) {
      Map<String, Level> members = new TreeMap<>();
      for (String name : names) {
        members.put(name, ANYTHING);
      }
      return new Level(members);
    }

    Level with(String name, Level below) {
      Map<String, Level> more = new TreeMap<>(members);
      more.put(name, below);
      return new Level(more);
    }
  }

  private static final Level CONTEXT =
      Level.of()
          .with("Execution", Level.of("Id", "Input", "Name", "RoleArn", "StartTime"))
          .with("State", Level.of("EnteredTime", "Name", "RetryCount"))
          .with("StateMachine", Level.of("Id", "Name"))
          .with("Task", Level.of("Token"))
          .with("Map", Level.of().with("Item", Level.of("Index", "Value")))
          .with("Graph", Level.of("Results"))
          .with("Trigger", Level.ANYTHING)
          .with("Context", Level.ANYTHING);

  private static final Level STATES =
      Level.of("input", "result")
          .with("errorOutput", Level.of("Cause", "Error"))
          .with("context", CONTEXT);

  private KnownMembers() {}

  /** Checks a path into the context object, such as {@code $$.Execution.Id}. */
  static void checkContext(DefinitionCursor cursor, String pointer, Path path) {
    List<String> names = new ArrayList<>();
    for (Segment segment : path.segments()) {
      if (!(segment instanceof Segment.Member member)) {
        break;
      }
      names.add(member.name());
    }
    check(cursor, pointer, "$$", CONTEXT, names);
  }

  /**
   * Checks a reference to {@code $states}.
   *
   * @param names the member names that follow {@code $states}
   */
  static void checkStates(DefinitionCursor cursor, String pointer, List<String> names) {
    check(cursor, pointer, "$states", STATES, names);
  }

  private static void check(
      DefinitionCursor cursor, String pointer, String root, Level top, List<String> names) {
    String value = root;
    Level level = top;
    for (String name : names) {
      if (level.members().isEmpty()) {
        return;
      }
      Level below = level.members().get(name);
      if (below == null) {
        report(cursor, pointer, value, name, level);
        return;
      }
      value += "." + name;
      level = below;
    }
  }

  private static void report(
      DefinitionCursor cursor, String pointer, String value, String name, Level level) {
    String advice =
        Nearest.of(name, level.members().keySet())
            .map(near -> "Did you mean '" + value + "." + near + "'?")
            .orElse("It has " + String.join(", ", level.members().keySet()) + ".");
    cursor.reportAt(
        NO_SUCH_VALUE, pointer, "'" + value + "' never has a member '" + name + "'", advice);
  }
}
