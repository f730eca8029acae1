package dev.pawl.engine.node.external;

import dev.pawl.engine.node.time.PeriodicLoop;
import dev.pawl.engine.node.time.RuntimeClock;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Starts the threads that handlers run on. They are virtual and share a few carrier threads: a
 * handler that computes without blocking keeps its carrier, and as many of those as there are
 * processors stop all others. A monitor therefore probes regularly whether virtual threads still
 * run. If not, it adds carriers where the JDK allows it (24 and newer), and handlers run on
 * platform threads until a probe runs again.
 */
public final class HandlerThreads implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(HandlerThreads.class.getName());
  private static final Duration PROBE_INTERVAL = Duration.ofMillis(100);
  private static final long STARVED_AFTER_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int MAX_CARRIERS = 256;

  /**
   * The scheduler starts an additional carrier only when work is added to a queue that was empty or
   * is full; a new queue is full with 64 entries.
   */
  private static final int PROBES_TO_START_CARRIER = 65;

  private static final String SCHEDULER = "jdk.management:type=VirtualThreadScheduler";
  private static final String PARALLELISM = "Parallelism";

  /** Carrier threads are starved in real time, also where a test advances the clock of a node. */
  private static final RuntimeClock REAL_TIME = RuntimeClock.SYSTEM;

  private final RuntimeClock clock;
  private volatile long probedAt;
  private volatile boolean hasProbeRun = true;
  private volatile boolean isStarved;
  private final PeriodicLoop monitor;

  /** Starts the monitor. */
  public HandlerThreads(RuntimeClock clock) {
    this.clock = clock;
    this.probedAt = REAL_TIME.nanos();
    // Last, because the loop reads the other fields at once.
    this.monitor = new PeriodicLoop("thread-monitor", REAL_TIME, this::monitor);
  }

  /** Starts a thread for handler code. */
  public Thread start(Runnable work) {
    Thread.Builder threads =
        isStarved ? Thread.ofPlatform().daemon().name("pawl-handler") : Thread.ofVirtual();
    return clock.call(threads, work);
  }

  /** Starts a virtual thread as a probe, or reacts if the last one has not run for a second. */
  private Duration monitor() {
    if (hasProbeRun) {
      isStarved = false;
      hasProbeRun = false;
      probedAt = REAL_TIME.nanos();
      probe();
    } else if (REAL_TIME.nanos() - probedAt > STARVED_AFTER_NANOS) {
      if (!isStarved) {
        LOG.log(
            Level.WARNING,
            "virtual threads get no carrier thread: handlers compute without blocking, or the"
                + " machine is overloaded");
      }
      isStarved = true;
      addCarriers();
      probedAt = REAL_TIME.nanos();
      // On a new thread, because each thread has its own queue and a new one is likely empty.
      REAL_TIME.start(
          Thread.ofPlatform().daemon().name("pawl-thread-monitor"), this::probeRepeatedly);
    }
    return PROBE_INTERVAL;
  }

  private void probeRepeatedly() {
    for (int i = 0; i < PROBES_TO_START_CARRIER; i++) {
      probe();
    }
  }

  private void probe() {
    REAL_TIME.call(Thread.ofVirtual(), () -> hasProbeRun = true);
  }

  private static void addCarriers() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName scheduler = new ObjectName(SCHEDULER);
      if (server.isRegistered(scheduler)
          && server.getAttribute(scheduler, PARALLELISM) instanceof Integer now
          && now < MAX_CARRIERS) {
        int more = Math.min(MAX_CARRIERS, 2 * now);
        server.setAttribute(scheduler, new Attribute(PARALLELISM, more));
        LOG.log(Level.WARNING, "virtual threads now have " + more + " carrier threads");
      }
    } catch (JMException e) {
      LOG.log(Level.WARNING, "carrier threads of virtual threads cannot be added", e);
    }
  }

  /** Stops the monitor; threads that run continue. */
  @Override
  public void close() {
    monitor.close();
  }
}
