package dev.pawl.triggers.config;

import dev.pawl.triggers.binding.Binding.BindingRule;

/** Thrown when a binding with the same event, client, line of business, product and flow exists. */
public final class BindingExistsException extends RuntimeException {

  private static final long serialVersionUID = 1;

  BindingExistsException(BindingRule rule) {
    super(
        "a binding of event '%s' to flow '%s' with the same client, lob and product exists; change that one"
            .formatted(rule.eventType(), rule.flow()));
  }
}
