package dev.pawl.engine.node.runtime;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.node.external.HandlerCaller;
import dev.pawl.engine.node.live.ChildPlacement;
import dev.pawl.engine.node.live.ExecutionRuntime;
import dev.pawl.engine.node.live.IncidentPark;
import dev.pawl.engine.node.live.LiveExecution;
import dev.pawl.engine.node.live.OpenCall;
import dev.pawl.engine.node.read.JournalReader;
import dev.pawl.engine.node.read.LoadedExecution;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.snapshot.Snapshots;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.model.Flow;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Brings executions into the memory of an incarnation and serves them there. */
final class ExecutionHost implements ExecutionRuntime {

  private static final System.Logger LOG = System.getLogger(ExecutionHost.class.getName());

  private final NodeServices services;
  private final NodeSession session;
  private final Lifecycle lifecycle;
  private final Committer committer;
  private final EngineExecutor executor;
  private final NodeExecutions executions;
  private final HandlerCaller handlerCaller;
  private final WakeUp inboxCheck;
  private final ChildPlacement children;

  /**
   * The lifecycle of the incarnation.
   *
   * @param isOver true once the incarnation has ended
   * @param onExpelled called when the node has lost its lease
   */
  record Lifecycle(BooleanSupplier isOver, Consumer<ExpelledException> onExpelled) {}

  /**
   * The parts of an incarnation that executions use.
   *
   * @param inboxCheck wakes the loop that receives messages and claims executions
   */
  record HostServices(
      Committer committer,
      EngineExecutor executor,
      NodeExecutions executions,
      HandlerCaller handlerCaller,
      WakeUp inboxCheck) {}

  ExecutionHost(
      NodeServices services, NodeSession session, Lifecycle lifecycle, HostServices parts) {
    this.services = services;
    this.session = session;
    this.lifecycle = lifecycle;
    this.committer = parts.committer();
    this.executor = parts.executor();
    this.executions = parts.executions();
    this.handlerCaller = parts.handlerCaller();
    this.inboxCheck = parts.inboxCheck();
    this.children = new NodeChildren(services, session, executions, this::startChild);
  }

  /** Starts a new execution; the result is that of its first commit. */
  CompletableFuture<CommitResult> start(
      ExecutionMetadata info, Interpreter interpreter, Fact.Started started, boolean express) {
    CompletableFuture<CommitResult> firstCommit = new CompletableFuture<>();
    create(info, interpreter, firstCommit).start(started, express);
    return firstCommit;
  }

  /** Loads a claimed execution in the background and continues it. */
  void adopt(ClaimedExecution claimed) {
    execute(() -> load(claimed));
  }

  private void load(ClaimedExecution claimed) {
    ExecutionMetadata info = claimed.info();
    try {
      Interpreter interpreter = services.flows().interpreter(info);
      LoadedExecution loaded =
          LoadedExecution.of(claimed, interpreter, services.store().executions());
      LiveExecution live = create(info, interpreter, new CompletableFuture<>());
      // An execution that is compensating already has its end and only has to continue.
      if (claimed.unstarted() && loaded.execution().ending().isEmpty()) {
        live.endUnstarted(loaded, claimed.read(), claimed.messages());
      } else {
        live.load(loaded, claimed.read(), claimed.awaited());
        claimed.messages().forEach(live::receive);
      }
    } catch (RuntimeException e) {
      int messages = claimed.read() + claimed.messages().size();
      stop(info, new IncidentPark(messages, claimed.awaited()), e);
    }
  }

  private void startChild(Commit.ChildStart child) {
    execute(
        () -> {
          try {
            Interpreter interpreter = services.flows().interpreter(child.info());
            create(child.info(), interpreter, new CompletableFuture<>())
                .load(LoadedExecution.of(child, interpreter), 0, List.of());
          } catch (RuntimeException e) {
            stop(child.info(), new IncidentPark(0, List.of()), e);
          }
        });
  }

  private LiveExecution create(
      ExecutionMetadata info,
      Interpreter interpreter,
      CompletableFuture<CommitResult> firstCommit) {
    LiveExecution live = new LiveExecution(this, info, interpreter, firstCommit);
    executions.add(live);
    if (lifecycle.isOver().getAsBoolean()) {
      live.abandon();
    }
    return live;
  }

  @Override
  public Timeline clock() {
    return services.clock();
  }

  @Override
  public void write(Commit commit, Consumer<CommitResult> onResult) {
    committer.submit(commit, services.metrics().counting(commit, onResult));
  }

  @Override
  public void execute(Runnable work) {
    executor.execute(work);
  }

  @Override
  public Future<?> schedule(Instant at, Runnable work) {
    return executor.schedule(Duration.between(services.clock().now(), at), work);
  }

  @Override
  public boolean mayServe(Command.Work work) {
    return services.handlers().ports().mayServe(work.call().resource());
  }

  @Override
  public Thread call(LiveExecution live, OpenCall call) {
    return services
        .handlers()
        .threads()
        .start(
            () ->
                live.callReturned(
                    call,
                    handlerCaller.call(
                        live.info(),
                        call,
                        new LiveCallServices(live, call),
                        limit -> live.limit(call, limit))));
  }

  @Override
  public ChildPlacement children() {
    return children;
  }

  @Override
  public Iterable<RecordedFact> journal(ExecutionKey key) {
    return JournalReader.of(services.store().executions(), key);
  }

  @Override
  public void saveSnapshot(ExecutionMetadata info, Execution execution, Instant at, Flow flow) {
    execute(
        () -> {
          try {
            byte[] bytes = Snapshots.write(execution, flow);
            session.saveSnapshot(
                info.key(),
                new ClaimedExecution.Snapshot(execution.seq(), at, Snapshots.format(), bytes));
          } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the snapshot of execution " + info.id() + " failed", e);
          }
        });
  }

  @Override
  public void checkInbox() {
    inboxCheck.signal();
  }

  /** An exception of the listener is logged and affects neither execution nor writer. */
  @Override
  public void committed(ExecutionMetadata info, List<StepChange> steps) {
    services.waiters().committed(info.key());
    services.metrics().countSteps(info, steps);
    try {
      services.listener().onSteps(info, steps);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "the listener failed at steps of execution " + info.id(), e);
    }
  }

  @Override
  public void ended(ExecutionKey key, Execution execution) {
    services.waiters().ended(key, execution);
  }

  @Override
  public void remove(LiveExecution live) {
    executions.remove(live);
  }

  @Override
  public void stop(ExecutionMetadata info, IncidentPark park, RuntimeException cause) {
    if (cause instanceof ExpelledException expelled) {
      lifecycle.onExpelled().accept(expelled);
    } else {
      park.write(info, cause, this);
    }
  }
}
