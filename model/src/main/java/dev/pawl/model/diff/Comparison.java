package dev.pawl.model.diff;

import dev.pawl.model.diff.FlowDiff.ChangeKind;
import dev.pawl.model.diff.FlowDiff.FieldChange;
import dev.pawl.model.diff.FlowDiff.StateChange;
import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares two definitions. */
final class Comparison {

  /**
   * The members of a state that hold machines: one machine, an array, or an object of named
   * machines.
   */
  private static final Set<String> MACHINES =
      Set.of("Branches", "ItemProcessor", "Iterator", "Nodes");

  private final List<StateChange> states = new ArrayList<>();

  FlowDiff compare(Json from, Json to) {
    List<FieldChange> fields = new ArrayList<>();
    machine(from, to, "", fields);
    return new FlowDiff(states, fields);
  }

  /** Compares two machines, or two graph nodes that are single states. */
  private void machine(Json from, Json to, String path, List<FieldChange> fields) {
    if (!(from instanceof JsonObject old && to instanceof JsonObject young)) {
      value(from, to, path, fields);
      return;
    }
    for (String name : names(old, young)) {
      Optional<Json> before = old.get(name);
      Optional<Json> after = young.get(name);
      String at = Pointer.member(path, name);
      if (name.equals("States")
          && before.orElse(JsonObject.EMPTY) instanceof JsonObject oldStates
          && after.orElse(JsonObject.EMPTY) instanceof JsonObject youngStates) {
        states(oldStates, youngStates, at);
      } else if (MACHINES.contains(name) && before.isPresent() && after.isPresent()) {
        machines(before.get(), after.get(), at, fields);
      } else {
        member(before, after, at, fields);
      }
    }
  }

  private void states(JsonObject old, JsonObject young, String path) {
    Map<String, String> renamed = renamed(old, young);
    for (String name : names(old, young)) {
      Optional<Json> before = old.get(name);
      Optional<Json> after = young.get(name);
      if (before.isPresent() && after.isPresent()) {
        state(name, before.get(), after.get(), Pointer.member(path, name));
      } else if (after.isPresent()) {
        Optional<String> was = Optional.ofNullable(renamed.get(name));
        addChange(was.isPresent() ? ChangeKind.RENAMED : ChangeKind.ADDED, name, path, was);
      } else if (!renamed.containsValue(name)) {
        addChange(ChangeKind.REMOVED, name, path, Optional.empty());
      }
    }
  }

  private void addChange(ChangeKind kind, String name, String path, Optional<String> was) {
    states.add(new StateChange(kind, name, Pointer.member(path, name), was, List.of()));
  }

  private void state(String name, Json before, Json after, String path) {
    if (before.equals(after)) {
      return;
    }
    int place = states.size();
    List<FieldChange> fields = new ArrayList<>();
    machine(before, after, path, fields);
    if (!fields.isEmpty()) {
      // A state is listed before the states nested in it, which are compared first.
      states.add(place, new StateChange(ChangeKind.CHANGED, name, path, Optional.empty(), fields));
    }
  }

  /**
   * Returns new names mapped to old names, for each added state whose content equals that of
   * exactly one removed state and no other added state.
   */
  private static Map<String, String> renamed(JsonObject old, JsonObject young) {
    Map<Json, List<String>> gone = byContent(old, young);
    Map<Json, List<String>> come = byContent(young, old);
    Map<String, String> renamed = new LinkedHashMap<>();
    come.forEach(
        (content, names) -> {
          List<String> before = gone.getOrDefault(content, List.of());
          if (names.size() == 1 && before.size() == 1) {
            renamed.put(names.getFirst(), before.getFirst());
          }
        });
    return renamed;
  }

  private static Map<Json, List<String>> byContent(JsonObject states, JsonObject others) {
    Map<Json, List<String>> names = new LinkedHashMap<>();
    states
        .members()
        .forEach(
            (name, state) -> {
              if (!others.has(name)) {
                names.computeIfAbsent(state, content -> new ArrayList<>()).add(name);
              }
            });
    return names;
  }

  /**
   * Compares two members that hold machines: one machine, an array, or an object of named machines.
   */
  private void machines(Json before, Json after, String path, List<FieldChange> fields) {
    if (before instanceof JsonArray old && after instanceof JsonArray young) {
      for (int i = 0; i < Math.max(old.length(), young.length()); i++) {
        String at = Pointer.element(path, i);
        if (i < old.length() && i < young.length()) {
          machine(old.get(i).orElseThrow(), young.get(i).orElseThrow(), at, fields);
        } else {
          member(old.get(i), young.get(i), at, fields);
        }
      }
    } else if (path.endsWith("/Nodes")
        && before instanceof JsonObject old
        && after instanceof JsonObject young) {
      states(old, young, path);
    } else {
      machine(before, after, path, fields);
    }
  }

  private static void member(
      Optional<Json> before, Optional<Json> after, String path, List<FieldChange> fields) {
    if (before.isPresent() && after.isPresent()) {
      value(before.get(), after.get(), path, fields);
    } else {
      fields.add(
          new FieldChange(
              before.isEmpty() ? ChangeKind.ADDED : ChangeKind.REMOVED, path, before, after));
    }
  }

  /**
   * Compares two values member by member and, in arrays of equal length, element by element;
   * reports any other difference as one change.
   */
  private static void value(Json before, Json after, String path, List<FieldChange> fields) {
    if (before.equals(after)) {
      return;
    }
    if (before instanceof JsonObject old && after instanceof JsonObject young) {
      for (String name : names(old, young)) {
        member(old.get(name), young.get(name), Pointer.member(path, name), fields);
      }
    } else if (before instanceof JsonArray old
        && after instanceof JsonArray young
        && old.length() == young.length()) {
      for (int i = 0; i < old.length(); i++) {
        member(old.get(i), young.get(i), Pointer.element(path, i), fields);
      }
    } else {
      fields.add(
          new FieldChange(ChangeKind.CHANGED, path, Optional.of(before), Optional.of(after)));
    }
  }

  /**
   * Returns the member names of the newer object in its order, then the names of removed members.
   */
  private static Set<String> names(JsonObject old, JsonObject young) {
    Set<String> names = new LinkedHashSet<>(young.members().keySet());
    names.addAll(old.members().keySet());
    return names;
  }
}
