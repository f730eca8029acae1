package dev.pawl.engine.node;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.node.external.InputLimits;
import dev.pawl.engine.node.runtime.Incarnation;
import dev.pawl.engine.node.runtime.NodeServices;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.Disposition.Release;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.VersionKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Starts executions: all triggers end here. */
final class Launcher {

  private static final int MAX_LOOKUPS = 500;
  private static final Duration LOOKUP_INTERVAL = Duration.ofMillis(20);

  private final NodeServices services;
  private final Supplier<Incarnation> incarnation;
  private final StartAdmission admission;

  /**
   * Creates a launcher.
   *
   * @param incarnation waits for the current incarnation of the node
   */
  Launcher(NodeServices services, Supplier<Incarnation> incarnation) {
    this.services = services;
    this.incarnation = incarnation;
    this.admission = new StartAdmission(services);
  }

  ExecutionKey newKey(Launch launch) {
    return new ExecutionKey(launch.tenant(), services.ids().next());
  }

  /**
   * Starts an execution and returns its key when the start is durable. The store finds out whether
   * its idempotency key was used before, for all starts of a batch at once.
   */
  ExecutionKey start(Launch launch, ExecutionKey key) {
    ExecutionMetadata info = info(launch, key);
    Fact.Started started = started(info, launch);
    Interpreter interpreter = services.flows().interpreter(info);
    if (launch.express()) {
      // It would do its work before it is written and its key is found.
      Optional<ExecutionKey> earlier = earlierStart(info);
      if (earlier.isPresent()) {
        return earlier.get();
      }
    }
    while (true) {
      Incarnation current = incarnation.get();
      try {
        admission.check(current);
      } catch (BusyException busy) {
        return earlierStart(info).orElseThrow(() -> busy);
      }
      CompletableFuture<CommitResult> firstCommit =
          current.canStart(info)
              ? current.start(info, interpreter, started, launch.express())
              : current.write(forAnyNode(info, started));
      Optional<ExecutionKey> result = awaitStart(info, firstCommit);
      if (result.isPresent()) {
        return result.get();
      }
    }
  }

  /** Finds the execution that was started with the same idempotency key. */
  private Optional<ExecutionKey> earlierStart(ExecutionMetadata info) {
    if (info.tags().idempotencyKey().isEmpty()) {
      return Optional.empty();
    }
    Optional<ExecutionKey> earlier = services.store().executions().findStarted(info);
    earlier.ifPresent(found -> refuseIfReused(info));
    return earlier;
  }

  /**
   * Finds the execution that was started with the same idempotency key at the same time: it may
   * have taken the last permit of a limit, and not be written yet.
   *
   * @throws UnavailableException if that is not known in time
   */
  private Optional<ExecutionKey> simultaneousStart(ExecutionMetadata info) {
    Executions executions = services.store().executions();
    if (info.tags().idempotencyKey().isEmpty()) {
      return Optional.empty();
    }
    Set<ExecutionId> inFlight = executions.startsInFlight(info);
    Optional<ExecutionKey> earlier = earlierStart(info);
    try {
      for (int i = 0; earlier.isEmpty() && !inFlight.isEmpty(); i++) {
        if (i == MAX_LOOKUPS) {
          throw new UnavailableException(
              "a start at the same time, which may have this idempotency key, is not stored yet;"
                  + " try again");
        }
        services.time().sleep(LOOKUP_INTERVAL);
        Set<ExecutionId> still = executions.startsInFlight(info);
        inFlight = inFlight.stream().filter(still::contains).collect(Collectors.toSet());
        // After the look at those in flight: what is written meanwhile is found.
        earlier = earlierStart(info);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return earlier;
  }

  /** Refuses an idempotency key that was used before with a different request. */
  private void refuseIfReused(ExecutionMetadata info) {
    Optional<String> request = info.tags().origin().request();
    if (request.isEmpty()) {
      return;
    }
    Optional<String> first = services.store().executions().request(info);
    if (first.isPresent() && !first.equals(request)) {
      throw new KeyReusedException(
          "the idempotency key was used before to start something else; use a new key");
    }
  }

  /** Creates the first commit of an execution that any node may claim. */
  Commit forAnyNode(Launch launch, ExecutionKey key) {
    ExecutionMetadata info = info(launch, key);
    return forAnyNode(info, started(info, launch));
  }

  private Commit forAnyNode(ExecutionMetadata info, Fact.Started started) {
    JournalEntry entry = new JournalEntry(1, services.clock().now(), FactBytes.write(started));
    return new Commit(info, true, List.of(entry), 0, Commit.Outgoing.NOTHING, Release.RELEASE);
  }

  private ExecutionMetadata info(Launch launch, ExecutionKey key) {
    launch.checkNames();
    InputLimits.check(launch.input(), "the input");
    InputLimits.check(launch.context(), "the context");
    return new ExecutionMetadata(
        key, version(launch), Optional.empty(), Optional.empty(), 0, launch.tags());
  }

  private VersionKey version(Launch launch) {
    if (launch.version().isPresent()) {
      return new VersionKey(launch.tenant(), launch.flow(), launch.version().getAsInt());
    }
    return services
        .flows()
        .current(launch.tenant(), launch.flow())
        .orElseThrow(
            () -> new IllegalArgumentException("there is no flow '" + launch.flow() + "'"));
  }

  private static Fact.Started started(ExecutionMetadata info, Launch launch) {
    String name = launch.name().orElseGet(() -> info.id().toString());
    return new Fact.Started(launch.flow(), name, launch.input(), launch.context());
  }

  /**
   * Waits for the first commit of an execution.
   *
   * @return empty if the node lost its lease before, so that the start has to be repeated
   */
  Optional<ExecutionKey> awaitStart(
      ExecutionMetadata info, CompletableFuture<CommitResult> firstCommit) {
    try {
      return Optional.of(
          switch (services.time().join(firstCommit)) {
            case CommitResult.Committed done -> info.key();
            case CommitResult.Queued queued -> info.key();
            case CommitResult.MessagesPending unread -> info.key();
            case CommitResult.Duplicate same -> {
              refuseIfReused(info);
              yield new ExecutionKey(info.key().tenant(), same.existing());
            }
            case CommitResult.Rejected beyond ->
                simultaneousStart(info)
                    .orElseThrow(
                        () -> new ConcurrencyLimitException(beyond.flow(), beyond.atMost()));
            case CommitResult.Stale stale ->
                earlierStart(info).orElseThrow(StaleConfigurationException::new);
            case CommitResult.Stopped stopped ->
                earlierStart(info).orElseThrow(TenantPausedException::new);
            case CommitResult.Refused refused ->
                throw new IllegalArgumentException("the start was refused: " + refused.why());
          });
    } catch (CompletionException e) {
      if (e.getCause() instanceof ExpelledException) {
        // The commit may have become durable before the lease was lost.
        Optional<Executions.Summary> there = services.store().executions().find(info.key());
        return there.map(found -> found.info().key());
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
