package dev.pawl.architecture.impure;

import java.io.File;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One class per call that the interpreter must not make, to prove that the architecture test
 * reports each.
 */
final class ImpureCalls {

  private ImpureCalls() {}

  static final class ReadsTheClock {
    Instant call() {
      return Instant.now();
    }
  }

  static final class ReadsAnotherClock {
    long call() {
      return System.nanoTime() + System.currentTimeMillis();
    }
  }

  static final class MakesAClock {
    Clock call() {
      return Clock.systemUTC();
    }
  }

  static final class Rolls {
    double call() {
      return Math.random();
    }
  }

  static final class RollsElsewhere {
    int call() {
      return ThreadLocalRandom.current().nextInt();
    }
  }

  static final class RollsWithoutSeed {
    int call() {
      return new Random().nextInt();
    }
  }

  static final class InventsIds {
    UUID call() {
      return UUID.randomUUID();
    }
  }

  static final class Sleeps {
    void call() throws InterruptedException {
      Thread.sleep(1);
    }
  }

  static final class TouchesFiles {
    boolean call() {
      return new File(".").exists();
    }
  }

  static final class AsksTheMachine {
    String call() {
      return Locale.getDefault() + System.getenv("HOME");
    }
  }
}
