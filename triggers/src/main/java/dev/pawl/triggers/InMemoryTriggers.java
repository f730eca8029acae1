package dev.pawl.triggers;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.TenantId;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.launch.InMemoryEventStarts;
import java.util.List;
import java.util.Optional;

/**
 * The triggers of a test: fixed bindings on a node in memory. An event that would be kept as
 * rejected fails the call instead, so that the test sees it.
 */
public final class InMemoryTriggers {

  private final Node node;
  private final InMemoryEventStarts starts;

  /**
   * Creates triggers.
   *
   * @throws IllegalArgumentException if a binding is wrong
   */
  public InMemoryTriggers(Node node, List<BindingRule> bindings) {
    this.node = node;
    this.starts = new InMemoryEventStarts(node, bindings);
  }

  /** Returns the entry point for one tenant; all tenants have the same bindings. */
  public TenantEvents forTenant(TenantId tenant) {
    return new PublishedEvents(
        node::newId,
        event -> starts.start(tenant, event, Optional.empty()),
        (transaction, event) -> starts.start(tenant, event, Optional.empty()));
  }
}
