package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate.SqlWork;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.FlowRef;
import dev.pawl.postgres.flow.FlowSearch;
import dev.pawl.postgres.flow.FlowStartState;
import dev.pawl.postgres.flow.FlowStore;
import dev.pawl.postgres.flow.FlowStore.NewFlow;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.IdParameters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Finds the flows that requests name, and reports those that do not exist. */
final class FlowRepository {

  /** Number of codes to try before the code is derived from the id. */
  private static final int MAX_CODE_ATTEMPTS = 20;

  private final TenantDatabase tenanted;
  private final FlowQuotas quotas;

  FlowRepository(TenantDatabase tenanted, FlowQuotas quotas) {
    this.tenanted = tenanted;
    this.quotas = quotas;
  }

  /**
   * Inserts a flow under its code, or under a similar free code if that is taken.
   *
   * @return the flow with the code that it got
   * @throws ApiException if no code is free
   */
  static NewFlow createWithFreeCode(Connection connection, TenantId tenant, NewFlow flow)
      throws SQLException {
    for (int i = 1; i < MAX_CODE_ATTEMPTS; i++) {
      NewFlow named = i == 1 ? flow : flow.withCode(flow.code() + "-" + i);
      if (FlowStore.create(connection, tenant, named)) {
        return named;
      }
    }
    NewFlow last = flow.withCode("flow-" + flow.id());
    if (!FlowStore.create(connection, tenant, last)) {
      throw ApiException.conflict(
          "code-taken", "code: required, because too many flows have that name");
    }
    return last;
  }

  /** Finds a flow by its id or code. */
  static Optional<StoredFlow> find(Connection connection, TenantId tenant, String idOrCode)
      throws SQLException {
    return FlowStore.find(connection, tenant, ref(idOrCode));
  }

  /**
   * Returns a flow by its id or code.
   *
   * @throws ApiException if there is no such flow
   */
  static StoredFlow get(Connection connection, TenantId tenant, String idOrCode)
      throws SQLException {
    return find(connection, tenant, idOrCode).orElseThrow(() -> notFound(idOrCode));
  }

  /**
   * Returns a flow by its id or code.
   *
   * @throws ApiException if there is no such flow
   */
  StoredFlow get(TenantId tenant, String idOrCode) {
    return tenanted.of(tenant).use(connection -> get(connection, tenant, idOrCode));
  }

  /**
   * Returns a flow by its id or code and locks its row until the transaction ends.
   *
   * @throws ApiException if there is no such flow
   */
  static StoredFlow lock(Connection connection, TenantId tenant, String idOrCode)
      throws SQLException {
    return FlowStore.lock(connection, tenant, ref(idOrCode)).orElseThrow(() -> notFound(idOrCode));
  }

  /** Finds a flow by its code and locks its row until the transaction ends. */
  static Optional<StoredFlow> lockByCode(Connection connection, TenantId tenant, String code)
      throws SQLException {
    return FlowStore.lock(connection, tenant, new FlowRef(Optional.empty(), code));
  }

  /**
   * Returns the start-relevant state of a flow given by its id or code.
   *
   * @throws ApiException if there is no such flow
   */
  FlowStartState startState(TenantId tenant, String idOrCode) {
    return FlowStartState.find(tenanted, tenant, ref(idOrCode))
        .orElseThrow(() -> notFound(idOrCode));
  }

  /** Returns a page of the flows that match. */
  List<StoredFlow> list(Caller caller, FlowSearch.Criteria criteria, FlowSearch.FlowPage page) {
    TenantId tenant = caller.tenant();
    // Flows out of scope are left out before the page is cut, since its cursor names the last one.
    return tenanted
        .of(tenant)
        .use(
            connection ->
                FlowSearch.list(connection, tenant, caller.scope().flows(), criteria, page));
  }

  /** Reads from one snapshot. */
  <T> T read(TenantId tenant, SqlWork<T> work) {
    return tenanted.of(tenant).transact(work);
  }

  /**
   * Runs a change in one transaction.
   *
   * @throws dev.pawl.server.problem.QuotaExceededException if it exceeds a quota of the tenant
   */
  <T> T transact(TenantId tenant, SqlWork<T> deed) {
    return quotas.transact(tenant, deed);
  }

  private static FlowRef ref(String idOrCode) {
    return new FlowRef(IdParameters.parse(idOrCode), idOrCode);
  }

  private static ApiException notFound(String idOrCode) {
    return ApiException.notFound("flow '" + idOrCode + "'");
  }
}
