package dev.pawl.client.worker;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerDescriptor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Configures and starts a {@link Worker}. */
public final class WorkerBuilder {

  private static final Duration MIN_LEASE = Duration.ofSeconds(5);
  private static final Duration MAX_LEASE = Duration.ofMinutes(10);

  private final ApiConnection connection;
  private final Map<String, Handler> handlers = new LinkedHashMap<>();
  private final Map<String, HandlerDescriptor> descriptors = new LinkedHashMap<>();
  private String name = "worker-" + ProcessHandle.current().pid();
  private int concurrency = 10;
  private Duration lease = Duration.ofSeconds(30);
  private Duration grace = Duration.ofSeconds(10);

  public WorkerBuilder(ApiConnection connection) {
    this.connection = connection;
  }

  /** Registers the handler for the tasks of a resource, and publishes the handler's descriptor. */
  public WorkerBuilder serve(String resource, Handler handler) {
    handlers.put(resource, handler);
    return describe(resource, handler.descriptor());
  }

  /**
   * Sets the descriptor that authors of flows see for a resource, if the handler has none itself.
   */
  public WorkerBuilder describe(String resource, HandlerDescriptor descriptor) {
    if (!descriptor.equals(HandlerDescriptor.ANY)) {
      descriptors.put(resource, descriptor);
    }
    return this;
  }

  /** Sets the name that operators see; the default contains the process id. */
  public WorkerBuilder named(String newName) {
    name = newName;
    return this;
  }

  /** Sets the maximum number of concurrent tasks; the default is 10. */
  public WorkerBuilder concurrency(int tasks) {
    if (tasks < 1) {
      throw new IllegalArgumentException("concurrency: %d is below 1".formatted(tasks));
    }
    concurrency = tasks;
    return this;
  }

  /**
   * Sets the time without a heartbeat after which the server leases a task to another worker; the
   * default is 30 seconds. The worker sends heartbeats by itself.
   */
  public WorkerBuilder lease(Duration time) {
    if (time.compareTo(MIN_LEASE) < 0 || time.compareTo(MAX_LEASE) > 0) {
      throw new IllegalArgumentException(
          "lease: %s is not between 5 seconds and 10 minutes".formatted(time));
    }
    lease = time;
    return this;
  }

  /** Sets how long tasks may continue after the worker is closed; the default is 10 seconds. */
  public WorkerBuilder grace(Duration time) {
    grace = time;
    return this;
  }

  /**
   * Starts a worker that polls for tasks.
   *
   * @throws IllegalStateException if no handler is registered
   */
  public Worker start() {
    if (handlers.isEmpty()) {
      throw new IllegalStateException(
          "the worker serves no resource; add one with serve(\"resource\", handler)");
    }
    return new Worker(this).begin();
  }

  ApiConnection connection() {
    return connection;
  }

  Map<String, Handler> handlers() {
    return Map.copyOf(handlers);
  }

  Map<String, HandlerDescriptor> descriptors() {
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
