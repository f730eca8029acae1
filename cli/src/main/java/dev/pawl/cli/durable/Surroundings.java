package dev.pawl.cli.durable;

import dev.pawl.cli.run.Mocks;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.run.Outside;
import dev.pawl.sdk.Handler;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** The mocks as handlers of a node, for the run alone and not before it is known how far it is. */
final class Surroundings implements Outside {

  private static final Outside NOTHING = resource -> Optional.empty();

  private final Mocks mocks;
  private final Predicate<ExecutionId> isOurs;
  private final Set<String> unserved = ConcurrentHashMap.newKeySet();
  private final CountDownLatch open = new CountDownLatch(1);
  private final Outside ours = new Ours();

  Surroundings(Mocks mocks, Predicate<ExecutionId> isOurs) {
    this.mocks = mocks;
    this.isOurs = isOurs;
  }

  /** From now on calls are answered; until then they wait. */
  void open() {
    open.countDown();
  }

  /** The resources that the run called in vain. */
  Set<String> unserved() {
    return Set.copyOf(unserved);
  }

  @Override
  public Outside seenBy(ExecutionId execution) {
    try {
      open.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return NOTHING;
    }
    return isOurs.test(execution) ? ours : NOTHING;
  }

  /** Asked for the work of all programs on the database, so nothing is missed here. */
  @Override
  public Optional<Handler> handler(String resource) {
    return mocks.find(resource);
  }

  /** What the run itself gets to see: whatever it calls in vain is noted. */
  private final class Ours implements Outside {

    @Override
    public Optional<Handler> handler(String resource) {
      Optional<Handler> found = mocks.find(resource);
      if (found.isEmpty()) {
        unserved.add(resource);
      }
      return found;
    }
  }
}
