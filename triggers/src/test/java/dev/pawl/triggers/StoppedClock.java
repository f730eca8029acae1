package dev.pawl.triggers;

import dev.pawl.engine.node.time.RuntimeClock;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A clock on which no time passes, so that nothing ever seems old. */
final class StoppedClock implements RuntimeClock {

  @Override
  public long nanos() {
    return 0;
  }

  @Override
  public void sleep(Duration time) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Condition condition(ReentrantLock lock) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Alarms alarms(ThreadFactory threads) {
    throw new UnsupportedOperationException();
  }
}
