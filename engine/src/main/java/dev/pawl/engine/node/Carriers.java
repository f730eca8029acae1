package dev.pawl.engine.node;

import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The threads that handlers run on. They are virtual, and virtual threads share a few carriers: a
 * handler that computes for ever never gives its carrier back, and as many of those as there are
 * processors would stop all others. So a look-out asks now and then whether virtual threads still
 * get their turn. If not, more carriers are added where the JDK can (24 and newer), and handlers
 * are called on threads of their own until there is air again.
 */
final class Carriers implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Carriers.class.getName());
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final long STARVED_AFTER = Duration.ofSeconds(1).toNanos();
  private static final int MOST = 256;

  /**
   * The scheduler starts a carrier that it may have only when something is added to a queue that
   * was empty or is full, and a new queue is full with 64.
   */
  private static final int ENOUGH_TO_BE_NOTICED = 65;

  private static final String SCHEDULER = "jdk.management:type=VirtualThreadScheduler";
  private static final String PARALLELISM = "Parallelism";

  private final RuntimeClock clock;
  private volatile long asked;
  private volatile boolean isAnswered = true;
  private volatile boolean isStarved;
  private final Loop lookOut;

  Carriers(RuntimeClock clock) {
    this.clock = clock;
    this.asked = clock.nanos();
    // The last one: it looks at the others as soon as it is made.
    this.lookOut = new Loop("look-out", clock, this::look);
  }

  Thread start(Runnable work) {
    Thread.Builder threads =
        isStarved ? Thread.ofPlatform().daemon().name("pawl-handler") : Thread.ofVirtual();
    return clock.call(threads, work);
  }

  /** A virtual thread is asked to answer; how long that takes tells whether there are carriers. */
  private Duration look() {
    if (isAnswered) {
      isStarved = false;
      isAnswered = false;
      asked = clock.nanos();
      ask();
    } else if (clock.nanos() - asked > STARVED_AFTER) {
      if (!isStarved) {
        LOG.log(
            Level.WARNING,
            "virtual threads wait for a carrier: handlers compute without end, or the machine does"
                + " too much");
      }
      isStarved = true;
      addCarriers();
      asked = clock.nanos();
      // Each thread has a queue of its own, and that of a new one is most likely empty.
      clock.start(Thread.ofPlatform().daemon().name("pawl-look-out"), this::insist);
    }
    return EVERY;
  }

  private void insist() {
    for (int i = 0; i < ENOUGH_TO_BE_NOTICED; i++) {
      ask();
    }
  }

  private void ask() {
    clock.call(Thread.ofVirtual(), () -> isAnswered = true);
  }

  private static void addCarriers() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName scheduler = new ObjectName(SCHEDULER);
      if (server.isRegistered(scheduler)
          && server.getAttribute(scheduler, PARALLELISM) instanceof Integer now
          && now < MOST) {
        int more = Math.min(MOST, 2 * now);
        server.setAttribute(scheduler, new Attribute(PARALLELISM, more));
        LOG.log(Level.WARNING, "virtual threads now have " + more + " carriers");
      }
    } catch (JMException e) {
      LOG.log(Level.WARNING, "no carriers can be added to those of virtual threads", e);
    }
  }

  @Override
  public void close() {
    lookOut.close();
  }
}
