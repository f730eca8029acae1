package dev.pawl.server.execution;

import dev.pawl.model.FlowReferences;
import dev.pawl.model.FlowReferences.AwaitedEvent;
import dev.pawl.model.definition.Definitions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names of the events that executions of a flow can wait for.
 *
 * @param names fixed names
 * @param areOpen true if the flow computes names, so that it can wait for any event
 */
record EventNamesOfFlow(Set<String> names, boolean areOpen) {

  EventNamesOfFlow {
    names = Set.copyOf(names);
  }

  /** Reads a published definition. An unreadable one waits for nothing: it cannot run. */
  static EventNamesOfFlow of(String definition) {
    List<AwaitedEvent> events =
        Definitions.readPublished(definition)
            .flow()
            .map(flow -> FlowReferences.of(flow.machine()).events())
            .orElse(List.of());
    return new EventNamesOfFlow(
        events.stream().flatMap(event -> event.name().stream()).collect(Collectors.toSet()),
        events.stream().anyMatch(event -> event.name().isEmpty()));
  }

  /** Returns true if an execution of the flow can wait for the event. */
  boolean mayBe(String event) {
    return areOpen || names.contains(event);
  }
}
