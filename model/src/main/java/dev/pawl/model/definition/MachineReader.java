package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;

import dev.pawl.model.Machine;
import dev.pawl.model.QueryLanguage;
import dev.pawl.model.State;
import dev.pawl.model.check.Outline;
import dev.pawl.model.check.Stop;
import dev.pawl.model.field.Cursor;
import dev.pawl.sdk.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads machines: the flow itself, branches, item processors, nodes. */
final class MachineReader {

  private final QueryLanguage language;
  private final StateCount count;

  /**
   * @param language of the whole flow; a nested machine does not inherit that of its state
   */
  MachineReader(QueryLanguage language, StateCount count) {
    this.language = language;
    this.count = count;
  }

  static Outline outline(Cursor machine) {
    Optional<Json> startAt = machine.get("StartAt");
    return new Outline(machine.pointer(), startAt.map(Json::asText));
  }

  /** A machine inside a state. */
  Optional<Machine> readNested(Cursor machine) {
    Outline inner = outline(machine);
    machine.stop().machine(inner);
    return read(machine.speaking(language), inner);
  }

  /** A machine that consists of one state, which is written without a machine around it. */
  Optional<Machine> readSingle(Cursor state, String name) {
    Outline inner = new Outline(state.pointer(), Optional.of(name));
    state.stop().machine(inner);
    if (!count.admits(state, 1)) {
      return Optional.empty();
    }
    Optional<State> read = readState(state, name, inner, true);
    return read.map(only -> new Machine(name, Map.of(name, only)));
  }

  Optional<Machine> read(Cursor machine, Outline outline) {
    Optional<String> startAt = machine.word("StartAt");
    Optional<Cursor> states = machine.object("States");
    if (states.isEmpty() || !count.admits(machine, states.get().json().members().size())) {
      return Optional.empty();
    }
    if (states.get().json().members().isEmpty()) {
      machine.report(BAD_VALUE, "States", "there are no states", "");
    }
    Map<String, State> read = new LinkedHashMap<>();
    for (String name : states.get().json().members().keySet()) {
      Optional<Cursor> state = states.get().object(name);
      if (state.isEmpty()) {
        outline.add(name, states.get().pointer(name)).end();
      }
      state
          .flatMap(object -> readState(object, name, outline, false))
          .ifPresent(whole -> read.put(name, whole));
    }
    return startAt.filter(read::containsKey).map(first -> new Machine(first, read));
  }

  private Optional<State> readState(Cursor state, String name, Outline outline, boolean node) {
    Stop stop = outline.add(name, state.pointer());
    Cursor inside = state.inside(stop);
    QueryLanguage spoken = Languages.ofState(inside, language);
    return StateReader.read(new Site(inside.speaking(spoken), name, node, this));
  }
}
