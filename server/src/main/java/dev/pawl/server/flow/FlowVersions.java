package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.VersionStore;
import dev.pawl.postgres.flow.VersionStore.Publication;
import dev.pawl.postgres.flow.VersionStore.PublishedVersion;
import dev.pawl.postgres.flow.VersionStore.VersionInfo;
import dev.pawl.postgres.flow.VersionStore.VersionRange;
import dev.pawl.server.problem.ApiException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Publishes and finds the versions that requests name, and reports those that do not exist. */
final class FlowVersions {

  private final TenantDatabase tenanted;

  FlowVersions(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /**
   * Publishes and activates a version. If the source equals that of the newest version, that
   * version is activated and no new one is created.
   *
   * @return the number of the active version
   * @throws ApiException if there is no such flow
   */
  static int publish(Connection connection, TenantId tenant, Publication wanted)
      throws SQLException {
    return VersionStore.publish(connection, tenant, wanted)
        .orElseThrow(() -> ApiException.notFound("flow '" + wanted.code() + "'"));
  }

  /**
   * Makes an existing version the active one.
   *
   * @throws ApiException if there is no such version
   */
  static void activate(Connection connection, TenantId tenant, String code, int number)
      throws SQLException {
    get(connection, tenant, code, number);
    VersionStore.activate(connection, tenant, code, number);
  }

  /** Lists the versions with numbers below the given one, newest first. */
  List<VersionInfo> list(TenantId tenant, String code, int below, int limit) {
    return tenanted
        .of(tenant)
        .use(connection -> VersionStore.list(connection, tenant, code, below, limit));
  }

  /**
   * Returns a version.
   *
   * @throws ApiException if there is no such version
   */
  PublishedVersion get(TenantId tenant, String code, int number) {
    return tenanted.of(tenant).use(connection -> get(connection, tenant, code, number));
  }

  static PublishedVersion get(Connection connection, TenantId tenant, String code, int number)
      throws SQLException {
    Optional<PublishedVersion> found = VersionStore.find(connection, tenant, code, number);
    if (found.isEmpty()) {
      throw noVersion(code, number, VersionStore.range(connection, tenant, code));
    }
    return found.get();
  }

  /** Creates the error for a version that does not exist; its message names those that do. */
  static ApiException noVersion(String code, int number, VersionRange existing) {
    int first = existing.first();
    int last = existing.last();
    String known =
        last < first
            ? "it has none: publish it first"
            : first == last
                ? "it has version %d".formatted(first)
                : "it has versions %d to %d".formatted(first, last);
    return ApiException.notFound("version %d of flow '%s'; %s".formatted(number, code, known));
  }
}
