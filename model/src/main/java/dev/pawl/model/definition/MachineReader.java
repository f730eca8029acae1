package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;

import dev.pawl.model.Machine;
import dev.pawl.model.QueryLanguage;
import dev.pawl.model.State;
import dev.pawl.model.StateKind;
import dev.pawl.model.check.MachineOutline;
import dev.pawl.model.check.StateOutline;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.Fields;
import dev.pawl.sdk.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads machines: the flow itself, branches, item processors and graph nodes. */
final class MachineReader {

  private final QueryLanguage language;
  private final StateCount count;

  /**
   * Creates a reader for one definition.
   *
   * @param language the query language of the flow; a nested machine does not inherit the language
   *     of its state
   */
  MachineReader(QueryLanguage language, StateCount count) {
    this.language = language;
    this.count = count;
  }

  static MachineOutline outline(DefinitionCursor machine) {
    Optional<Json> startAt = machine.get("StartAt");
    return new MachineOutline(machine.pointer(), startAt.map(Json::asText));
  }

  /** Reads a machine nested in a state. */
  Optional<Machine> readNested(DefinitionCursor machine) {
    MachineOutline inner = outline(machine);
    machine.stop().machine(inner);
    return read(machine.speaking(language), inner);
  }

  /** Reads a single state as a machine; the definition has no machine object around it. */
  Optional<Machine> readSingle(DefinitionCursor state, String name) {
    MachineOutline inner = new MachineOutline(state.pointer(), Optional.of(name));
    state.stop().machine(inner);
    if (!count.admits(state, 1)) {
      return Optional.empty();
    }
    Optional<State> read = readState(state, name, inner, true);
    return read.map(only -> new Machine(name, Map.of(name, only)));
  }

  /** Reads a Task that runs at the end of the flow as a machine of its own. */
  Optional<Machine> readEndTask(DefinitionCursor task, String name, MachineOutline outline) {
    DefinitionCursor inside = task.inside(outline.add(name, task.pointer()));
    DefinitionCursor cursor = inside.speaking(Languages.ofState(inside, language));
    if (!count.admits(task, 1)) {
      return Optional.empty();
    }
    cursor.oneOf("Type", List.of(StateKind.TASK.type()));
    Fields.END_TASK.check(cursor);
    State read = new TaskReader().read(new StateContext(cursor, name, true, this));
    return Optional.of(new Machine(name, Map.of(name, read)));
  }

  Optional<Machine> read(DefinitionCursor machine, MachineOutline outline) {
    Optional<String> startAt = machine.word("StartAt");
    Optional<DefinitionCursor> states = machine.object("States");
    if (states.isEmpty() || !count.admits(machine, states.get().json().members().size())) {
      return Optional.empty();
    }
    if (states.get().json().members().isEmpty()) {
      machine.report(BAD_VALUE, "States", "there are no states", "");
    }
    Map<String, State> read = new LinkedHashMap<>();
    for (String name : states.get().json().members().keySet()) {
      Optional<DefinitionCursor> state = states.get().object(name);
      if (state.isEmpty()) {
        outline.add(name, states.get().pointer(name)).end();
      }
      state
          .flatMap(object -> readState(object, name, outline, false))
          .ifPresent(whole -> read.put(name, whole));
    }
    return startAt.filter(read::containsKey).map(first -> new Machine(first, read));
  }

  private Optional<State> readState(
      DefinitionCursor state, String name, MachineOutline outline, boolean node) {
    StateOutline stop = outline.add(name, state.pointer());
    DefinitionCursor inside = state.inside(stop);
    QueryLanguage spoken = Languages.ofState(inside, language);
    return StateReader.read(new StateContext(inside.speaking(spoken), name, node, this));
  }
}
