package dev.pawl.house.impure;

import java.io.File;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Does what the interpreter must not do, one sin per class, to show that each is noticed. */
final class Impure {

  private Impure() {}

  static final class ReadsTheClock {
    Instant sin() {
      return Instant.now();
    }
  }

  static final class ReadsAnotherClock {
    long sin() {
      return System.nanoTime() + System.currentTimeMillis();
    }
  }

  static final class MakesAClock {
    Clock sin() {
      return Clock.systemUTC();
    }
  }

  static final class Rolls {
    double sin() {
      return Math.random();
    }
  }

  static final class RollsElsewhere {
    int sin() {
      return ThreadLocalRandom.current().nextInt();
    }
  }

  static final class RollsWithoutSeed {
    int sin() {
      return new Random().nextInt();
    }
  }

  static final class InventsIds {
    UUID sin() {
      return UUID.randomUUID();
    }
  }

  static final class Sleeps {
    void sin() throws InterruptedException {
      Thread.sleep(1);
    }
  }

  static final class TouchesFiles {
    boolean sin() {
      return new File(".").exists();
    }
  }

  static final class AsksTheMachine {
    String sin() {
      return Locale.getDefault() + System.getenv("HOME");
    }
  }
}
