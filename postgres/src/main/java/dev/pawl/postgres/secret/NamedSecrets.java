package dev.pawl.postgres.secret;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;

/** The named secrets of tenants. Values are encrypted; the context of each is authenticated. */
public final class NamedSecrets {

  /** The largest number of secrets of a tenant. */
  public static final int MAX_SECRETS_PER_TENANT = 1_000;

  // One writer per tenant: the version is part of what is encrypted.
  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('pawl.secret', ?))";

  private static final String VERSION =
      "select s.version from pawl.secret s where s.tenant = ? and s.name = ?";

  private static final String COUNT = "select count(*) from pawl.secret s where s.tenant = ?";

  private static final String SAVE =
      """
      insert into pawl.secret (tenant, version, name, nonce, ciphertext, updated_by)
      values (?, ?, ?, ?, ?, ?)
      on conflict (tenant, name) do update
        set version = excluded.version, nonce = excluded.nonce, ciphertext = excluded.ciphertext,
            updated_at = now(), updated_by = excluded.updated_by
      returning name, version, updated_at, updated_by
      """;

  private static final String LIST =
      """
      select s.name, s.version, s.updated_at, s.updated_by
        from pawl.secret s
       where s.tenant = ? order by s.name
      """;

  private static final String FIND =
      """
      select s.name, s.version, s.updated_at, s.updated_by
        from pawl.secret s
       where s.tenant = ? and s.name = ?
      """;

  private static final String READ =
      """
      select s.version, s.nonce, s.ciphertext, k.master, k.wrapped
        from pawl.secret s
        join pawl.tenant_key k on k.tenant = s.tenant
       where s.tenant = ? and s.name = ?
      """;

  private static final String DELETE = "delete from pawl.secret where tenant = ? and name = ?";

  private final TenantDatabase database;
  private final TenantKeys keys;

  /** Creates access to the secrets with the given access to rows of tenants. */
  public NamedSecrets(TenantDatabase database, TenantKeys keys) {
    this.database = database;
    this.keys = keys;
  }

  /**
   * A secret without its value.
   *
   * @param version number of times its value was set
   */
  public record SecretInfo(String name, int version, Instant updatedAt, String updatedBy) {}

  private record EncryptedSecret(
      int version, AesGcm.Sealed sealed, TenantKeys.WrappedKey dataKey) {}

  /** Returns true if a master key is configured, so that secrets can be written. */
  public boolean canWrite() {
    return keys.canEncrypt();
  }

  /**
   * Sets the value of a secret; empty if the tenant has reached its limit.
   *
   * @param by who sets it, for people
   * @throws MasterKeyException if no master key is configured, or not the right one
   */
  public Optional<SecretInfo> set(TenantId tenant, String name, String value, String by) {
    return database
        .of(tenant)
        .transact(
            connection -> {
              Rows.list(connection, LOCK, row -> true, (long) tenant.value());
              Optional<Integer> before =
                  Rows.first(connection, VERSION, row -> row.getInt(1), tenant.value(), name);
              if (before.isEmpty() && count(connection, tenant) >= MAX_SECRETS_PER_TENANT) {
                return Optional.empty();
              }
              int version = before.orElse(0) + 1;
              SecretKey dataKey = keys.findOrCreate(connection, tenant);
              AesGcm.Sealed sealed =
                  AesGcm.seal(
                      dataKey,
                      value.getBytes(StandardCharsets.UTF_8),
                      context(tenant, name, version));
              return Rows.first(
                  connection,
                  SAVE,
                  NamedSecrets::info,
                  tenant.value(),
                  version,
                  name,
                  sealed.nonce(),
                  sealed.ciphertext(),
                  by);
            });
  }

  private static int count(Connection connection, TenantId tenant) throws SQLException {
    return Rows.first(connection, COUNT, row -> row.getInt(1), tenant.value()).orElse(0);
  }

  /** Returns all secrets of a tenant without their values, by name. */
  public List<SecretInfo> list(TenantId tenant) {
    return database
        .of(tenant)
        .use(connection -> Rows.list(connection, LIST, NamedSecrets::info, tenant.value()));
  }

  /** Returns a secret without its value. */
  public Optional<SecretInfo> find(TenantId tenant, String name) {
    return database
        .of(tenant)
        .use(connection -> Rows.first(connection, FIND, NamedSecrets::info, tenant.value(), name));
  }

  /** Deletes a secret; returns false if there is none. */
  public boolean delete(TenantId tenant, String name) {
    return database.of(tenant).update(DELETE, tenant.value(), name) > 0;
  }

  /**
   * Returns the value of a secret, for a handler call.
   *
   * @throws MasterKeyException if no master key matches
   * @throws SecretDamagedException if the stored value does not belong to this secret
   */
  public Optional<String> read(TenantId tenant, String name) {
    return database
        .of(tenant)
        .use(connection -> Rows.first(connection, READ, NamedSecrets::row, tenant.value(), name))
        .map(found -> decrypt(tenant, name, found));
  }

  private String decrypt(TenantId tenant, String name, EncryptedSecret found) {
    SecretKey dataKey = keys.unwrap(tenant.value(), found.dataKey());
    try {
      byte[] plain = AesGcm.open(dataKey, found.sealed(), context(tenant, name, found.version()));
      return new String(plain, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new SecretDamagedException(name);
    }
  }

  private static String context(TenantId tenant, String name, int version) {
    return "pawl secret\n%d\n%d\n%s".formatted(tenant.value(), version, name);
  }

  private static SecretInfo info(ResultSet row) throws SQLException {
    return new SecretInfo(
        row.getString(1), row.getInt(2), Rows.time(row, 3).orElseThrow(), row.getString(4));
  }

  private static EncryptedSecret row(ResultSet row) throws SQLException {
    return new EncryptedSecret(
        row.getInt(1),
        new AesGcm.Sealed(row.getBytes(2), row.getBytes(3)),
        new TenantKeys.WrappedKey(row.getString(4), row.getBytes(5)));
  }
}
