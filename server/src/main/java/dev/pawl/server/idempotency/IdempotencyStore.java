package dev.pawl.server.idempotency;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The stored responses of idempotency keys. A key is claimed before its request is served and gets
 * the response afterwards; a claim expires in between if its node dies.
 */
final class IdempotencyStore {

  /** The lease of a claim, longer than any request takes. */
  private static final String LEASE_INTERVAL = "interval '2 minutes'";

  private static final String RETENTION_INTERVAL = "interval '24 hours'";

  // Expired claims and old responses are replaced.
  private static final String CLAIM =
      """
      insert into pawl.stored_response as a (tenant, key, request, lease_until)
      values (?, ?, ?, now() + %1$s)
      on conflict (tenant, key) do update
         set request = excluded.request, lease_until = excluded.lease_until, at = now(),
             status = null, type = null, location = null, body = null
       where a.at < now() - %2$s or a.status is null and a.lease_until < now()
      """
          .formatted(LEASE_INTERVAL, RETENTION_INTERVAL);

  private static final String FIND =
      """
      select a.request, a.status, coalesce(a.type, ''), coalesce(a.location, ''), a.body
        from pawl.stored_response a where a.tenant = ? and a.key = ?
      """;

  private static final String SAVE_RESPONSE =
      """
      update pawl.stored_response set status = ?, type = ?, location = ?, body = ?
       where tenant = ? and key = ? and request = ?
      """;

  private static final String RELEASE =
      """
      delete from pawl.stored_response
       where tenant = ? and key = ? and request = ? and status is null
      """;

  private static final int ROWS_PER_STATEMENT = 1_000;

  private static final String DELETE_OLD =
      """
      delete from pawl.stored_response a
       where (a.tenant, a.key) in (
         select o.tenant, o.key from pawl.stored_response o
          where o.at < now() - %s order by o.at limit %d)
      """
          .formatted(RETENTION_INTERVAL, ROWS_PER_STATEMENT);

  private final TenantDatabase tenanted;

  /** For deletions of all tenants. */
  private final ConnectionTemplate jdbc;

  IdempotencyStore(TenantDatabase tenanted, ConnectionTemplate jdbc) {
    this.tenanted = tenanted;
    this.jdbc = jdbc;
  }

  /** A request with its key. */
  record IdempotentRequest(TenantId tenant, String key, byte[] digest) {}

  /**
   * A stored response.
   *
   * @param type of the body; empty for none
   * @param location empty for none
   */
  record SavedResponse(int status, String type, String location, byte[] body) {}

  /** The result of a claim. */
  sealed interface KeyClaim {

    /** The key is free and now claimed. */
    enum Acquired implements KeyClaim {
      MINE
    }

    /** The first request with the key is still in progress. */
    enum InProgress implements KeyClaim {
      IN_PROGRESS
    }

    /** The key belongs to a different request. */
    enum Reused implements KeyClaim {
      REUSED
    }

    record Completed(SavedResponse answer) implements KeyClaim {}
  }

  KeyClaim claim(IdempotentRequest request) {
    return tenanted.of(request.tenant()).use(connection -> claim(connection, request));
  }

  private static KeyClaim claim(Connection connection, IdempotentRequest request)
      throws SQLException {
    int tenant = request.tenant().value();
    while (true) {
      if (ConnectionTemplate.update(connection, CLAIM, tenant, request.key(), request.digest())
          == 1) {
        return KeyClaim.Acquired.MINE;
      }
      Optional<KeyClaim> found =
          Rows.first(
              connection, FIND, row -> existingClaim(row, request.digest()), tenant, request.key());
      if (found.isPresent()) {
        return found.get();
      }
      // The claim was released in between.
    }
  }

  private static KeyClaim existingClaim(ResultSet row, byte[] digest) throws SQLException {
    if (!Arrays.equals(row.getBytes(1), digest)) {
      return KeyClaim.Reused.REUSED;
    }
    int status = row.getInt(2);
    if (status == 0) {
      return KeyClaim.InProgress.IN_PROGRESS;
    }
    return new KeyClaim.Completed(
        new SavedResponse(status, row.getString(3), row.getString(4), row.getBytes(5)));
  }

  void saveResponse(IdempotentRequest request, SavedResponse answer) {
    tenanted
        .of(request.tenant())
        .update(
            SAVE_RESPONSE,
            answer.status(),
            answer.type(),
            answer.location(),
            answer.body(),
            request.tenant().value(),
            request.key(),
            request.digest());
  }

  /** Releases the claim of a request that had no effect. */
  void release(IdempotentRequest request) {
    tenanted
        .of(request.tenant())
        .update(RELEASE, request.tenant().value(), request.key(), request.digest());
  }

  void deleteOld() {
    jdbc.updateInBatches(ROWS_PER_STATEMENT, DELETE_OLD);
  }
}
