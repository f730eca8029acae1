package dev.pawl.triggers.launch;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.sdk.Json;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.CompiledBinding;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.binding.OnRunning;
import dev.pawl.triggers.config.ConfigCache;
import dev.pawl.triggers.config.TenantTriggers;
import dev.pawl.triggers.launch.FireDecision.Debounce;
import dev.pawl.triggers.launch.FireDecision.Reject;
import dev.pawl.triggers.launch.FireDecision.Skip;
import dev.pawl.triggers.launch.FireDecision.Start;
import dev.pawl.triggers.launch.RejectedFires.RejectedFire;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Says what an event would do, binding by binding, by the decisions that a published event gets. It
 * starts nothing and writes nothing.
 */
public final class EventTrial {

  /** The maximum number of bindings of a result; those that match come before the others. */
  public static final int MAX_BINDINGS = 200;

  private static final String STARTED =
      "select k.execution from pawl.idempotency_key k"
          + " where k.tenant = ? and k.scope = ? and k.key = ?";

  private final ConfigCache cache;
  private final ConnectionTemplate engine;
  private final FireDecider decider;

  /**
   * Creates trials.
   *
   * @param engine access under the role of the engine, which reads idempotency keys
   * @param flows finds the version that a trigger starts
   */
  public EventTrial(Node node, ConfigCache cache, ConnectionTemplate engine, FlowResolver flows) {
    this.cache = cache;
    this.engine = engine;
    this.decider = new FireDecider(node, flows);
  }

  /** What an event would do by one binding. */
  public enum TrialOutcome {
    /** The flow starts. */
    STARTS,
    /** The event is collected with others before the flow starts once. */
    COLLECTS,
    /** The event goes to an unfinished execution with the same business key. */
    SIGNALS,
    /** Nothing happens, since an execution with the same business key is unfinished. */
    IGNORED,
    /** Nothing happens, since an event with this id has been published before. */
    REPEATED,
    /** The fire is kept for replay. */
    REJECTED,
    /** The filter does not hold. */
    FILTERED,
    /** Client, line of business or product differ. */
    DIFFERS,
    /** The binding is switched off. */
    DISABLED,
    /** A binding before it is for the same flow, which starts once per event. */
    SAME_FLOW,
    /** An exclusive binding before it ends the list. */
    AFTER_EXCLUSIVE;

    /** Returns true if the binding takes a turn: its type and scope match and it is considered. */
    public boolean isMatch() {
      return switch (this) {
        case STARTS, COLLECTS, SIGNALS, IGNORED, REPEATED, REJECTED -> true;
        case FILTERED, DIFFERS, DISABLED, SAME_FLOW, AFTER_EXCLUSIVE -> false;
      };
    }
  }

  /** A field of the scope in which binding and event differ; empty if the event has no value. */
  public record ScopeDifference(String field, String wanted, Optional<String> actual) {}

  /**
   * A start as it would be made.
   *
   * @param idempotencyKey the key that makes the event start the flow once
   */
  public record PlannedStart(
      int version, Json input, Optional<String> businessKey, String idempotencyKey) {}

  /**
   * What an event would do by one binding.
   *
   * @param reason more about the outcome: the filter, the problem, the key, the binding before
   * @param rejected the kind of the problem of a fire that would be rejected
   * @param existing the execution that gets the event, or that is the reason for the outcome
   */
  public record BindingTrial(
      Binding binding,
      TrialOutcome outcome,
      String reason,
      Optional<RejectReason> rejected,
      List<ScopeDifference> differences,
      Optional<PlannedStart> start,
      Optional<UUID> existing) {

    static BindingTrial of(CompiledBinding binding, TrialOutcome outcome, String reason) {
      return new BindingTrial(
          binding.binding(),
          outcome,
          reason,
          Optional.empty(),
          List.of(),
          Optional.empty(),
          Optional.empty());
    }
  }

  /** Tries an event; the bindings of its type in the order of their turns. */
  public List<BindingTrial> run(TenantId tenant, DomainEvent event, Optional<String> actor) {
    TenantTriggers triggers = cache.reload(tenant);
    List<BindingTrial> trials = new ArrayList<>();
    Set<String> flows = new HashSet<>();
    Optional<CompiledBinding> exclusive = Optional.empty();
    for (CompiledBinding binding : triggers.bindings().ofType(event.type())) {
      List<ScopeDifference> differences = differences(binding.rule(), event);
      BindingTrial trial;
      if (!binding.rule().enabled()) {
        trial = BindingTrial.of(binding, TrialOutcome.DISABLED, "");
      } else if (!differences.isEmpty()) {
        trial = differing(binding, differences);
      } else if (exclusive.isPresent()) {
        trial =
            BindingTrial.of(binding, TrialOutcome.AFTER_EXCLUSIVE, exclusive.get().rule().flow());
      } else {
        trial =
            flows.add(binding.rule().flow())
                ? decided(triggers, binding, fire(tenant, binding, event, actor))
                : BindingTrial.of(binding, TrialOutcome.SAME_FLOW, binding.rule().flow());
        exclusive = Optional.of(binding).filter(one -> one.rule().exclusive());
      }
      trials.add(trial);
    }
    return bounded(trials);
  }

  private static List<BindingTrial> bounded(List<BindingTrial> trials) {
    if (trials.size() <= MAX_BINDINGS) {
      return trials;
    }
    List<BindingTrial> kept = new ArrayList<>();
    trials.stream().filter(one -> one.outcome().isMatch()).limit(MAX_BINDINGS).forEach(kept::add);
    trials.stream()
        .filter(one -> !one.outcome().isMatch())
        .limit(MAX_BINDINGS - kept.size())
        .forEach(kept::add);
    return kept;
  }

  /** Tries the replay of a rejected fire; empty if its binding no longer exists. */
  public Optional<BindingTrial> replay(TenantId tenant, RejectedFire rejected) {
    TenantTriggers triggers = cache.of(tenant);
    Fire fire = Fire.read(tenant, UUID.fromString(rejected.trigger()), rejected.fire());
    return triggers
        .bindings()
        .find(fire.binding())
        .map(
            binding ->
                trial(binding, fire, decider.decide(triggers, binding, fire, FireStage.REPLAYED)));
  }

  private static Fire fire(
      TenantId tenant, CompiledBinding binding, DomainEvent event, Optional<String> actor) {
    return new Fire(tenant, binding.binding().id(), event, List.of(), actor);
  }

  private BindingTrial decided(TenantTriggers triggers, CompiledBinding binding, Fire fire) {
    return trial(binding, fire, decider.decide(triggers, binding, fire, FireStage.PUBLISHED));
  }

  private BindingTrial trial(CompiledBinding binding, Fire fire, FireDecision decision) {
    return switch (decision) {
      case Skip skip ->
          BindingTrial.of(binding, TrialOutcome.FILTERED, binding.rule().filter().orElse(""));
      case Debounce hold -> BindingTrial.of(binding, TrialOutcome.COLLECTS, hold.key());
      case Reject reject ->
          new BindingTrial(
              binding.binding(),
              TrialOutcome.REJECTED,
              reject.message(),
              Optional.of(reject.reason()),
              List.of(),
              Optional.empty(),
              Optional.empty());
      case Start start -> started(binding, fire, start);
    };
  }

  private BindingTrial started(CompiledBinding binding, Fire fire, Start start) {
    String flow = start.launch().flow();
    Optional<String> businessKey = start.launch().tags().businessKey();
    String once = FireDecider.dedupKey(fire);
    PlannedStart planned =
        new PlannedStart(
            start.launch().version().orElse(0), start.launch().input(), businessKey, once);
    TenantId tenant = fire.tenant();
    Optional<UUID> earlier =
        engine.use(
            connection ->
                Rows.first(
                    connection,
                    STARTED,
                    row -> row.getObject(1, UUID.class),
                    tenant.value(),
                    "start:" + flow,
                    once));
    if (earlier.isPresent()) {
      return withStart(binding, TrialOutcome.REPEATED, planned, earlier);
    }
    OnRunning onRunning = binding.rule().onRunning();
    Optional<UUID> running =
        onRunning == OnRunning.START || businessKey.isEmpty()
            ? Optional.empty()
            : engine
                .use(connection -> KeyedStarts.running(connection, tenant, businessKey.get(), flow))
                .map(ExecutionId::value);
    if (running.isEmpty()) {
      return withStart(binding, TrialOutcome.STARTS, planned, Optional.empty());
    }
    return withStart(
        binding,
        onRunning == OnRunning.SIGNAL ? TrialOutcome.SIGNALS : TrialOutcome.IGNORED,
        planned,
        running);
  }

  private static BindingTrial withStart(
      CompiledBinding binding,
      TrialOutcome outcome,
      PlannedStart planned,
      Optional<UUID> existing) {
    return new BindingTrial(
        binding.binding(),
        outcome,
        planned.businessKey().orElse(""),
        Optional.empty(),
        List.of(),
        Optional.of(planned),
        existing);
  }

  private static BindingTrial differing(
      CompiledBinding binding, List<ScopeDifference> differences) {
    return new BindingTrial(
        binding.binding(),
        TrialOutcome.DIFFERS,
        "",
        Optional.empty(),
        differences,
        Optional.empty(),
        Optional.empty());
  }

  private static List<ScopeDifference> differences(Binding.BindingRule rule, DomainEvent event) {
    List<ScopeDifference> found = new ArrayList<>();
    addDifference(found, "clientId", rule.clientId(), event.clientId());
    addDifference(found, "lobId", rule.lobId(), event.lobId());
    addDifference(found, "productId", rule.productId(), event.productId());
    return found;
  }

  private static void addDifference(
      List<ScopeDifference> found, String field, Optional<String> wanted, Optional<String> actual) {
    wanted
        .filter(one -> !actual.equals(Optional.of(one)))
        .ifPresent(one -> found.add(new ScopeDifference(field, one, actual)));
  }
}
