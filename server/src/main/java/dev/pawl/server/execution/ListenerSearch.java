package dev.pawl.server.execution;

import dev.pawl.engine.Command;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.read.ExecutionFollower;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Versions;
import dev.pawl.postgres.query.EventListeners;
import dev.pawl.postgres.query.EventListeners.Candidate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the executions of a tenant that wait for an event. If that is not stored for an execution,
 * its journal is read, unless its flow never waits for the event.
 */
final class ListenerSearch {

  private static final int MAX_CACHED_VERSIONS = 10_000;

  private final ExecutionControl control;
  private final EventListeners listeners;
  private final Versions versions;

  /** Event names by version, cached without expiry because versions never change. */
  private final Map<VersionKey, EventNamesOfFlow> eventNames = new ConcurrentHashMap<>();

  ListenerSearch(ExecutionControl control, EventListeners listeners, Versions versions) {
    this.control = control;
    this.listeners = listeners;
    this.versions = versions;
  }

  /** Returns executions that may wait for the event, with ids below the given one, newest first. */
  List<Candidate> candidates(TenantId tenant, String event, UUID below, int limit) {
    List<VersionKey> excluded =
        listeners.unparkedVersions(tenant).stream()
            .filter(version -> !eventNames(version).mayBe(event))
            .toList();
    return listeners.candidates(tenant, event, excluded, below, limit);
  }

  /** Returns those of the candidates that wait for the event. */
  List<ExecutionKey> filterListening(TenantId tenant, List<Candidate> candidates, String event) {
    List<ExecutionKey> found = new ArrayList<>();
    for (Candidate candidate : candidates) {
      ExecutionKey key = new ExecutionKey(tenant, new ExecutionId(candidate.id()));
      if (candidate.isKnownToAwait(event).orElseGet(() -> mayAwait(candidate, key, event))) {
        found.add(key);
      }
    }
    return found;
  }

  private boolean mayAwait(Candidate candidate, ExecutionKey key, String event) {
    if (!eventNames(candidate.version()).mayBe(event)) {
      return false;
    }
    Optional<ExecutionFollower> following = control.reader().follow(key);
    if (following.isEmpty()) {
      return false;
    }
    return OutstandingCommands.evenIfPaused(following.get().last()).stream()
        .anyMatch(
            command -> command instanceof Command.AwaitEvent wait && wait.name().equals(event));
  }

  private EventNamesOfFlow eventNames(VersionKey version) {
    EventNamesOfFlow names = eventNames.get(version);
    if (names == null) {
      names = read(version);
      if (eventNames.size() >= MAX_CACHED_VERSIONS) {
        eventNames.clear();
      }
      eventNames.put(version, names);
    }
    return names;
  }

  private EventNamesOfFlow read(VersionKey version) {
    return versions
        .document(version)
        .map(document -> EventNamesOfFlow.of(new String(document, StandardCharsets.UTF_8)))
        .orElse(new EventNamesOfFlow(Set.of(), true));
  }
}
