package dev.pawl.sdk;

import java.time.Duration;
import java.util.Optional;

/**
 * A call of a handler: one attempt of one step.
 *
 * @param resource the resource that the state names
 * @param input the effective input of the state
 * @param config the settings of the handler, from the {@code Config} of the state with all
 *     templates and secrets resolved; empty if the state has none
 * @param idempotencyKey equal for all attempts of the step, different for all other steps; at most
 *     128 characters, all of them letters, digits or one of {@code -._~}
 * @param attempt number of the attempt, from 1
 * @param timeout maximum duration of the attempt; empty if the state sets none
 * @param taskToken token with which another program completes the step; empty if the handler's
 *     result completes it
 * @param origin the step that the call belongs to
 * @param services what the engine offers to the handler during the call
 */
public record HandlerCall(
    String resource,
    Json input,
    Optional<Json> config,
    String idempotencyKey,
    int attempt,
    Optional<Duration> timeout,
    Optional<String> taskToken,
    CallOrigin origin,
    CallServices services) {

  /** Creates a call without services and origin, for tests and direct calls. */
  public HandlerCall(
      String resource,
      Json input,
      String idempotencyKey,
      int attempt,
      Optional<Duration> timeout,
      Optional<String> taskToken) {
    this(
        resource,
        input,
        Optional.empty(),
        idempotencyKey,
        attempt,
        timeout,
        taskToken,
        CallOrigin.UNKNOWN,
        CallServices.NONE);
  }

  /**
   * Returns the settings of the handler: the {@code Config} of the state, or its input if it has
   * none, so that definitions with {@code Parameters} work too.
   */
  public Json settings() {
    return config.orElse(input);
  }

  /**
   * Returns the input as an object of a class, such as a record.
   *
   * @throws JsonBindingException if the input does not fit the class; the message names the place
   */
  public <T> T input(Class<T> type) {
    return services.binder().read(input, type);
  }

  /**
   * Returns the {@linkplain #settings settings} of the handler as an object of a class, such as a
   * record.
   *
   * @throws JsonBindingException if they do not fit the class; the message names the place
   */
  public <T> T config(Class<T> type) {
    return services.binder().read(settings(), type);
  }

  /** Returns a copy of this call that converts JSON with another binder. */
  public HandlerCall withBinder(JsonBinder binder) {
    return new HandlerCall(
        resource,
        input,
        config,
        idempotencyKey,
        attempt,
        timeout,
        taskToken,
        origin,
        new CallServicesWithBinder(services, binder));
  }

  /** Returns the id of the execution; empty text where a program calls a handler directly. */
  public String executionId() {
    return origin.execution();
  }

  /** Returns the key of the business object that the execution is about. */
  public Optional<String> businessKey() {
    return origin.businessKey();
  }

  /** Returns the value of a secret of the tenant. */
  public Optional<String> secret(String name) {
    return services.secret(name);
  }

  /** Records an effect on the outside world, which the history of the execution then lists. */
  public void effect(ExternalEffect effect) {
    services.recordEffect(effect);
  }

  /** Reports that the handler is alive. */
  public void heartbeat() {
    services.heartbeat();
  }

  /**
   * Reports progress to the people who watch the execution; also a heartbeat.
   *
   * @param details at most 10,000 characters of JSON
   * @throws IllegalArgumentException if the details are too long
   */
  public void progress(Json details) {
    services.progress(details);
  }
}
