package dev.pawl.cli.durable;

import dev.pawl.cli.run.ScenarioPorts;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.sdk.Handler;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/**
 * The handlers of a run, for the calls that its test execution does not mock. They serve only the
 * executions of this run, and only after {@link #open()}.
 */
final class RunPorts implements ExecutionPorts {

  private static final ExecutionPorts NO_HANDLERS = resource -> Optional.empty();

  private final ScenarioPorts scenario;
  private final Predicate<ExecutionId> isOfRun;
  private final TokenAnswers tokenAnswers;
  private final Set<String> unserved = ConcurrentHashMap.newKeySet();
  private final CountDownLatch open = new CountDownLatch(1);

  RunPorts(ScenarioPorts scenario, Predicate<ExecutionId> isOfRun, TokenAnswers tokenAnswers) {
    this.scenario = scenario;
    this.isOfRun = isOfRun;
    this.tokenAnswers = tokenAnswers;
  }

  /** Lets calls proceed, which block until then. */
  void open() {
    open.countDown();
  }

  /** Returns the resources that the run has called and that have no handler. */
  Set<String> unserved() {
    return Set.copyOf(unserved);
  }

  @Override
  public ExecutionPorts forExecution(ExecutionId execution) {
    try {
      open.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return NO_HANDLERS;
    }
    return isOfRun.test(execution) ? this::handlerForRun : NO_HANDLERS;
  }

  /**
   * Returns the handler of a resource. The node asks for resources of all executions in the
   * database, so a missing handler is not recorded as unserved.
   */
  @Override
  public Optional<Handler> handler(String resource) {
    return scenario.find(resource);
  }

  private Optional<Handler> handlerForRun(String resource) {
    Optional<Handler> found = scenario.find(resource);
    if (found.isEmpty()) {
      unserved.add(resource);
    }
    return scenario.has(resource) ? found.map(tokenAnswers::sending) : found;
  }
}
