package dev.pawl.worker;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a worker is to do, and how much of it at a time. */
public final class WorkerBuilder {

  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(5);
  private static final Duration LONGEST_LEASE = Duration.ofMinutes(10);

  private final URI server;
  private final String key;
  private final Map<String, TaskHandler> handlers = new LinkedHashMap<>();
  private final Map<String, Map<String, ?>> descriptors = new LinkedHashMap<>();
  private String name = "worker-" + ProcessHandle.current().pid();
  private int concurrency = 10;
  private Duration lease = Duration.ofSeconds(30);
  private Duration grace = Duration.ofSeconds(10);

  WorkerBuilder(URI server, String key) {
    this.server = server;
    this.key = key;
  }

  /** Does the tasks of a resource. */
  public WorkerBuilder serve(String resource, TaskHandler handler) {
    handlers.put(resource, handler);
    return this;
  }

  /**
   * What a resource is, for those who write flows; the server shows it with the resource.
   *
   * @param descriptor any of {@code displayName}, {@code category}, {@code description}, {@code
   *     icon}, and as JSON Schemas {@code configSchema}, {@code inputSchema}, {@code outputSchema}
   */
  public WorkerBuilder describe(String resource, Map<String, ?> descriptor) {
    descriptors.put(resource, Map.copyOf(descriptor));
    return this;
  }

  /** How those who look after the server know it. */
  public WorkerBuilder named(String newName) {
    name = newName;
    return this;
  }

  /** How many tasks it works on at the same time; 10 if nothing is said. */
  public WorkerBuilder concurrency(int tasks) {
    if (tasks < 1) {
      throw new IllegalArgumentException("a worker works on one task at least, not " + tasks);
    }
    concurrency = tasks;
    return this;
  }

  /**
   * After how long without a sign of life the server gives a task to another worker; 30 seconds if
   * nothing is said. Signs of life are sent by themselves.
   */
  public WorkerBuilder lease(Duration time) {
    if (time.compareTo(SHORTEST_LEASE) < 0 || time.compareTo(LONGEST_LEASE) > 0) {
      throw new IllegalArgumentException("a lease takes from 5 seconds to 10 minutes, not " + time);
    }
    lease = time;
    return this;
  }

  /** How long tasks may go on when the worker is closed; 10 seconds if nothing is said. */
  public WorkerBuilder grace(Duration time) {
    grace = time;
    return this;
  }

  /** Begins to work. */
  public Worker start() {
    if (handlers.isEmpty()) {
      throw new IllegalStateException("say what the worker serves: serve(\"resource\", handler)");
    }
    return new Worker(this).begin();
  }

  URI server() {
    return server;
  }

  String key() {
    return key;
  }

  Map<String, TaskHandler> handlers() {
    return Map.copyOf(handlers);
  }

  Map<String, Map<String, ?>> descriptors() {
    return Map.copyOf(descriptors);
  }

  String name() {
    return name;
  }

  int concurrency() {
    return concurrency;
  }

  Duration lease() {
    return lease;
  }

  Duration grace() {
    return grace;
  }
}
