package dev.pawl.server.flow;

import dev.pawl.dialects.Dialects;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate.SqlWork;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.postgres.flow.VersionStore;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.ApiException;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.config.BindingExistsException;
import dev.pawl.triggers.config.DeclaredBindings;
import dev.pawl.triggers.config.FlowTrigger;
import dev.pawl.triggers.config.FlowTriggerStore;
import dev.pawl.triggers.config.FlowTriggerType;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Changes which versions of flows are active, and in the same transaction the bindings that these
 * versions declare. A flow without an active version, or an archived one, has no such bindings.
 */
public final class FlowChanges {

  private final FlowRepository flows;
  private final ActiveVersions active;
  private final DeclaredBindings bindings;
  private final FlowTriggerStore triggers;

  FlowChanges(FlowRepository flows, ActiveVersions active, Triggers triggers) {
    this.flows = flows;
    this.active = active;
    this.bindings = triggers.declaredBindings();
    this.triggers = triggers.flowTriggers();
  }

  private record Changed<T>(T result, OptionalLong epoch) {}

  /**
   * Applies a change. When this method returns, no node starts anything by bindings that the change
   * has removed.
   *
   * @param codes returns the codes of the flows whose active version may have changed
   * @throws ApiException if a binding that does not belong to the definition has the same event,
   *     scope and flow, or if a flow that starts by a screen became active
   */
  <T> T apply(Caller caller, SqlWork<T> change, Function<T, ? extends Collection<String>> codes) {
    try {
      Changed<T> changed =
          flows.transact(
              caller.tenant(),
              connection -> {
                T result = change.run(connection);
                return new Changed<>(
                    result, storeBindings(connection, caller, codes.apply(result)));
              });
      changed.epoch.ifPresent(bindings::awaitNodes);
      return changed.result;
    } catch (BindingExistsException exists) {
      throw ApiException.conflict("binding-exists", String.valueOf(exists.getMessage()));
    } finally {
      active.clearCache();
    }
  }

  private OptionalLong storeBindings(Connection connection, Caller caller, Collection<String> codes)
      throws SQLException {
    if (codes.isEmpty()) {
      return OptionalLong.empty();
    }
    TenantId tenant = caller.tenant();
    List<String> activeCodes = new ArrayList<>();
    Map<String, List<BindingRule>> declared = new LinkedHashMap<>();
    for (String code : codes) {
      Optional<Source> source = active(connection, tenant, code);
      source.ifPresent(present -> activeCodes.add(code));
      declared.put(
          DeclaredBindings.ofDefinition(code),
          source.map(text -> rules(code, text)).orElse(List.of()));
    }
    OptionalLong epoch = replace(connection, tenant, declared, caller.name());
    // The lock of bindings is stronger than that of triggers; taken second, it could deadlock.
    for (String code : activeCodes) {
      requireStartable(connection, tenant, code);
    }
    return epoch;
  }

  private OptionalLong replace(
      Connection connection, TenantId tenant, Map<String, List<BindingRule>> declared, String by)
      throws SQLException {
    try {
      return bindings.replace(connection, tenant, declared, by);
    } catch (IllegalArgumentException refused) {
      throw ApiException.refused("bad-binding", String.valueOf(refused.getMessage()));
    }
  }

  private static Optional<Source> active(Connection connection, TenantId tenant, String code)
      throws SQLException {
    StoredFlow flow = FlowRepository.get(connection, tenant, code);
    return FlowStatus.of(flow) == FlowStatus.ACTIVE
        ? VersionStore.active(connection, tenant, flow).map(VersionStore.PublishedVersion::source)
        : Optional.empty();
  }

  private static List<BindingRule> rules(String code, Source source) {
    return DeclaredBindings.rules(
        code, Dialects.compile(source.text(), source.format()).bindings());
  }

  private void requireStartable(Connection connection, TenantId tenant, String code)
      throws SQLException {
    Optional<FlowTrigger> trigger = triggers.lock(connection, tenant, code);
    if (trigger.filter(one -> one.type() == FlowTriggerType.SCREEN).isPresent()) {
      throw ApiException.conflict(
          "screen-flow",
          "the flow '%s' has a trigger of type SCREEN, so it cannot be active; set another trigger by PUT /api/flows/%s/trigger"
              .formatted(code, code));
    }
  }

  /**
   * Verifies that a flow may get a trigger of a type.
   *
   * @throws ApiException if the type needs a flow without an active version, and this one has one
   */
  public static void requireSuitable(Connection connection, TenantId tenant, FlowTrigger trigger)
      throws SQLException {
    if (trigger.type() == FlowTriggerType.SCREEN
        && active(connection, tenant, trigger.flow()).isPresent()) {
      throw ApiException.conflict(
          "active",
          "type: SCREEN is only for flows without an active version; deactivate '%s' first"
              .formatted(trigger.flow()));
    }
  }
}
