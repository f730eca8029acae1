package dev.pawl.cli.run;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Outstanding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a state waits for that will not come by itself. */
public sealed interface Waiting {

  String state();

  record ForEvent(String state, String event) implements Waiting {}

  record ForPerson(String state) implements Waiting {}

  record ForAnswer(String state, String resource) implements Waiting {}

  /** Somebody is at work for it. */
  record ForWork(String state) implements Waiting {}

  /** It was stopped, by a person or by trouble with the engine. */
  record ForHelp(String state, String trouble) implements Waiting {}

  /**
   * All that an execution waits for.
   *
   * @param isAtWork whether somebody works on a resource, so that its answer need not be given
   */
  static List<Waiting> of(Execution execution, StepLog log, Predicate<String> isAtWork) {
    List<Waiting> all = new ArrayList<>();
    for (Command command : Outstanding.of(execution)) {
      of(execution, command, log, isAtWork).ifPresent(all::add);
    }
    return all;
  }

  private static Optional<Waiting> of(
      Execution execution, Command command, StepLog log, Predicate<String> isAtWork) {
    return switch (command) {
      case Command.AwaitEvent event ->
          Optional.of(new ForEvent(log.state(execution.id(), event.step()), event.name()));
      case Command.OpenHumanTask human -> Optional.of(new ForPerson(human.state()));
      case Command.Work work -> {
        String state = log.state(execution.id(), work.step());
        String resource = work.call().resource();
        boolean isWorkedOn = work.call().token().isEmpty() && isAtWork.test(resource);
        yield Optional.of(isWorkedOn ? new ForWork(state) : new ForAnswer(state, resource));
      }
      case Command.StartChild child -> Optional.empty();
      case Command.SetTimer timer -> Optional.empty();
      case Command.Abandon abandon -> Optional.empty();
      case Command.Finish finish -> Optional.empty();
    };
  }

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
      case ForWork w -> "is at work";
      case ForHelp h -> h.trouble();
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
