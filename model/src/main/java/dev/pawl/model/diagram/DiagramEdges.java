package dev.pawl.model.diagram;

import dev.pawl.model.Catcher;
import dev.pawl.model.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the transitions between the states of one machine. */
final class DiagramEdges {

  private static final String SOLID = " -->";
  private static final String BROKEN = " -.->";

  private final Map<String, String> ids;
  private final String end;
  private boolean endReached;

  DiagramEdges(Map<String, String> ids, String end) {
    this.ids = ids;
    this.end = end;
  }

  String end() {
    return end;
  }

  /** Returns true if at least one edge leads to the end. */
  boolean reachEnd() {
    return endReached;
  }

  String to(String state) {
    return ids.getOrDefault(state, end);
  }

  List<String> from(State state) {
    return switch (state) {
      case State.Choice choice -> rules(choice);
      case State.Human human -> outcomes(human);
      case State.Wait wait -> waiting(wait);
      case State.Pass pass -> next(pass);
      case State.Task task -> caught(task, task.recovery());
      case State.Parallel parallel -> caught(parallel, parallel.recovery());
      case State.MapEach map -> caught(map, map.recovery());
      case State.Graph graph -> caught(graph, graph.recovery());
      case State.Succeed succeed -> List.of();
      case State.Fail fail -> List.of();
    };
  }

  private List<String> rules(State.Choice choice) {
    List<String> arrows = new ArrayList<>();
    for (State.Choice.Rule rule : choice.rules()) {
      arrows.add(arrow(choice, SOLID, ConditionText.of(rule.when()), Optional.of(rule.next())));
    }
    choice
        .otherwise()
        .ifPresent(next -> arrows.add(arrow(choice, SOLID, "otherwise", Optional.of(next))));
    return arrows;
  }

  private List<String> outcomes(State.Human human) {
    List<String> arrows = new ArrayList<>();
    human
        .outcomes()
        .forEach(
            (outcome, next) ->
                arrows.add(arrow(human, SOLID, outcome, next.or(() -> human.header().next()))));
    arrows.addAll(catches(human, human.recovery()));
    return arrows;
  }

  private List<String> waiting(State.Wait wait) {
    List<String> arrows = new ArrayList<>(next(wait));
    if (wait.until() instanceof State.Wait.Until.Event event && event.timeoutNext().isPresent()) {
      arrows.add(arrow(wait, BROKEN, "timeout", event.timeoutNext()));
    }
    return arrows;
  }

  private List<String> caught(State state, State.Recovery recovery) {
    List<String> arrows = new ArrayList<>(next(state));
    arrows.addAll(catches(state, recovery));
    return arrows;
  }

  private List<String> catches(State state, State.Recovery recovery) {
    List<String> arrows = new ArrayList<>();
    for (Catcher catcher : recovery.catchers()) {
      arrows.add(arrow(state, BROKEN, String.join(", ", catcher.errorEquals()), catcher.next()));
    }
    return arrows;
  }

  private List<String> next(State state) {
    return List.of(to(state.name()) + SOLID + " " + target(state.header().next()));
  }

  private String arrow(State from, String line, String label, Optional<String> next) {
    return to(from.name()) + line + Label.onArrow(label) + " " + target(next);
  }

  private String target(Optional<String> next) {
    endReached |= next.isEmpty();
    return next.map(this::to).orElse(end);
  }
}
