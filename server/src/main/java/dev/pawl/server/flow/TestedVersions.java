package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.model.Flow;
import dev.pawl.model.FlowReferences;
import dev.pawl.model.FlowReferences.ResourceUse;
import dev.pawl.model.State;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.postgres.flow.TestedDrafts;
import dev.pawl.postgres.flow.VersionStore;
import dev.pawl.postgres.flow.VersionStore.PublishedVersion;
import dev.pawl.server.problem.ApiException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Provides the version that a test runs. The draft is stored as an unpublished version with a
 * negative number and is kept as long as a test refers to it.
 */
public final class TestedVersions {

  private final FlowRepository catalogue;
  private final ActiveVersions active;

  TestedVersions(FlowRepository catalogue, ActiveVersions active) {
    this.catalogue = catalogue;
    this.active = active;
  }

  /**
   * A request for a test.
   *
   * @param version version to test; empty tests the draft
   * @param mocked names of states or resources that have mock results
   * @param by name of the caller
   */
  public record Asked(String flow, Optional<Integer> version, Set<String> mocked, String by) {}

  /**
   * Returns the requested version, or a stored copy of the draft if none is requested.
   *
   * @throws ApiException if the flow cannot start, is invalid, or does not use a mocked name
   */
  public ActiveVersions.Named of(TenantId tenant, Asked asked) {
    if (asked.version().isPresent()) {
      ActiveVersions.Named named = active.named(tenant, asked.flow(), asked.version());
      return catalogue.transact(
          tenant,
          connection -> {
            Source source =
                FlowVersions.get(connection, tenant, named.code(), named.version()).source();
            new Called(connection, tenant).mustHave(asked.mocked(), read(source));
            return named;
          });
    }
    active.mustStart(tenant, asked.flow());
    return catalogue.transact(
        tenant,
        connection -> {
          StoredFlow found = FlowRepository.locked(connection, tenant, asked.flow());
          Source draft = found.text().source();
          new Called(connection, tenant).mustHave(asked.mocked(), read(draft));
          int number = TestedDrafts.keep(connection, tenant, found.code(), draft, asked.by());
          return new ActiveVersions.Named(found.code(), number, found.about().priority());
        });
  }

  /** Collects the names that a flow and the flows it calls use. */
  private static final class Called {
    private final Connection connection;
    private final TenantId tenant;
    private final Set<String> flows = new HashSet<>();
    private final Set<String> names = new TreeSet<>();
    private boolean isOpen;

    Called(Connection connection, TenantId tenant) {
      this.connection = connection;
      this.tenant = tenant;
    }

    /**
     * Verifies that every mocked name is used, because a misspelled mock would let the real call
     * run.
     */
    void mustHave(Set<String> mocked, Flow flow) throws SQLException {
      if (mocked.isEmpty()) {
        return;
      }
      add(flow);
      // The caller may lack permission for the called flows, so the message leaves out their names.
      Set<String> own = names(flow);
      for (String name : mocked) {
        if (!isOpen && !names.contains(name)) {
          throw ApiException.refused(
              "unknown-mock",
              "the flow has no Task and no resource '%s'; it has %s"
                  .formatted(name, own.isEmpty() ? "none" : "'" + String.join("', '", own) + "'"));
        }
      }
    }

    private static Set<String> names(Flow flow) {
      Set<String> names = new TreeSet<>();
      for (ResourceUse use : FlowReferences.of(flow).resources()) {
        names.add(use.resource());
        if (use.state() instanceof State.Task task) {
          names.add(task.name());
        }
      }
      return names;
    }

    private void add(Flow flow) throws SQLException {
      names.addAll(names(flow));
      for (ResourceUse use : FlowReferences.of(flow).resources()) {
        if (use.call().isPresent()) {
          Optional<String> code = use.call().get().code();
          if (code.isPresent() && flows.add(code.get())) {
            call(code.get());
          }
          // A computed code is known only when the call is made.
          isOpen |= code.isEmpty();
        }
      }
    }

    private void call(String code) throws SQLException {
      Optional<StoredFlow> called = FlowRepository.find(connection, tenant, code);
      if (called.isPresent()) {
        Optional<PublishedVersion> version = VersionStore.active(connection, tenant, called.get());
        if (version.isPresent()) {
          add(read(version.get().source()));
        }
      } else {
        isOpen = true; // a program may have deployed it
      }
    }
  }

  private static Flow read(Source source) {
    return FlowBody.read(source, true).flow().orElseThrow();
  }
}
