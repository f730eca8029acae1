package dev.pawl.cli.run;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.model.FlowResource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The reason for which a state waits and cannot continue by itself. */
public sealed interface WaitReason {

  String state();

  record ForEvent(String state, String event) implements WaitReason {}

  record ForPerson(String state) implements WaitReason {}

  record ForAnswer(String state, String resource) implements WaitReason {}

  /** A handler works on the task. */
  record ForWork(String state) implements WaitReason {}

  /** An operator paused the execution, or the engine parked it after an incident. */
  record ForHelp(String state, String trouble) implements WaitReason {}

  /**
   * Returns all reasons for which an execution waits.
   *
   * @param isAtWork returns true if a handler serves the resource, so that no answer must be given
   */
  static List<WaitReason> of(Execution execution, StepLog log, Predicate<String> isAtWork) {
    List<WaitReason> all = new ArrayList<>();
    for (Command command : OutstandingCommands.of(execution)) {
      of(execution, command, log, isAtWork).ifPresent(all::add);
    }
    return all;
  }

  private static Optional<WaitReason> of(
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

  /** Returns one sentence that lists the reasons and the options that resolve them. */
  static String message(List<WaitReason> all, Preflight flows) {
    Set<String> parts = new LinkedHashSet<>();
    all.forEach(waiting -> parts.add("'" + waiting.state() + "' " + waiting.description(flows)));
    return parts.isEmpty()
        ? "no work is left, but the execution has not ended"
        : parts.stream().limit(5).collect(Collectors.joining("; "));
  }

  /** Returns the reason as a predicate of a sentence whose subject is the state. */
  default String description(Preflight flows) {
    return switch (this) {
      case ForEvent e ->
          "waits for the event '%s' (--event %s=JSON)".formatted(e.event(), e.event());
      case ForPerson p ->
          "waits for a person (--decide %s=%s)"
              .formatted(p.state(), String.join("|", flows.outcomes(p.state())));
      case ForWork w -> "is at work";
      case ForHelp h -> h.trouble();
      case ForAnswer a when a.resource().endsWith(ScenarioPorts.TOKEN) ->
          "waits for its task token (%s)".formatted(Preflight.flag(a.resource()));
      case ForAnswer a when FlowResource.parse(a.resource()).isPresent() ->
          "waits for '%s'".formatted(a.resource());
      case ForAnswer a ->
          "calls '%s', which nothing serves (%s)"
              .formatted(a.resource(), Preflight.flag(a.resource()));
    };
  }
}
