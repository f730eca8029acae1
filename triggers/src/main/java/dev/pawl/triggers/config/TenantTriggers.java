package dev.pawl.triggers.config;

import dev.pawl.triggers.binding.BindingTable;
import java.util.Map;
import java.util.Optional;

/**
 * The triggers of a tenant in memory; immutable.
 *
 * @param epoch the configuration epoch that they belong to; starts carry it
 * @param flowTriggers by the codes of their flows
 * @param webhooks by their paths
 */
public record TenantTriggers(
    long epoch,
    BindingTable bindings,
    Map<String, FlowTrigger> flowTriggers,
    Map<String, Webhook> webhooks) {

  public TenantTriggers {
    flowTriggers = Map.copyOf(flowTriggers);
    webhooks = Map.copyOf(webhooks);
  }

  /** Returns how a flow starts; empty if nothing says so. */
  public Optional<FlowTrigger> ofFlow(String flow) {
    return Optional.ofNullable(flowTriggers.get(flow));
  }

  /** Returns the webhook with that path. */
  public Optional<Webhook> ofWebhook(String path) {
    return Optional.ofNullable(webhooks.get(path));
  }
}
