package dev.pawl.sdk;

import java.util.Optional;

/**
 * What the engine offers to a handler during a call. All methods have defaults, so that new ones
 * break no implementation.
 */
public interface CallServices {

  /** Offers nothing: heartbeats and effects are ignored, there are no secrets and connections. */
  CallServices NONE = new CallServices() {};

  /** Reports that the handler is alive. */
  default void heartbeat() {}

  /**
   * Reports progress to the people who watch the execution; also a heartbeat.
   *
   * @param details at most 10,000 characters of JSON
   * @throws IllegalArgumentException if the details are too long
   */
  default void progress(Json details) {
    heartbeat();
  }

  /** Records an effect on the outside world; it becomes part of the outcome of the attempt. */
  default void recordEffect(ExternalEffect effect) {}

  /** Returns the value of a secret of the tenant; empty if there is none with that name. */
  default Optional<String> secret(String name) {
    return Optional.empty();
  }

  /**
   * Returns a text without the values of the secrets that the handler has received. The engine does
   * this to all that a call returns, throws or reports; a handler does it to what it logs or stores
   * itself, and before it shortens a text that may contain a secret.
   */
  default String mask(String text) {
    return text;
  }

  /** Returns a value without the values of the secrets that the handler has received. */
  default Json mask(Json value) {
    return value;
  }

  /** Returns a connection of the tenant with its secrets resolved. */
  default Optional<OutboundConnection> connection(String name) {
    return Optional.empty();
  }

  /** Returns a text template of the tenant, for mails, text messages and notifications. */
  default Optional<MessageTemplate> template(String name) {
    return Optional.empty();
  }

  /** Returns the binder that converts between JSON and the Java types of the handler. */
  default JsonBinder binder() {
    return JsonBinder.RECORDS;
  }
}
