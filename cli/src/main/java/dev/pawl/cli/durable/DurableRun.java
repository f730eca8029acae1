package dev.pawl.cli.durable;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.run.ReportedRun;
import dev.pawl.cli.run.RunPlan;
import dev.pawl.cli.run.StepLog;
import dev.pawl.cli.run.WaitReason;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TestRun;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.PostgresNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A run of a flow that survives the end of the program: a test execution. Started again with the
 * same flow, input and key, the program finds the execution and continues it, or prints its result
 * if it has ended.
 */
public final class DurableRun implements ReportedRun, AutoCloseable {

  private static final Duration BUSY_POLL_INTERVAL = Duration.ofMillis(20);
  private static final Duration IDLE_POLL_INTERVAL = Duration.ofMillis(200);
  private static final Duration STORE_RETRY_INTERVAL = Duration.ofSeconds(1);

  private final RunPlan plan;
  private final RunLocation location;
  private final Consumer<String> printer;
  private final RunIdentity identity;
  private final RunTree tree;
  private final TokenAnswers tokenAnswers;
  private final RunPorts ports;
  private final RunSteps steps;
  private final PostgresNode node;
  private final RunRecords records;
  private final ScriptedInputs inputs;
  private final Set<String> printedMessages = new HashSet<>();
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private TestRun mocks = TestRun.REAL;
  private @Nullable ExecutionId main;
  private Runnable onWait = () -> {};

  /**
   * Opens the database and starts a node; returns when the node works.
   *
   * @param printer receives messages for the user other than steps
   * @throws dev.pawl.cli.file.UsageException if a durable run cannot keep the answers apart
   */
  public DurableRun(RunPlan plan, RunLocation location, Consumer<String> printer) {
    RunMocks.checkTokenCalls(plan);
    this.plan = plan;
    this.location = location;
    this.printer = printer;
    this.identity = RunIdentity.of(plan, location.key());
    CompletableFuture<PostgresNode> started = new CompletableFuture<>();
    this.tree = new RunTree(identity, id -> info(started.join(), id));
    this.tokenAnswers = new TokenAnswers(plan.ports(), () -> started.join().control());
    this.ports = new RunPorts(plan.ports(), tree::has, tokenAnswers);
    this.steps = new RunSteps(this::storedSteps, this::countVisit);
    this.node =
        location
            .database()
            .prepare(printer)
            .name("pawl run " + identity.flow())
            .ports(ports)
            .listener(this::onCommitted)
            .start();
    started.complete(node);
    this.records = new RunRecords(node, identity, tree);
    this.inputs = new ScriptedInputs(node, plan.scenario());
  }

  private static Optional<ExecutionMetadata> info(PostgresNode node, ExecutionId id) {
    return node.control().reader().find(node.key(id)).map(Executions.Summary::info);
  }

  private List<StepChange> storedSteps(ExecutionId id) {
    return records.steps(id);
  }

  private void countVisit(StepLog.Entry begun) {
    inputs.countVisit(begun);
  }

  private void onCommitted(ExecutionMetadata info, List<StepChange> committed) {
    if (tree.has(info)) {
      steps.add(info.id(), committed);
    }
  }

  /** Runs until the execution has ended or waits only for inputs that were not given. */
  public Execution follow() throws InterruptedException {
    ExecutionId id = begin();
    boolean isBusy = true;
    while (true) {
      isBusy = steps.reportNext(isBusy ? BUSY_POLL_INTERVAL : IDLE_POLL_INTERVAL);
      if (isBusy) {
        continue;
      }
      try {
        checkServed();
        Executions.Summary now = records.summary(id);
        boolean hasDecided = inputs.decide(log());
        if (now.status().isTerminal()) {
          reportStored();
          return records.execution(id);
        }
        if (!hasDecided && records.isStuck(now) && !reportStored() && !inputs.decide(log())) {
          return records.execution(id);
        }
        if (isElsewhere(now)) {
          reportStored();
        }
        onWait.run();
      } catch (UnavailableException e) {
        printOnce("the database does not answer; waiting for it: " + e.getMessage());
        Thread.sleep(STORE_RETRY_INTERVAL);
      }
    }
  }

  /** Starts a new execution, or finds the one of an earlier start of the program. */
  private ExecutionId begin() throws InterruptedException {
    Optional<Executions.Summary> newest = records.newest();
    boolean hasEnded = newest.filter(one -> one.status().isTerminal()).isPresent();
    return newest.isEmpty() || (hasEnded && location.again())
        ? startNew(newest.map(one -> one.info().id()))
        : continueExisting(newest.get(), hasEnded);
  }

  private ExecutionId startNew(Optional<ExecutionId> previous) {
    plan.files().forEach(this::deploy);
    Launch launch =
        Launch.of(identity.flow(), plan.input())
            .with(identity.attributes(RunMocks.of(plan.scenario()), previous));
    ExecutionId id = node.start(launch);
    main = id;
    loadMocks(id);
    inputs.sendEvents(id);
    ports.open();
    return id;
  }

  private ExecutionId continueExisting(Executions.Summary found, boolean hasEnded)
      throws InterruptedException {
    ExecutionId id = found.info().id();
    main = id;
    if (!hasEnded) {
      loadMocks(id);
    }
    printer.accept(
        hasEnded
            ? "execution %s ended at %s, this is its result (--again runs it again)"
                .formatted(id, found.endedAt().orElseThrow())
            : "continuing execution %s, started at %s".formatted(id, found.startedAt()));
    List<ExecutionId> members = new ArrayList<>(List.of(id));
    records.children().reversed().forEach(child -> members.add(child.info().id()));
    steps.reportStored(members);
    if (!hasEnded) {
      plan.files().stream().skip(1).forEach(this::deploy);
      answerTokens(found);
      inputs.sendEvents(id);
      ports.open();
    }
    return id;
  }

  /**
   * Loads the mocks with which the execution was started, here or by another program.
   *
   * @throws dev.pawl.cli.file.UsageException if the command line contradicts them
   */
  private void loadMocks(ExecutionId id) {
    mocks = RunMocks.of(records.summary(id).info());
    RunMocks.check(plan.scenario(), mocks);
  }

  private void answerTokens(Executions.Summary found) throws InterruptedException {
    List<Executions.Summary> live = new ArrayList<>(records.liveChildren());
    live.add(found);
    for (Executions.Summary one : live) {
      if (one.standing().filter(s -> s.waitsFor().kinds().contains("callback")).isPresent()) {
        tokenAnswers.answerOpen(records.execution(one.info().id()));
      }
    }
  }

  private void deploy(FlowFile file) {
    node.deploy(file.code(), file.definition());
  }

  /**
   * Reports steps in the store that this node did not report, as other nodes may have executed
   * them; returns true if there were any.
   */
  private boolean reportStored() {
    boolean hasNew = steps.reportStored(requireMain());
    if (location.database().isShared()) {
      for (Executions.Summary child : records.children()) {
        hasNew |= steps.reportStored(child.info().id());
      }
    }
    return hasNew;
  }

  /**
   * Checks for resources without a handler: fails if the database is not shared, as no other
   * program can serve them; otherwise prints that the run waits.
   */
  private void checkServed() {
    Set<String> unserved = ports.unserved();
    if (unserved.isEmpty()) {
      return;
    }
    if (!location.database().isShared()) {
      throw plan.preflight().unserved(mocks.mocks()::containsKey);
    }
    printOnce(
        "no handler of this run serves %s; waiting for another program on this database"
            .formatted(String.join(", ", unserved)));
  }

  private void printOnce(String message) {
    if (printedMessages.add(message)) {
      printer.accept(message);
    }
  }

  private boolean isElsewhere(Executions.Summary now) {
    return location.database().isShared()
        && now.standing().filter(s -> s.owner().isEmpty() || isAnotherNode(s)).isPresent();
  }

  private boolean isAnotherNode(Executions.WaitState standing) {
    return standing.owner().orElseThrow() != node.node().number();
  }

  @Override
  public void onStep(Consumer<StepLog.Entry> listener) {
    steps.onEnd(listener);
  }

  @Override
  public void onWait(Runnable listener) {
    onWait = listener;
  }

  @Override
  public StepLog log() {
    return steps.log();
  }

  @Override
  public boolean isMain(ExecutionId id) {
    return id.equals(main);
  }

  private ExecutionId requireMain() {
    if (main == null) {
      throw new IllegalStateException("the run has not started");
    }
    return main;
  }

  @Override
  public String flow(ExecutionId id) {
    return tree.flow(id);
  }

  @Override
  public Execution execution(ExecutionId id) {
    return records.execution(id);
  }

  @Override
  public List<WaitReason> waiting() {
    List<Executions.Summary> live = new ArrayList<>(List.of(records.summary(requireMain())));
    live.addAll(records.liveChildren());
    return live.stream().flatMap(one -> waiting(one).stream()).toList();
  }

  private List<WaitReason> waiting(Executions.Summary one) {
    Optional<String> incident = one.standing().flatMap(s -> s.waitsFor().incident());
    if (incident.isPresent() || one.status() == Status.PAUSED) {
      String trouble = incident.map(why -> "cannot continue: " + why).orElse("is paused");
      return List.of(new WaitReason.ForHelp(one.info().version().flow(), trouble));
    }
    return WaitReason.of(
        records.execution(one.info().id()),
        log(),
        resource -> !ports.unserved().contains(resource));
  }

  /** Stops the node and releases its executions; the next program continues them. */
  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      node.close();
    }
  }
}
