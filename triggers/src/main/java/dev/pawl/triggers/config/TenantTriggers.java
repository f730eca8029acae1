package dev.pawl.triggers.config;

import dev.pawl.triggers.binding.BindingTable;
import java.util.Map;
import java.util.Optional;

/**
 * The triggers of a tenant in memory; immutable.
 *
 * @param epoch the configuration epoch that they belong to; starts carry it
 */
public record TenantTriggers(
    long epoch, BindingTable bindings, Map<String, FlowTrigger> flowTriggers) {

  public TenantTriggers {
    flowTriggers = Map.copyOf(flowTriggers);
  }

  /** Returns how a flow starts; empty if nothing says so. */
  public Optional<FlowTrigger> ofFlow(String flow) {
    return Optional.ofNullable(flowTriggers.get(flow));
  }
}
