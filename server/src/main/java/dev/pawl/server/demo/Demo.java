package dev.pawl.server.demo;

import dev.pawl.server.demo.DemoTraffic.Activity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the demonstration on a server: deploys the flows and then keeps producing executions until
 * it is closed. A failed request is logged and does not end it.
 */
public final class Demo implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Demo.class);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  private final DemoClient api;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;

  private Demo(DemoClient api) {
    this.api = api;
    this.thread = Thread.ofVirtual().name("pawl demo").unstarted(this::run);
  }

  /**
   * Deploys the flows and starts the traffic.
   *
   * @param keyFile file with a key of the platform's administrator
   * @throws IOException if the flows cannot be deployed
   */
  public static Demo start(URI server, Path keyFile) throws IOException, InterruptedException {
    Demo demo = new Demo(new DemoClient(server, Files.readString(keyFile).strip()));
    try {
      new DemoFlows(demo.api).deploy();
    } catch (IOException | InterruptedException failed) {
      demo.api.close();
      throw failed;
    }
    demo.thread.start();
    return demo;
  }

  /** An activity and the time at which it is due. */
  private record DueActivity(long atNanos, Activity activity) {}

  private void run() {
    DemoTraffic traffic = new DemoTraffic(api, RandomGenerator.getDefault());
    attempt(() -> begin(traffic));
    long begin = System.nanoTime();
    PriorityQueue<DueActivity> queue =
        new PriorityQueue<>(Comparator.comparingLong(due -> due.atNanos() - begin));
    traffic
        .activities()
        .forEach(next -> queue.add(new DueActivity(begin + next.interval().toNanos(), next)));
    try {
      DueActivity due = queue.remove();
      while (!stopped.await(due.atNanos() - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        Activity activity = due.activity();
        attempt(activity.action());
        // What was missed while the machine slept is left out.
        long after = Math.max(due.atNanos(), System.nanoTime() - activity.interval().toNanos());
        queue.add(new DueActivity(after + activity.interval().toNanos(), activity));
        due = queue.remove();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin(DemoTraffic traffic) throws IOException, InterruptedException {
    DemoFlows flows = new DemoFlows(api);
    if (traffic.isFirstStart()) {
      traffic.begin(flows::publishFaultyCheckout);
    } else {
      flows.publishFaultyCheckout();
    }
  }

  private void attempt(DemoTraffic.Action action) {
    try {
      action.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException failed) {
      if (stopped.getCount() > 0) {
        LOG.info("A request of the demonstration failed: {}", failed.getMessage());
      }
    }
  }

  @Override
  public void close() {
    stopped.countDown();
    thread.interrupt();
    try {
      thread.join(STOP_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    api.close();
  }
}
