package dev.pawl.triggers.launch;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.binding.BindingTable;
import dev.pawl.triggers.binding.CompiledBinding;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.config.TenantTriggers;
import dev.pawl.triggers.launch.EventStarts.StartedFlow;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** Starts the flows of events by fixed bindings, on a node without a database. */
public final class InMemoryEventStarts {

  private final Node node;
  private final FireDecider decider;
  private final TenantTriggers triggers;

  /**
   * Creates the path from events to starts.
   *
   * @throws IllegalArgumentException if a binding is wrong
   */
  public InMemoryEventStarts(Node node, List<BindingRule> bindings) {
    this.node = node;
    this.decider = new FireDecider(node, FlowResolver.currentOf(node));
    this.triggers =
        new TenantTriggers(
            0,
            new BindingTable(
                IntStream.range(0, bindings.size())
                    .mapToObj(number -> compiled(number, bindings.get(number)))
                    .toList()),
            Map.of(),
            Map.of());
  }

  // The number stands for the age, which decides between equal bindings.
  private static CompiledBinding compiled(int number, BindingRule rule) {
    return CompiledBinding.compile(
        new Binding(
            new UUID(0, number + 1L),
            rule,
            Optional.empty(),
            "test",
            Instant.EPOCH.plusMillis(number)));
  }

  /**
   * Starts all flows that are bound to an event.
   *
   * @throws IllegalStateException if the event would be rejected or held back
   */
  public List<StartedFlow> start(TenantId tenant, DomainEvent event, Optional<String> actor) {
    Map<String, ExecutionKey> started = new LinkedHashMap<>();
    for (CompiledBinding binding : triggers.bindings().matching(event)) {
      String flow = binding.rule().flow();
      if (!started.containsKey(flow)) {
        Fire fire = new Fire(tenant, binding.binding().id(), event, List.of(), actor);
        start(binding, fire).ifPresent(key -> started.put(flow, key));
      }
      if (binding.rule().exclusive()) {
        break;
      }
    }
    return started.entrySet().stream()
        .map(one -> new StartedFlow(one.getKey(), one.getValue()))
        .toList();
  }

  private Optional<ExecutionKey> start(CompiledBinding binding, Fire fire) {
    return switch (decider.decide(triggers, binding, fire, FireStage.PUBLISHED)) {
      case FireDecision.Skip skip -> Optional.empty();
      case FireDecision.Start start -> Optional.of(node.start(start.launch(), start.key()));
      case FireDecision.Debounce hold ->
          throw new IllegalStateException(
              "the binding of %s to %s has a debounce, which needs PostgreSQL; test it with a database"
                  .formatted(fire.event().type(), hold.flow()));
      case FireDecision.Reject reject ->
          throw new IllegalStateException(
              "the event %s cannot start %s: %s: %s"
                  .formatted(
                      fire.event().type(), reject.flow(), reject.reason(), reject.message()));
    };
  }
}
