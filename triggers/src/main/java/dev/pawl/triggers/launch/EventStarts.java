package dev.pawl.triggers.launch;

import dev.pawl.engine.node.BusyException;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.StaleConfigurationException;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.store.TransactionalStarts;
import dev.pawl.triggers.binding.CompiledBinding;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.binding.OnRunning;
import dev.pawl.triggers.config.ConfigCache;
import dev.pawl.triggers.config.TenantTriggers;
import dev.pawl.triggers.launch.FireDecision.Debounce;
import dev.pawl.triggers.launch.FireDecision.Reject;
import dev.pawl.triggers.launch.FireDecision.Skip;
import dev.pawl.triggers.launch.FireDecision.Start;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Starts the flows that are bound to an event, each once. A start that was decided on an old
 * configuration is decided again.
 */
public final class EventStarts {

  /** How often the bindings of an event are read again before the caller must try later. */
  private static final int MAX_DECISIONS = 4;

  private static final UUID NO_BINDING = new UUID(0, 0);

  private final Node node;
  private final ConfigCache cache;
  private final ConnectionTemplate engine;
  private final FireDecider decider;
  private final RejectedFires rejected;

  /**
   * Creates the path from events to starts.
   *
   * @param engine access under the role of the engine, which writes idempotency keys
   * @param flows finds the version that a trigger starts
   */
  public EventStarts(
      Node node,
      ConfigCache cache,
      ConnectionTemplate engine,
      FlowResolver flows,
      RejectedFires rejected) {
    this.node = node;
    this.cache = cache;
    this.engine = engine;
    this.decider = new FireDecider(node, flows);
    this.rejected = rejected;
  }

  /** An execution that a binding started, now or when the event was published first. */
  public record StartedFlow(String flow, ExecutionKey execution) {}

  /** Carries out a decision, and returns the execution if it is a start. */
  private interface StartWriter {
    Optional<ExecutionKey> write(TenantTriggers triggers, CompiledBinding binding, Fire fire)
        throws SQLException;
  }

  /**
   * Starts all flows that are bound to an event; they are durable when this method returns.
   *
   * @throws dev.pawl.engine.node.TenantPausedException if the tenant is stopped
   */
  public List<StartedFlow> start(TenantId tenant, DomainEvent event, Optional<String> actor) {
    try {
      return start(tenant, event, actor, (triggers, one, fire) -> write(triggers, one, fire));
    } catch (SQLException e) {
      throw new IllegalStateException("only transactional starts use a connection", e);
    }
  }

  /** Writes the starts as rows of the caller's transaction; nodes run them after its commit. */
  public List<StartedFlow> start(
      Connection transaction, TenantId tenant, DomainEvent event, Optional<String> actor)
      throws SQLException {
    return start(
        tenant,
        event,
        actor,
        (triggers, one, fire) -> write(transaction, triggers, one, fire, FireStage.PUBLISHED));
  }

  private List<StartedFlow> start(
      TenantId tenant, DomainEvent event, Optional<String> actor, StartWriter writing)
      throws SQLException {
    Map<String, ExecutionKey> started = new LinkedHashMap<>();
    TenantTriggers triggers = cache.of(tenant);
    for (int decision = 1; decision <= MAX_DECISIONS; decision++) {
      try {
        startMatching(
            triggers, new Fire(tenant, NO_BINDING, event, List.of(), actor), writing, started);
        return started.entrySet().stream()
            .map(one -> new StartedFlow(one.getKey(), one.getValue()))
            .toList();
      } catch (StaleConfigurationException e) {
        // Decided again. What was started stays, and is not started twice.
        triggers = cache.newerThan(tenant, triggers.epoch());
      }
    }
    throw new BusyException(
        "the triggers of the tenant change too fast to start anything by them; try again later");
  }

  private static void startMatching(
      TenantTriggers triggers, Fire event, StartWriter writing, Map<String, ExecutionKey> started)
      throws SQLException {
    Set<String> flows = new HashSet<>();
    for (CompiledBinding binding : triggers.bindings().matching(event.event())) {
      String flow = binding.rule().flow();
      if (flows.add(flow)) {
        Fire fire =
            new Fire(
                event.tenant(), binding.binding().id(), event.event(), List.of(), event.actor());
        writing.write(triggers, binding, fire).ifPresent(key -> started.put(flow, key));
      }
      if (binding.rule().exclusive()) {
        return;
      }
    }
  }

  private Optional<ExecutionKey> write(
      TenantTriggers triggers, CompiledBinding binding, Fire fire) {
    return switch (decider.decide(triggers, binding, fire, FireStage.PUBLISHED)) {
      case Skip skip -> Optional.empty();
      case Start start -> start(triggers, binding, fire, start);
      case Debounce hold -> {
        engine.transact(
            connection -> {
              EpochLock.require(connection, fire.tenant(), triggers.epoch());
              return HeldFires.hold(connection, fire, hold, binding.debounce().orElseThrow());
            });
        yield Optional.empty();
      }
      case Reject reject -> {
        rejected.add(fire, reject);
        yield Optional.empty();
      }
    };
  }

  private static boolean isKeyed(CompiledBinding binding, Start start) {
    return binding.rule().onRunning() != OnRunning.START
        && start.launch().tags().businessKey().isPresent();
  }

  private Optional<ExecutionKey> start(
      TenantTriggers triggers, CompiledBinding binding, Fire fire, Start start) {
    if (!isKeyed(binding, start)) {
      return Optional.of(node.start(start.launch(), start.key()));
    }
    return engine.transact(
        connection -> {
          KeyedStarts.requireNoStop(connection, fire.tenant());
          EpochLock.require(connection, fire.tenant(), triggers.epoch());
          return KeyedStarts.start(
              connection, fire, start, binding.rule().onRunning(), () -> insert(connection, start));
        });
  }

  private Optional<ExecutionKey> write(
      Connection transaction,
      TenantTriggers triggers,
      CompiledBinding binding,
      Fire fire,
      FireStage stage)
      throws SQLException {
    return switch (decider.decide(triggers, binding, fire, stage)) {
      case Skip skip -> Optional.empty();
      case Start start -> {
        if (!isKeyed(binding, start)) {
          yield Optional.of(insert(transaction, start));
        }
        EpochLock.require(transaction, fire.tenant(), triggers.epoch());
        yield KeyedStarts.start(
            transaction, fire, start, binding.rule().onRunning(), () -> insert(transaction, start));
      }
      case Debounce hold -> {
        EpochLock.require(transaction, fire.tenant(), triggers.epoch());
        HeldFires.hold(transaction, fire, hold, binding.debounce().orElseThrow());
        yield Optional.empty();
      }
      case Reject reject -> {
        rejected.add(transaction, fire, reject);
        yield Optional.empty();
      }
    };
  }

  private ExecutionKey insert(Connection transaction, Start start) throws SQLException {
    Commit first = node.firstCommit(start.launch(), start.key());
    return switch (TransactionalStarts.start(transaction, first.info(), first.facts().getFirst())) {
      case CommitResult.Stale stale -> throw new StaleConfigurationException();
      case CommitResult.Duplicate same -> new ExecutionKey(start.key().tenant(), same.existing());
      case CommitResult.Committed done -> start.key();
      case CommitResult.Queued queued -> start.key();
      case CommitResult.MessagesPending pending -> start.key();
      case CommitResult.Rejected no -> throw new IllegalStateException(no.toString());
      case CommitResult.Refused no -> throw new IllegalStateException(no.why());
      case CommitResult.Stopped no -> throw new IllegalStateException("stopped");
    };
  }

  /**
   * The result of a replay.
   *
   * @param isSettled false if the fire was rejected again
   * @param execution empty if the filter does not hold
   */
  record Replayed(boolean isSettled, Optional<ExecutionKey> execution) {}

  /**
   * Fires a binding again for an event.
   *
   * @throws IllegalArgumentException if the binding no longer exists
   */
  Replayed replay(Fire fire) {
    for (int decision = 1; decision <= MAX_DECISIONS; decision++) {
      TenantTriggers triggers = cache.reload(fire.tenant());
      try {
        return replay(triggers, fire);
      } catch (StaleConfigurationException e) {
        // Decided again.
      }
    }
    throw new BusyException("the triggers of the tenant change too fast; try again later");
  }

  private Replayed replay(TenantTriggers triggers, Fire fire) {
    CompiledBinding binding = binding(triggers, fire);
    return switch (decider.decide(triggers, binding, fire, FireStage.REPLAYED)) {
      case Skip skip -> new Replayed(true, Optional.empty());
      case Start start -> new Replayed(true, start(triggers, binding, fire, start));
      case Debounce hold -> throw new IllegalStateException("a replayed fire is not held");
      case Reject reject -> {
        rejected.add(fire, reject);
        yield new Replayed(false, Optional.empty());
      }
    };
  }

  private static CompiledBinding binding(TenantTriggers triggers, Fire fire) {
    return triggers
        .bindings()
        .find(fire.binding())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the binding %s no longer exists, so its fire cannot be replayed; publish the event again"
                        .formatted(fire.binding())));
  }

  /** Starts the flow of one fire that is due; returns false if there is none. */
  boolean releaseDue(Connection transaction) throws SQLException {
    Optional<Fire> due = HeldFires.takeDue(transaction);
    if (due.isEmpty()) {
      return false;
    }
    TenantTriggers triggers = cache.reload(due.get().tenant());
    Optional<CompiledBinding> binding = triggers.bindings().find(due.get().binding());
    if (binding.isPresent()) {
      write(transaction, triggers, binding.get(), due.get(), FireStage.RELEASED);
    }
    return true;
  }
}
