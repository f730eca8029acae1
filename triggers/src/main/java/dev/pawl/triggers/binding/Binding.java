package dev.pawl.triggers.binding;

import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A rule that starts a flow when an event arrives.
 *
 * @param id the id of the stored binding
 * @param rule what it matches and starts
 * @param owner {@code flow} if it belongs to the trigger of its flow, {@code definition:} and a
 *     flow or {@code application:} and a name if that declares it; empty if it stands alone
 */
public record Binding(
    UUID id, BindingRule rule, Optional<String> owner, String createdBy, Instant createdAt) {

  /**
   * What a binding matches and starts.
   *
   * @param eventType the name of the event, or a prefix and {@code .*}
   * @param clientId the client it is limited to; empty for any
   * @param lobId the line of business it is limited to; empty for any
   * @param productId the product it is limited to; empty for any
   * @param flow the code of the flow
   * @param priority higher first
   * @param exclusive true if bindings after this one are not considered
   * @param filter a formula that must be true
   * @param inputMapping how the input is taken from the envelope; empty for the envelope itself
   * @param key a formula of the business key; empty for the aggregate id
   * @param debounce how fires are collected before the flow starts once
   * @param onRunning what happens while an execution with the same business key is unfinished
   */
  public record BindingRule(
      String eventType,
      Optional<String> clientId,
      Optional<String> lobId,
      Optional<String> productId,
      String flow,
      int priority,
      boolean exclusive,
      boolean enabled,
      Optional<String> filter,
      Optional<Json> inputMapping,
      Optional<String> key,
      Optional<Json> debounce,
      OnRunning onRunning) {

    /** Returns a rule that starts a flow for every event of a type. */
    public static BindingRule of(String eventType, String flow) {
      return new BindingRule(
          eventType,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          flow,
          0,
          false,
          true,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OnRunning.START);
    }

    /** Returns a copy that is limited to a client, a line of business and a product. */
    public BindingRule forScope(
        Optional<String> client, Optional<String> lob, Optional<String> product) {
      return new BindingRule(
          eventType,
          client,
          lob,
          product,
          flow,
          priority,
          exclusive,
          enabled,
          filter,
          inputMapping,
          key,
          debounce,
          onRunning);
    }

    /** Returns a copy with another priority. */
    public BindingRule withPriority(int newPriority) {
      return new BindingRule(
          eventType,
          clientId,
          lobId,
          productId,
          flow,
          newPriority,
          exclusive,
          enabled,
          filter,
          inputMapping,
          key,
          debounce,
          onRunning);
    }

    /** Returns a copy after which no further binding is considered. */
    public BindingRule asExclusive() {
      return new BindingRule(
          eventType,
          clientId,
          lobId,
          productId,
          flow,
          priority,
          true,
          enabled,
          filter,
          inputMapping,
          key,
          debounce,
          onRunning);
    }

    /** Returns a copy that is switched on or off. */
    public BindingRule withEnabled(boolean on) {
      return new BindingRule(
          eventType,
          clientId,
          lobId,
          productId,
          flow,
          priority,
          exclusive,
          on,
          filter,
          inputMapping,
          key,
          debounce,
          onRunning);
    }

    /** Returns a copy with a filter. */
    public BindingRule withFilter(String formula) {
      return new BindingRule(
          eventType,
          clientId,
          lobId,
          productId,
          flow,
          priority,
          exclusive,
          enabled,
          Optional.of(formula),
          inputMapping,
          key,
          debounce,
          onRunning);
    }

    /** Returns a copy with an input mapping. */
    public BindingRule withInputMapping(Json mapping) {
      return new BindingRule(
          eventType,
          clientId,
          lobId,
          productId,
          flow,
          priority,
          exclusive,
          enabled,
          filter,
          Optional.of(mapping),
          key,
          debounce,
          onRunning);
    }

    /** Returns a copy with a business key, and what happens while an execution has it. */
    public BindingRule withKey(String formula, OnRunning whileRunning) {
      return new BindingRule(
          eventType,
          clientId,
          lobId,
          productId,
          flow,
          priority,
          exclusive,
          enabled,
          filter,
          inputMapping,
          Optional.of(formula),
          debounce,
          whileRunning);
    }

    /** Returns a copy that collects fires. */
    public BindingRule withDebounce(Json settings) {
      return new BindingRule(
          eventType,
          clientId,
          lobId,
          productId,
          flow,
          priority,
          exclusive,
          enabled,
          filter,
          inputMapping,
          key,
          Optional.of(settings),
          onRunning);
    }
  }
}
