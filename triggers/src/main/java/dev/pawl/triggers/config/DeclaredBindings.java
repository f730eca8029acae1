package dev.pawl.triggers.config;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.Binding.BindingRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /**
   * Replaces the bindings of owners by those that they declare now; what is declared already stays
   * as it is. All owners are changed, or none.
   *
   * @param declared the rules by owner; an empty list removes all of an owner
   * @throws IllegalArgumentException if a field of a rule is wrong, or there would be too many
   * @throws BindingExistsException if a binding that belongs to nobody or another owner has the
   *     same event, scope and flow
   */
  public void replace(TenantId tenant, Map<String, List<BindingRule>> declared, String by) {
    declared.values().forEach(rules -> rules.forEach(BindingStore::checked));
    Difference now =
        tenanted.of(tenant).use(connection -> difference(connection, tenant, declared));
    if (now.isEmpty()) {
      return;
    }
    changes.apply(
        tenant,
        connection -> {
          Difference difference = difference(connection, tenant, declared);
          bindings.requireRoom(connection, tenant, difference.added.size());
          for (Binding removed : difference.removed) {
            ConnectionTemplate.update(connection, DELETE, tenant.value(), removed.id());
          }
          for (Owned added : difference.added) {
            bindings.insert(connection, tenant, added.rule, Optional.of(added.owner), by);
          }
          return true;
        });
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
    for (Binding stored : BindingStore.all(connection, tenant)) {
      String owner = stored.owner().orElse("");
      if (declared.containsKey(owner) && !added.remove(new Owned(owner, stored.rule()))) {
        removed.add(stored);
      }
    }
    return new Difference(removed, added);
  }
}
