package dev.pawl.engine;

import dev.pawl.engine.data.Data;
import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.ItemBatches;
import dev.pawl.engine.data.Limits;
import dev.pawl.engine.data.Numbers;
import dev.pawl.engine.data.Shapes;
import dev.pawl.model.Distribution;
import dev.pawl.model.ErrorName;
import dev.pawl.model.Machine;
import dev.pawl.model.QueryLanguage;
import dev.pawl.model.State;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Frames with children: splitting, letting the next children begin, joining. */
final class Forks {

  /** How many items of a distributed Map run at the same time at most. */
  private static final int MAX_CHILDREN = 1_000;

  private final Turn turn;
  private final Visits visits;
  private final Children children;
  private final Joins joins;

  Forks(Turn turn, Visits visits) {
    this.turn = turn;
    this.visits = visits;
    this.children = new Children(turn, visits);
    this.joins = new Joins(turn, visits);
  }

  Frame begin(Frame frame, Machine machine, State state) {
    turn.step(frame, state.type(), StepStatus.RUNNING, Step.Result.NONE);
    Data data = turn.data(frame, state.type());
    Fork fork =
        switch (state) {
          case State.Parallel parallel ->
              split(
                  frame,
                  Fork.Plan.Branches.BRANCHES,
                  Shapes.input(parallel.header().shaping(), data),
                  parallel.branches().size());
          case State.Graph graph ->
              split(
                  frame,
                  Fork.Plan.Nodes.NODES,
                  Shapes.input(graph.header().shaping(), data),
                  graph.nodes().size());
          case State.MapEach map -> items(frame, map, data);
          default -> throw new IllegalArgumentException(state.type() + " does not fork");
        };
    return progress(turn.issue(frame.with(new Activity.Forked(fork))), machine);
  }

  private Fork split(Frame frame, Fork.Plan plan, Json input, int size) {
    return new Fork(
        plan,
        input,
        Turn.visible(frame.scope()),
        ChunkedList.<Fork.Slot>empty().plus(Fork.Slot.Idle.IDLE, size),
        Fork.Tally.ZERO);
  }

  private Fork items(Frame frame, State.MapEach map, Data data) {
    Json input = Shapes.input(map.header().shaping(), data);
    Data selected = data.at(input);
    Fork.Tolerated tolerated =
        new Fork.Tolerated(
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
          new Fork.Plan.Items(List.of(), Optional.of(reading), concurrency, tolerated),
          input,
          0);
    }
    List<Json> items = batches(frame, map, selected, list(map, selected));
    return split(
        frame,
        new Fork.Plan.Items(items, Optional.empty(), concurrency, tolerated),
        input,
        items.size());
  }

  /** What was not limited is: nobody gains by more executions at once than nodes can carry. */
  private static int distributed(int wanted) {
    return wanted == 0 ? MAX_CHILDREN : Math.min(wanted, MAX_CHILDREN);
  }

  private static Command.Source source(Distribution.ItemReader reader, Data data) {
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

  private static List<Json> list(State.MapEach map, Data data) {
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

  /** Where items are batched, the selector is applied to each of them before. */
  private List<Json> batches(Frame frame, State.MapEach map, Data data, List<Json> items) {
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

  /** More items have come. */
  Frame itemsRead(Frame frame, Machine machine, Fact.ItemsRead fact) {
    if (!(frame.activity() instanceof Activity.Forked(Fork fork))
        || !(fork.plan() instanceof Fork.Plan.Items plan)
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
          Data data = turn.data(frame, map.type()).at(fork.input());
          List<Json> ready = fact.complete() ? batches(frame, map, data, items) : items;
          int slots = Children.isBatched(map) && !fact.complete() ? 0 : ready.size();
          Fork grown =
              fork.with(
                  new Fork.Plan.Items(ready, reading, plan.concurrency(), plan.tolerated()),
                  fork.slots().plus(Fork.Slot.Idle.IDLE, slots - fork.slots().size()));
          return progress(turn.issue(frame.with(new Activity.Forked(grown))), machine);
        });
  }

  /** The items cannot be had. */
  Frame readingFailed(Frame frame, State state, Failure failure) {
    Fork fork = ((Activity.Forked) frame.activity()).fork();
    Optional<String> cause = failure.cause().or(failure::error);
    return broken(frame, state, fork, new Failure(Optional.of(ErrorName.ITEM_READER), cause));
  }

  /** A child has changed; the fork may go on, end well, or fail. */
  Frame childChanged(Frame frame, Machine machine, int index, Fork.Slot child) {
    Fork fork = ((Activity.Forked) frame.activity()).fork();
    Optional<Outcome> before = Children.outcome(fork.slots().get(index));
    Optional<Outcome> after = Children.outcome(child);
    Fork.Tally tally = fork.tally();
    if (before.isPresent() && after.isEmpty()) {
      tally = tally.reopened(Children.isFailure(before));
    } else if (before.isEmpty() && after.isPresent()) {
      tally = tally.ended(Children.isFailure(after));
    }
    Frame changed = frame.with(new Activity.Forked(fork.with(index, child, tally)));
    return after.isPresent() ? progress(changed, machine) : changed;
  }

  /** Starts what can start now, and joins or fails when there is nothing more to come. */
  Frame progress(Frame frame, Machine machine) {
    State state = machine.state(frame.visit().state());
    Fork fork = ((Activity.Forked) frame.activity()).fork();
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
    boolean more = fork.plan() instanceof Fork.Plan.Items items && items.reading().isPresent();
    return fork.tally().ended() < fork.slots().size() || more
        ? waiting
        : joins.joined(waiting, state, fork);
  }

  private Frame broken(Frame frame, State state, Fork fork, Failure failure) {
    cancelChildren(frame, state, fork);
    if (fork.plan() instanceof Fork.Plan.Items items && items.reading().isPresent()) {
      turn.commands.add(new Command.Abandon(frame.step()));
    }
    return visits.recover(frame, state, failure);
  }

  private static Optional<Failure> broken(State state, Fork fork) {
    if (fork.tally().failed() == 0) {
      return Optional.empty();
    }
    if (!(fork.plan() instanceof Fork.Plan.Items plan)) {
      return Optional.of(firstFailure(fork));
    }
    boolean batched = Children.isBatched(state);
    int failed = batched ? ItemBatches.count(failedItems(fork, plan)) : fork.tally().failed();
    int all = batched ? ItemBatches.count(plan.items()) : plan.items().size();
    // A share of the items cannot be exceeded while more of them may come.
    int total = plan.reading().isPresent() ? Integer.MAX_VALUE : all;
    if (!plan.tolerated().isExceededBy(failed, total)) {
      return Optional.empty();
    }
    Failure first = firstFailure(fork);
    return Optional.of(
        plan.tolerated().isGiven() || Children.isDistributed(state)
            ? Failure.of(
                ErrorName.TOLERANCE_EXCEEDED,
                failed + " items failed, more than are tolerated; the first: " + first.toJson())
            : first);
  }

  private static List<Json> failedItems(Fork fork, Fork.Plan.Items plan) {
    return IntStream.range(0, fork.slots().size())
        .filter(i -> Children.isFailure(Children.outcome(fork.slots().get(i))))
        .mapToObj(plan.items()::get)
        .toList();
  }

  private static Failure firstFailure(Fork fork) {
    return fork.slots().stream()
        .map(Children::outcome)
        .flatMap(Optional::stream)
        .filter(Outcome.Failed.class::isInstance)
        .map(outcome -> ((Outcome.Failed) outcome).failure())
        .findFirst()
        .orElseThrow();
  }

  /** Ends a frame and all it has begun, as far as they have not ended. */
  void cancel(Frame frame, Machine machine, StepStatus status) {
    if (frame.isEnded()) {
      return;
    }
    abandon(frame, machine);
    String type = machine.state(frame.visit().state()).type();
    turn.step(frame, type, status, Step.Result.NONE);
  }

  /** Calls back whatever a frame has asked for at the step it is at. */
  void abandon(Frame frame, Machine machine) {
    if (frame.activity() instanceof Activity.Forked(Fork fork)) {
      cancelChildren(frame, machine.state(frame.visit().state()), fork);
    }
    if (!frame.activity().commands(frame).isEmpty()) {
      turn.commands.add(new Command.Abandon(frame.step()));
    }
  }

  private void cancelChildren(Frame frame, State state, Fork fork) {
    boolean remote = false;
    for (int i = 0; i < fork.slots().size(); i++) {
      switch (fork.slots().get(i)) {
        case Fork.Slot.Local local ->
            cancel(local.frame(), Children.machine(state, i), StepStatus.CANCELLED);
        case Fork.Slot.Remote child -> remote = true;
        case Fork.Slot.Idle idle -> {}
        case Fork.Slot.Skipped skipped -> {}
        case Fork.Slot.RemoteEnded ended -> {}
      }
    }
    if (remote) {
      turn.commands.add(new Command.Abandon(frame.step()));
    }
  }
}
