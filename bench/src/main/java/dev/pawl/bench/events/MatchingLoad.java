package dev.pawl.bench.events;

import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.binding.BindingTable;
import dev.pawl.triggers.binding.CompiledBinding;
import dev.pawl.triggers.binding.DomainEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Matches events with bindings in memory, of which each event has one. */
final class MatchingLoad {

  private static final int EVENTS = 10;

  private final BindingTable table;
  private final List<DomainEvent> events = new ArrayList<>();

  MatchingLoad(int bindings) {
    List<CompiledBinding> compiled = new ArrayList<>();
    for (int i = 0; i < bindings; i++) {
      BindingRule rule =
          BindingRule.of("CREATED", "flow")
              .forScope(Optional.of("client-" + i), Optional.empty(), Optional.empty());
      compiled.add(
          CompiledBinding.compile(
              new Binding(new UUID(1, i), rule, Optional.empty(), "bench", Instant.EPOCH)));
    }
    table = new BindingTable(compiled);
    for (int i = 0; i < EVENTS; i++) {
      events.add(event("id", "client-" + i * (bindings / EVENTS)));
    }
  }

  static DomainEvent event(String id, String client) {
    return new DomainEvent(
        "CREATED",
        id,
        Optional.empty(),
        Optional.of(client),
        Optional.of("3"),
        Optional.of("5"),
        JsonObject.EMPTY);
  }

  /** Matches events and returns the nanoseconds that each took. */
  double run(int matches) {
    long found = 0;
    long begun = System.nanoTime();
    for (int i = 0; i < matches; i++) {
      found += table.matching(events.get(i % EVENTS)).size();
    }
    double nanos = (double) (System.nanoTime() - begun) / matches;
    if (found != matches) {
      throw new IllegalStateException("%d of %d events matched".formatted(found, matches));
    }
    return nanos;
  }
}
