package dev.pawl.postgres.secret;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;

/** The secrets of webhooks, encrypted like the named secrets of tenants. */
public final class WebhookSecrets {

  /** The time for which a replaced secret stays valid, in hours. */
  public static final int OVERLAP_HOURS = 24;

  private static final String ALL =
      """
      select s.flow, s.version, s.created_at, s.valid_until, s.created_by, s.nonce, s.ciphertext,
             k.master, k.wrapped
        from pawl.webhook_secret s
        join pawl.tenant_key k on k.tenant = s.tenant
       where s.tenant = ? order by s.flow, s.version desc
      """;

  private static final String OF_FLOW =
      """
      select s.flow, s.version, s.created_at, s.valid_until, s.created_by, s.nonce, s.ciphertext,
             k.master, k.wrapped
        from pawl.webhook_secret s
        join pawl.tenant_key k on k.tenant = s.tenant
       where s.tenant = ? and s.flow = ? order by s.version desc
      """;

  private static final String NEWEST =
      """
      select coalesce(max(s.version), 0) from pawl.webhook_secret s
       where s.tenant = ? and s.flow = ?
      """;

  private static final String DELETE_BEFORE =
      "delete from pawl.webhook_secret where tenant = ? and flow = ? and version < ?";

  private static final String REPLACE =
      """
      update pawl.webhook_secret set valid_until = now() + ? * interval '1 hour'
       where tenant = ? and flow = ? and version = ?
      """;

  private static final String INSERT =
      """
      insert into pawl.webhook_secret (tenant, flow, version, nonce, ciphertext, created_by)
      values (?, ?, ?, ?, ?, ?)
      """;

  private final TenantKeys keys;

  public WebhookSecrets(TenantKeys keys) {
    this.keys = keys;
  }

  /**
   * A secret as it is stored.
   *
   * @param version rises with each secret of the flow
   * @param validUntil empty for the newest secret
   */
  public record StoredSecret(
      String flow,
      int version,
      Instant createdAt,
      Optional<Instant> validUntil,
      String createdBy,
      SealedValue value) {

    /** Returns true if a signature with this secret is accepted at that time. */
    public boolean isValid(Instant now) {
      return validUntil.filter(until -> !now.isBefore(until)).isEmpty();
    }
  }

  /** An encrypted value. */
  public static final class SealedValue {

    private final AesGcm.Sealed sealed;
    private final TenantKeys.WrappedKey dataKey;

    private SealedValue(AesGcm.Sealed sealed, TenantKeys.WrappedKey dataKey) {
      this.sealed = sealed;
      this.dataKey = dataKey;
    }
  }

  /** Returns true if a master key is configured, so that secrets can be written. */
  public boolean canWrite() {
    return keys.canEncrypt();
  }

  /** Returns the secrets of all flows of a tenant, the newest of each flow first. */
  public static List<StoredSecret> all(Connection connection, TenantId tenant) throws SQLException {
    return Rows.list(connection, ALL, WebhookSecrets::read, tenant.value());
  }

  /** Returns the secrets of a flow, the newest first. */
  public static List<StoredSecret> of(Connection connection, TenantId tenant, String flow)
      throws SQLException {
    return Rows.list(connection, OF_FLOW, WebhookSecrets::read, tenant.value(), flow);
  }

  /**
   * Adds a secret. The one before stays valid for {@link #OVERLAP_HOURS}, older ones end.
   *
   * @return the version of the new secret
   */
  public int add(Connection connection, TenantId tenant, String flow, String value, String by)
      throws SQLException {
    int newest = newest(connection, tenant, flow);
    int version = newest + 1;
    ConnectionTemplate.update(connection, DELETE_BEFORE, tenant.value(), flow, newest);
    ConnectionTemplate.update(connection, REPLACE, OVERLAP_HOURS, tenant.value(), flow, newest);
    SecretKey dataKey = keys.findOrCreate(connection, tenant);
    AesGcm.Sealed sealed =
        AesGcm.seal(
            dataKey, value.getBytes(StandardCharsets.UTF_8), context(tenant, flow, version));
    ConnectionTemplate.update(
        connection, INSERT, tenant.value(), flow, version, sealed.nonce(), sealed.ciphertext(), by);
    return version;
  }

  /** Ends all secrets of a flow but the newest; returns their number. */
  public static int endReplaced(Connection connection, TenantId tenant, String flow)
      throws SQLException {
    int newest = newest(connection, tenant, flow);
    return ConnectionTemplate.update(connection, DELETE_BEFORE, tenant.value(), flow, newest);
  }

  /** Deletes all secrets of a flow. */
  public static void delete(Connection connection, TenantId tenant, String flow)
      throws SQLException {
    ConnectionTemplate.update(connection, DELETE_BEFORE, tenant.value(), flow, Integer.MAX_VALUE);
  }

  private static int newest(Connection connection, TenantId tenant, String flow)
      throws SQLException {
    return Rows.first(connection, NEWEST, row -> row.getInt(1), tenant.value(), flow).orElse(0);
  }

  /**
   * Returns the value of a secret.
   *
   * @throws MasterKeyException if no master key matches
   * @throws SecretDamagedException if the stored value does not belong to this flow
   */
  public String open(TenantId tenant, StoredSecret secret) {
    SecretKey dataKey = keys.unwrap(tenant.value(), secret.value().dataKey);
    try {
      byte[] plain =
          AesGcm.open(
              dataKey, secret.value().sealed, context(tenant, secret.flow(), secret.version()));
      return new String(plain, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new SecretDamagedException("webhook of " + secret.flow());
    }
  }

  private static String context(TenantId tenant, String flow, int version) {
    return "pawl webhook secret\n%d\n%d\n%s".formatted(tenant.value(), version, flow);
  }

  private static StoredSecret read(ResultSet row) throws SQLException {
    return new StoredSecret(
        row.getString(1),
        row.getInt(2),
        Rows.time(row, 3).orElseThrow(),
        Rows.time(row, 4),
        row.getString(5),
        new SealedValue(
            new AesGcm.Sealed(row.getBytes(6), row.getBytes(7)),
            new TenantKeys.WrappedKey(row.getString(8), row.getBytes(9))));
  }
}
