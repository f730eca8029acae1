package dev.pawl.triggers.config;

import dev.pawl.dialects.DialectBinding;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.binding.OnRunning;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Bindings that a text declares: a definition, or the configuration of an application. They belong
 * to it, so that what it no longer declares is removed.
 */
public final class DeclaredBindings {

  private static final String DEFINITION = "definition:";
  private static final String APPLICATION = "application:";

  private static final String DELETE =
      "delete from pawl.binding where tenant = ? and id = ? and owner is not null";

  private final TenantDatabase tenanted;
  private final ConfigChanges changes;
  private final BindingStore bindings;

  public DeclaredBindings(TenantDatabase tenanted, ConfigChanges changes, BindingStore bindings) {
    this.tenanted = tenanted;
    this.changes = changes;
    this.bindings = bindings;
  }

  /** Returns the owner of the bindings that the definition of a flow declares. */
  public static String ofDefinition(String flow) {
    return DEFINITION + flow;
  }

  /** Returns the owner of the bindings that an application declares. */
  public static String ofApplication(String name) {
    return APPLICATION + name;
  }

  /** Returns the rules of the bindings that the definition of a flow declares. */
  public static List<BindingRule> rules(String flow, List<DialectBinding> declared) {
    return declared.stream().map(binding -> rule(flow, binding)).toList();
  }

  private static BindingRule rule(String flow, DialectBinding declared) {
    return new BindingRule(
        declared.eventType(),
        declared.clientId(),
        declared.lobId(),
        declared.productId(),
        flow,
        declared.priority(),
        declared.isExclusive(),
        true,
        declared.filter(),
        declared.inputMapping(),
        declared.key(),
        Optional.empty(),
        OnRunning.START);
  }

  /**
   * Replaces the bindings of owners by those that they declare now; what is declared already stays
   * as it is. All owners are changed, or none.
   *
   * @param declared the rules by owner; an empty list removes all of an owner
   * @throws IllegalArgumentException if a field of a rule is wrong, or there would be too many
   * @throws BindingExistsException if a binding that stands alone or has another owner has the same
   *     event, scope and flow
   */
  public void replace(TenantId tenant, Map<String, List<BindingRule>> declared, String by) {
    tenanted
        .of(tenant)
        .transact(connection -> replace(connection, tenant, declared, by))
        .ifPresent(this::awaitNodes);
  }

  /**
   * Replaces the bindings of owners in the transaction of the caller.
   *
   * @return the epoch of the change, for {@link #awaitNodes} after the commit; empty if nothing
   *     changes
   */
  public OptionalLong replace(
      Connection connection, TenantId tenant, Map<String, List<BindingRule>> declared, String by)
      throws SQLException {
    declared.values().forEach(rules -> rules.forEach(BindingStore::checked));
    // Most definitions declare nothing; they do not wait for the lock of the configuration.
    if (difference(connection, tenant, declared).isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        changes
            .apply(
                connection,
                tenant,
                locked -> {
                  apply(locked, tenant, difference(locked, tenant, declared), by);
                  return true;
                })
            .epoch());
  }

  /**
   * Returns when each live node knows a change, or reads it before it decides again. Before it is
   * committed, it is known to none.
   */
  public void awaitNodes(long epoch) {
    changes.awaitNodes(epoch);
  }

  private void apply(Connection connection, TenantId tenant, Difference difference, String by)
      throws SQLException {
    for (Binding removed : difference.removed) {
      ConnectionTemplate.update(connection, DELETE, tenant.value(), removed.id());
    }
    bindings.requireRoom(connection, tenant, difference.added.size());
    for (Owned added : difference.added) {
      bindings.insert(connection, tenant, added.rule, Optional.of(added.owner), by);
    }
  }

  private record Owned(String owner, BindingRule rule) {}

  private record Difference(List<Binding> removed, List<Owned> added) {
    boolean isEmpty() {
      return removed.isEmpty() && added.isEmpty();
    }
  }

  private static Difference difference(
      Connection connection, TenantId tenant, Map<String, List<BindingRule>> declared)
      throws SQLException {
    List<Owned> added = new ArrayList<>();
    declared.forEach((owner, rules) -> rules.forEach(rule -> added.add(new Owned(owner, rule))));
    List<Binding> removed = new ArrayList<>();
    for (Binding stored : BindingStore.ofOwners(connection, tenant, declared.keySet())) {
      if (!added.remove(new Owned(stored.owner().orElseThrow(), stored.rule()))) {
        removed.add(stored);
      }
    }
    return new Difference(removed, added);
  }
}
