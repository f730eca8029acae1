package dev.pawl.cli.run;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a state waits for that will not come by itself. */
public sealed interface Waiting {

  String state();

  record ForEvent(String state, String event) implements Waiting {}

  record ForPerson(String state) implements Waiting {}

  record ForAnswer(String state, String resource) implements Waiting {}

  /** One sentence that says what is waited for and how to give it. */
  static String sentence(List<Waiting> all, Preflight flows) {
    Set<String> parts = new LinkedHashSet<>();
    all.forEach(waiting -> parts.add("'" + waiting.state() + "' " + waiting.told(flows)));
    return parts.isEmpty()
        ? "nothing is left to do, yet the execution has not ended"
        : parts.stream().limit(5).collect(Collectors.joining("; "));
  }

  /** What the state waits for, as the rest of a sentence that begins with it. */
  default String told(Preflight flows) {
    return switch (this) {
      case ForEvent e ->
          "waits for the event '%s' (--event %s=JSON)".formatted(e.event(), e.event());
      case ForPerson p ->
          "waits for a person (--decide %s=%s)"
              .formatted(p.state(), String.join("|", flows.outcomes(p.state())));
      case ForAnswer a when a.resource().endsWith(Mocks.TOKEN) ->
          "waits for its task token (%s)".formatted(Preflight.flag(a.resource()));
      case ForAnswer a when Neighbours.isFlow(a.resource()) ->
          "waits for '%s'".formatted(a.resource());
      case ForAnswer a ->
          "calls '%s', which nothing serves (%s)"
              .formatted(a.resource(), Preflight.flag(a.resource()));
    };
  }
}
