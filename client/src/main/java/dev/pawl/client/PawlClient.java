package dev.pawl.client;

import dev.pawl.client.admin.AuditApi;
import dev.pawl.client.admin.KeysApi;
import dev.pawl.client.admin.ServerApi;
import dev.pawl.client.admin.TenantsApi;
import dev.pawl.client.execution.ExecutionsApi;
import dev.pawl.client.failure.FailuresApi;
import dev.pawl.client.flow.FlowUsageApi;
import dev.pawl.client.flow.FlowsApi;
import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.ApiResponse;
import dev.pawl.client.http.LiveEvents;
import dev.pawl.client.operate.JobsApi;
import dev.pawl.client.operate.OperatorApi;
import dev.pawl.client.operate.StatsApi;
import dev.pawl.client.outbound.BreakersApi;
import dev.pawl.client.outbound.ConnectionsApi;
import dev.pawl.client.outbound.SecretsApi;
import dev.pawl.client.outbound.TemplatesApi;
import dev.pawl.client.trigger.BindingsApi;
import dev.pawl.client.trigger.RejectedApi;
import dev.pawl.client.trigger.WebhooksApi;
import dev.pawl.client.view.ViewsApi;
import dev.pawl.client.worker.TasksApi;
import dev.pawl.client.worker.WorkerBuilder;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The client of the HTTP API of a server or a load balancer, with one API key.
 *
 * <p>Calls block. A thread that is interrupted meanwhile gets a {@code
 * RequestInterruptedException}; a refusal is a {@code PawlApiException}, and a server that does not
 * answer is an {@code UnreachableException}. Reads, and writes under an idempotency key, are
 * repeated with increasing pauses while the server is away or overloaded; all writes of the typed
 * operations carry such a key. Thread-safe.
 */
public final class PawlClient implements AutoCloseable {

  private final ApiConnection connection;

  private PawlClient(ApiConnection connection) {
    this.connection = connection;
  }

  /**
   * Returns a client with the default settings.
   *
   * @param address such as {@code http://127.0.0.1:8080}
   */
  public static PawlClient connect(String address, String key) {
    return builder(address).key(key).build();
  }

  public static Builder builder(String address) {
    return new Builder(address);
  }

  /** Settings of a client. */
  public static final class Builder {

    private final URI address;
    private Optional<String> key = Optional.empty();
    private Duration connectTimeout = Duration.ofSeconds(10);
    private Duration requestTimeout = Duration.ofSeconds(60);
    private int maxRetries = 3;

    private Builder(String address) {
      String trimmed = address.strip();
      while (trimmed.endsWith("/")) {
        trimmed = trimmed.substring(0, trimmed.length() - 1);
      }
      this.address = URI.create(trimmed);
    }

    /** Sets the API key; without one, only what needs none can be called. */
    public Builder key(String newKey) {
      key = Optional.of(newKey);
      return this;
    }

    /** Sets how long connecting may take; the default is 10 seconds. */
    public Builder connectTimeout(Duration time) {
      connectTimeout = time;
      return this;
    }

    /**
     * Sets how long the server may take to answer; the default is 60 seconds. What waits for
     * something adds the time that it waits.
     */
    public Builder requestTimeout(Duration time) {
      requestTimeout = time;
      return this;
    }

    /** Sets how often a request that is safe to repeat is repeated; the default is 3. */
    public Builder maxRetries(int retries) {
      maxRetries = retries;
      return this;
    }

    /**
     * Returns a client with these settings.
     *
     * @throws IllegalArgumentException if the address is not one of a server
     */
    public PawlClient build() {
      return new PawlClient(
          new ApiConnection(
              new ApiConnection.Settings(
                  address, key, connectTimeout, requestTimeout, maxRetries)));
    }
  }

  public URI address() {
    return connection.address();
  }

  /** Returns a client with another key that shares the connections of this one. */
  public PawlClient withKey(String key) {
    ApiConnection.Settings now = connection.settings();
    return new PawlClient(
        connection.with(
            new ApiConnection.Settings(
                now.address(),
                Optional.of(key),
                now.connectTimeout(),
                now.requestTimeout(),
                now.maxRetries())));
  }

  /** Returns the operations on flows: deployment, versions, validation, transfer. */
  public FlowsApi flows() {
    return new FlowsApi(connection);
  }

  /** Returns the operations on saved views and preferences of the console. */
  public ViewsApi views() {
    return new ViewsApi(connection);
  }

  /** Returns the operations that start, find and follow executions. */
  public ExecutionsApi executions() {
    return new ExecutionsApi(connection);
  }

  /** Returns the actions of operators on one, many or all executions. */
  public OperatorApi operator() {
    return new OperatorApi(connection);
  }

  /** Returns the operations on bindings, which let events start flows. */
  public BindingsApi bindings() {
    return new BindingsApi(connection);
  }

  /** Returns the operations on webhooks, by which other systems start flows. */
  public WebhooksApi webhooks() {
    return new WebhooksApi(connection);
  }

  /** Returns the operations on events that could not start their flow. */
  public RejectedApi rejected() {
    return new RejectedApi(connection);
  }

  /** Returns the operations on failure families. */
  public FailuresApi failures() {
    return new FailuresApi(connection);
  }

  /** Returns the operations on jobs, which carry out actions on many executions. */
  public JobsApi jobs() {
    return new JobsApi(connection);
  }

  /** Returns the settings of a new worker, which carries out tasks with handlers. */
  public WorkerBuilder worker() {
    return new WorkerBuilder(connection);
  }

  /** Returns the single operations on tasks, such as finishing a step by its task token. */
  public TasksApi tasks() {
    return new TasksApi(connection);
  }

  /** Returns what flows did and what depends on them. */
  public FlowUsageApi flowUsage() {
    return new FlowUsageApi(connection);
  }

  /** Returns the statistics of executions. */
  public StatsApi stats() {
    return new StatsApi(connection);
  }

  /** Returns the operations on the API keys of the caller's tenant. */
  public KeysApi keys() {
    return new KeysApi(connection);
  }

  /** Returns the operations on tenants and their limits, for administrators of the platform. */
  public TenantsApi tenants() {
    return new TenantsApi(connection);
  }

  /** Returns the operations on the secrets of the caller's tenant. */
  public SecretsApi secrets() {
    return new SecretsApi(connection);
  }

  /** Returns the operations on the circuit breakers of the caller's tenant. */
  public BreakersApi breakers() {
    return new BreakersApi(connection);
  }

  /** Returns the operations on the connections of the caller's tenant to other systems. */
  public ConnectionsApi connections() {
    return new ConnectionsApi(connection);
  }

  /** Returns the operations on the message templates of the caller's tenant. */
  public TemplatesApi templates() {
    return new TemplatesApi(connection);
  }

  /** Returns the operations on the audit trail. */
  public AuditApi audit() {
    return new AuditApi(connection);
  }

  /** Returns the operations on the server itself: nodes, health, metrics. */
  public ServerApi server() {
    return new ServerApi(connection);
  }

  /**
   * Calls any operation of the API; writes get an idempotency key.
   *
   * @param path path and query, encoded
   */
  public Json request(String method, String path, Json body) {
    return connection.write(method, path, body);
  }

  /** Calls any operation that reads; {@code path} has the query too and is encoded. */
  public Json get(String path) {
    return connection.get(path);
  }

  /** Calls any operation with all settings of the request; repeats it if that is safe. */
  public ApiResponse send(ApiRequest request) {
    return connection.send(request);
  }

  /**
   * Sends a request exactly once and returns the response, whatever its status.
   *
   * @throws IOException if there is no response
   */
  public ApiResponse exchange(ApiRequest request) throws IOException, InterruptedException {
    return connection.exchange(request);
  }

  /** Returns at most so many items of any list, reading page after page as they are needed. */
  public Stream<Json> list(String path, int maxItems) {
    return connection.list(path, maxItems);
  }

  /** Follows any stream of server-sent events. */
  public LiveEvents stream(String path) {
    return new LiveEvents(connection, path);
  }

  /** Closes all connections, also of clients that share them; requests in flight fail. */
  @Override
  public void close() {
    connection.close();
  }
}
