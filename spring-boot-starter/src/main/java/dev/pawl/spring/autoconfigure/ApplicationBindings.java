package dev.pawl.spring.autoconfigure;

import dev.pawl.engine.store.TenantId;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.config.DeclaredBindings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bindings of an application: those of its jobs files, and its beans of type {@link
 * BindingRule}.
 */
public final class ApplicationBindings {

  private final ClassPathFlows flows;
  private final List<BindingRule> rules;

  ApplicationBindings(ClassPathFlows flows, List<BindingRule> rules) {
    this.flows = flows;
    this.rules = rules;
  }

  /** Returns all bindings. */
  public List<BindingRule> all() {
    List<BindingRule> all = new ArrayList<>(rules);
    flows.bindings().values().forEach(all::addAll);
    return all;
  }

  /**
   * Stores the bindings; those that this application has declared before and no longer declares are
   * removed.
   *
   * @throws IllegalStateException if one of them is wrong or exists with another owner
   */
  void storeIn(DeclaredBindings store, TenantId tenant, String application) {
    Map<String, List<BindingRule>> declared = new LinkedHashMap<>();
    declared.put(DeclaredBindings.ofApplication(application), rules);
    flows
        .bindings()
        .forEach((flow, ofFlow) -> declared.put(DeclaredBindings.ofDefinition(flow), ofFlow));
    store.replace(tenant, declared, application);
  }
}
