package dev.pawl.engine;

import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.DataShaping;
import dev.pawl.engine.data.ItemBatches;
import dev.pawl.engine.data.Limits;
import dev.pawl.engine.data.Numbers;
import dev.pawl.engine.data.StateData;
import dev.pawl.model.Distribution;
import dev.pawl.model.ErrorName;
import dev.pawl.model.Machine;
import dev.pawl.model.QueryLanguage;
import dev.pawl.model.State;
import dev.pawl.model.StateKind;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Splits frames into children, starts the children, and joins or fails the fork. */
final class Forks {

  /** The maximum number of items of a distributed Map that run at the same time. */
  private static final int MAX_CHILDREN = 1_000;

  private final AdvanceContext turn;
  private final Transitions visits;
  private final ForkChildren children;
  private final ForkJoins joins;

  Forks(AdvanceContext turn, Transitions visits) {
    this.turn = turn;
    this.visits = visits;
    this.children = new ForkChildren(turn, visits);
    this.joins = new ForkJoins(turn, visits);
  }

  Frame begin(Frame frame, Machine machine, State state) {
    turn.step(frame, state.kind(), StepStatus.RUNNING, StepChange.Result.NONE);
    StateData data = turn.data(frame, state.kind());
    ForkState fork =
        switch (state) {
          case State.Parallel parallel ->
              split(
                  frame,
                  ForkState.Plan.Branches.BRANCHES,
                  DataShaping.input(parallel.header().shaping(), data),
                  parallel.branches().size());
          case State.Graph graph ->
              split(
                  frame,
                  ForkState.Plan.Nodes.NODES,
                  DataShaping.input(graph.header().shaping(), data),
                  graph.nodes().size());
          case State.MapEach map -> items(frame, map, data);
          default -> throw new IllegalArgumentException(state.kind() + " does not fork");
        };
    return progress(turn.issue(frame.with(new Activity.Forked(fork))), machine);
  }

  private ForkState split(Frame frame, ForkState.Plan plan, Json input, int size) {
    return new ForkState(
        plan,
        input,
        AdvanceContext.visible(frame.scope()),
        ChunkedList.<ForkState.Slot>empty().plus(ForkState.Slot.Idle.IDLE, size),
        ForkState.Tally.ZERO);
  }

  private ForkState items(Frame frame, State.MapEach map, StateData data) {
    Json input = DataShaping.input(map.header().shaping(), data);
    StateData selected = data.at(input);
    ForkState.Tolerated tolerated =
        new ForkState.Tolerated(
            map.tolerance()
                .failureCount()
                .map(t -> OptionalInt.of(Numbers.count(selected, t, "ToleratedFailureCount")))
                .orElse(OptionalInt.empty()),
            map.tolerance()
                .failurePercentage()
                .map(t -> Numbers.percentage(selected, t, "ToleratedFailurePercentage")));
    int wanted =
        map.items()
            .maxConcurrency()
            .map(t -> Numbers.count(selected, t, "MaxConcurrency"))
            .orElse(0);
    int concurrency = map.distribution().isPresent() ? distributed(wanted) : wanted;
    Optional<Distribution.ItemReader> reader = map.distribution().flatMap(Distribution::reader);
    if (reader.isPresent()) {
      Command.ReadItems reading =
          new Command.ReadItems(
              frame.step(), frame.visit().attempt(), source(reader.get(), selected), 0);
      return split(
          frame,
          new ForkState.Plan.Items(List.of(), Optional.of(reading), concurrency, tolerated),
          input,
          0);
    }
    List<Json> items = batches(frame, map, selected, list(map, selected));
    return split(
        frame,
        new ForkState.Plan.Items(items, Optional.empty(), concurrency, tolerated),
        input,
        items.size());
  }

  /**
   * Returns the concurrency of a distributed Map, which is always limited: more executions at once
   * than the nodes can run bring no gain.
   */
  private static int distributed(int wanted) {
    return wanted == 0 ? MAX_CHILDREN : Math.min(wanted, MAX_CHILDREN);
  }

  private static Command.Source source(Distribution.ItemReader reader, StateData data) {
    try {
      OptionalInt maxItems =
          reader
              .format()
              .maxItems()
              .map(t -> Numbers.count(data, t, "MaxItems"))
              .filter(count -> count > 0)
              .map(OptionalInt::of)
              .orElse(OptionalInt.empty());
      Json arguments =
          reader.arguments().map(t -> data.value(t, "ItemReader")).orElse(JsonObject.EMPTY);
      return new Command.Source(reader.resource(), arguments, reader.format(), maxItems);
    } catch (DataException e) {
      throw new DataException(ErrorName.ITEM_READER, String.valueOf(e.getMessage()));
    }
  }

  private static List<Json> list(State.MapEach map, StateData data) {
    Json list = map.items().source().map(t -> data.field(t, "Items")).orElse(data.document());
    Limits.checked(list, "the list of items");
    if (list instanceof JsonArray array) {
      return array.elements();
    }
    if (list instanceof JsonObject object && map.distribution().isPresent()) {
      return object.members().entrySet().stream()
          .<Json>map(
              member ->
                  JsonObject.of("Key", Json.of(member.getKey())).with("Value", member.getValue()))
          .toList();
    }
    boolean jsonata = map.header().language() == QueryLanguage.JSONATA;
    throw new DataException(
        jsonata ? ErrorName.QUERY_EVALUATION : ErrorName.RUNTIME,
        "a Map goes over an array, but its items are %s: %s".formatted(list.kind(), list));
  }

  /**
   * Returns the items in batches, or as they are without a batcher. The selector is applied to each
   * item before batching.
   */
  private List<Json> batches(Frame frame, State.MapEach map, StateData data, List<Json> items) {
    Optional<Distribution.ItemBatcher> batcher = map.distribution().flatMap(Distribution::batcher);
    if (batcher.isEmpty()) {
      return items;
    }
    List<Json> selected = new ArrayList<>();
    for (Json item : items) {
      selected.add(children.selected(frame, map, data.document(), item, selected.size()));
    }
    return ItemBatches.of(batcher.get(), data, selected);
  }

  /** Adds items that were read, and starts the children that can start. */
  Frame itemsRead(Frame frame, Machine machine, Fact.ItemsRead fact) {
    if (!(frame.activity() instanceof Activity.Forked(ForkState fork))
        || !(fork.plan() instanceof ForkState.Plan.Items plan)
        || plan.reading().map(Command.ReadItems::offset).orElse(-1) != fact.offset()) {
      turn.ignore("these items are not awaited");
      return frame;
    }
    State.MapEach map = (State.MapEach) machine.state(frame.visit().state());
    List<Json> items = new ArrayList<>(plan.items());
    items.addAll(fact.items());
    Optional<Command.ReadItems> reading =
        plan.reading()
            .filter(command -> !fact.complete())
            .map(c -> new Command.ReadItems(c.step(), c.attempt(), c.source(), items.size()));
    return visits.guarded(
        frame,
        map,
        () -> {
          StateData data = turn.data(frame, map.kind()).at(fork.input());
          List<Json> ready = fact.complete() ? batches(frame, map, data, items) : items;
          int slots = ForkChildren.isBatched(map) && !fact.complete() ? 0 : ready.size();
          ForkState grown =
              fork.with(
                  new ForkState.Plan.Items(ready, reading, plan.concurrency(), plan.tolerated()),
                  fork.slots().plus(ForkState.Slot.Idle.IDLE, slots - fork.slots().size()));
          return progress(turn.issue(frame.with(new Activity.Forked(grown))), machine);
        });
  }

  /** Fails the fork because its items could not be read. */
  Frame readingFailed(Frame frame, State state, Failure failure) {
    ForkState fork = ((Activity.Forked) frame.activity()).fork();
    Optional<String> cause = failure.cause().or(failure::error);
    return broken(frame, state, fork, new Failure(Optional.of(ErrorName.ITEM_READER), cause));
  }

  /** Replaces a child and, if the child has ended, continues, joins or fails the fork. */
  Frame childChanged(Frame frame, Machine machine, int index, ForkState.Slot child) {
    ForkState fork = ((Activity.Forked) frame.activity()).fork();
    Optional<Outcome> before = ForkChildren.outcome(fork.slots().get(index));
    Optional<Outcome> after = ForkChildren.outcome(child);
    ForkState.Tally tally = fork.tally();
    if (before.isPresent() && after.isEmpty()) {
      tally = tally.reopened(ForkChildren.isFailure(before));
    } else if (before.isEmpty() && after.isPresent()) {
      tally = tally.ended(ForkChildren.isFailure(after));
    }
    Frame changed = frame.with(new Activity.Forked(fork.with(index, child, tally)));
    return after.isPresent() ? progress(changed, machine) : changed;
  }

  /** Starts the children that can start now; joins the fork after its last child, or fails it. */
  Frame progress(Frame frame, Machine machine) {
    State state = machine.state(frame.visit().state());
    ForkState fork = ((Activity.Forked) frame.activity()).fork();
    try {
      while (true) {
        Optional<Failure> broken = broken(state, fork);
        if (broken.isPresent()) {
          return broken(frame, state, fork, broken.get());
        }
        OptionalInt next = children.next(state, fork);
        if (next.isEmpty()) {
          break;
        }
        fork = children.start(frame, state, fork, next.getAsInt());
      }
    } catch (DataException e) {
      return broken(frame, state, fork, Failure.of(e.error(), String.valueOf(e.getMessage())));
    }
    Frame waiting = frame.with(new Activity.Forked(fork));
    boolean more = fork.plan() instanceof ForkState.Plan.Items items && items.reading().isPresent();
    return fork.tally().ended() < fork.slots().size() || more
        ? waiting
        : joins.joined(waiting, state, fork);
  }

  private Frame broken(Frame frame, State state, ForkState fork, Failure failure) {
    cancelChildren(frame, state, fork);
    if (fork.plan() instanceof ForkState.Plan.Items items && items.reading().isPresent()) {
      turn.commands.add(new Command.Abandon(frame.step()));
    }
    return visits.recover(frame, state, failure);
  }

  private static Optional<Failure> broken(State state, ForkState fork) {
    if (fork.tally().failed() == 0) {
      return Optional.empty();
    }
    if (!(fork.plan() instanceof ForkState.Plan.Items plan)) {
      return Optional.of(firstFailure(fork));
    }
    boolean batched = ForkChildren.isBatched(state);
    int failed = batched ? ItemBatches.count(failedItems(fork, plan)) : fork.tally().failed();
    int all = batched ? ItemBatches.count(plan.items()) : plan.items().size();
    // The percentage cannot be exceeded while the total is unknown.
    int total = plan.reading().isPresent() ? Integer.MAX_VALUE : all;
    if (!plan.tolerated().isExceededBy(failed, total)) {
      return Optional.empty();
    }
    Failure first = firstFailure(fork);
    return Optional.of(
        plan.tolerated().isGiven() || ForkChildren.isDistributed(state)
            ? Failure.of(
                ErrorName.TOLERANCE_EXCEEDED,
                failed + " items failed, more than are tolerated; the first: " + first.toJson())
            : first);
  }

  private static List<Json> failedItems(ForkState fork, ForkState.Plan.Items plan) {
    return IntStream.range(0, fork.slots().size())
        .filter(i -> ForkChildren.isFailure(ForkChildren.outcome(fork.slots().get(i))))
        .mapToObj(plan.items()::get)
        .toList();
  }

  private static Failure firstFailure(ForkState fork) {
    return fork.slots().stream()
        .map(ForkChildren::outcome)
        .flatMap(Optional::stream)
        .filter(Outcome.Failed.class::isInstance)
        .map(outcome -> ((Outcome.Failed) outcome).failure())
        .findFirst()
        .orElseThrow();
  }

  /** Ends a frame and its descendants unless they have ended. */
  void cancel(Frame frame, Machine machine, StepStatus status) {
    if (frame.isEnded()) {
      return;
    }
    abandon(frame, machine);
    StateKind kind = machine.state(frame.visit().state()).kind();
    turn.step(frame, kind, status, StepChange.Result.NONE);
  }

  /** Cancels the children of a frame and the commands of its current step. */
  void abandon(Frame frame, Machine machine) {
    if (frame.activity() instanceof Activity.Forked(ForkState fork)) {
      cancelChildren(frame, machine.state(frame.visit().state()), fork);
    }
    if (!frame.activity().commands(frame).isEmpty()) {
      turn.commands.add(new Command.Abandon(frame.step()));
    }
  }

  private void cancelChildren(Frame frame, State state, ForkState fork) {
    boolean remote = false;
    for (int i = 0; i < fork.slots().size(); i++) {
      switch (fork.slots().get(i)) {
        case ForkState.Slot.Local local ->
            cancel(local.frame(), ForkChildren.machine(state, i), StepStatus.CANCELLED);
        case ForkState.Slot.Remote child -> remote = true;
        case ForkState.Slot.Idle idle -> {}
        case ForkState.Slot.Skipped skipped -> {}
        case ForkState.Slot.RemoteEnded ended -> {}
      }
    }
    if (remote) {
      turn.commands.add(new Command.Abandon(frame.step()));
    }
  }
}
