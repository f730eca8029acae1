package dev.pawl.testkit;

import dev.pawl.engine.Fact;
import dev.pawl.engine.run.InMemoryEngine;
import dev.pawl.engine.run.VirtualTime;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The events that a test has prepared; each is sent some time after the start. */
final class ScriptedEvents {

  private record ScriptedEvent(Duration afterStart, Fact.EventArrived fact) {}

  private final InMemoryEngine engine;
  private final VirtualTime time;
  private final Consumer<Fact> receiver;
  private final List<ScriptedEvent> events = new ArrayList<>();
  private final List<ScriptedEvent> undelivered = new ArrayList<>();

  /**
   * Creates a script without events.
   *
   * @param receiver receives each event when it is due
   */
  ScriptedEvents(InMemoryEngine engine, VirtualTime time, Consumer<Fact> receiver) {
    this.engine = engine;
    this.time = time;
    this.receiver = receiver;
  }

  void add(Duration afterStart, String name, Json payload) {
    events.add(new ScriptedEvent(afterStart, new Fact.EventArrived(name, payload)));
  }

  /** Schedules all events for an execution that was just started. */
  void begin(Instant startedAt) {
    undelivered.clear();
    undelivered.addAll(events);
    scheduleUndelivered(startedAt);
  }

  /** Schedules the events that were not sent yet. */
  void scheduleUndelivered(Instant startedAt) {
    undelivered.forEach(event -> schedule(startedAt, event));
  }

  private void schedule(Instant startedAt, ScriptedEvent event) {
    engine.after(
        Duration.between(time.now(), startedAt.plus(event.afterStart())),
        () -> {
          undelivered.remove(event);
          receiver.accept(event.fact());
        });
  }
}
