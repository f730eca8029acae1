package dev.pawl.postgres.secret;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The data keys of tenants, each encrypted with a master key. */
public final class TenantKeys {

  private static final String FIND =
      "select k.master, k.wrapped from pawl.tenant_key k where k.tenant = ?";

  private static final String INSERT =
      """
      insert into pawl.tenant_key (tenant, master, wrapped) values (?, ?, ?)
      on conflict (tenant) do nothing
      """;

  private static final String ALL =
      "select k.tenant, k.master, k.wrapped from pawl.tenant_key k order by k.tenant for update";

  private static final String REWRAP =
      "update pawl.tenant_key set master = ?, wrapped = ? where tenant = ? and master = ?";

  private final MasterKeys masters;

  /** Creates access to the data keys that can be decrypted with the given master keys. */
  public TenantKeys(MasterKeys masters) {
    this.masters = masters;
  }

  /** A data key as it is stored. */
  record WrappedKey(String master, byte[] bytes) {}

  private record TenantRow(int tenant, WrappedKey key) {}

  /** Returns true if new secrets can be encrypted. */
  boolean canEncrypt() {
    return masters.current().isPresent();
  }

  /**
   * Checks that all data keys can be decrypted, and encrypts those of the previous master key with
   * the current one.
   *
   * @param jdbc access to the rows of all tenants
   * @return the number of data keys that were re-encrypted
   * @throws MasterKeyException if there are secrets and no matching master key
   */
  public int verify(ConnectionTemplate jdbc) {
    return jdbc.transact(
        connection -> {
          int rewrapped = 0;
          for (TenantRow row : rows(connection)) {
            SecretKey dataKey = unwrap(row.tenant(), row.key());
            MasterKey current = masters.current().orElseThrow(() -> missing(row.key().master()));
            if (!row.key().master().equals(current.id())) {
              rewrapped +=
                  ConnectionTemplate.update(
                      connection,
                      REWRAP,
                      current.id(),
                      wrap(current, row.tenant(), dataKey),
                      row.tenant(),
                      row.key().master());
            }
          }
          return rewrapped;
        });
  }

  private static List<TenantRow> rows(Connection connection) throws SQLException {
    return Rows.list(
        connection,
        ALL,
        row -> new TenantRow(row.getInt(1), new WrappedKey(row.getString(2), row.getBytes(3))));
  }

  /** Returns the data key of a tenant; creates it if the tenant has none. */
  SecretKey findOrCreate(Connection connection, TenantId tenant) throws SQLException {
    Optional<WrappedKey> found = find(connection, tenant);
    if (found.isEmpty()) {
      MasterKey current = masters.current().orElseThrow(() -> missing("-"));
      byte[] bytes = new byte[MasterKey.KEY_BYTES];
      new SecureRandom().nextBytes(bytes);
      byte[] wrapped = wrap(current, tenant.value(), new SecretKeySpec(bytes, "AES"));
      ConnectionTemplate.update(connection, INSERT, tenant.value(), current.id(), wrapped);
      found = find(connection, tenant); // another node may have created it
    }
    return unwrap(
        tenant.value(),
        found.orElseThrow(
            () -> new IllegalStateException("the data key of tenant " + tenant + " is gone")));
  }

  private static Optional<WrappedKey> find(Connection connection, TenantId tenant)
      throws SQLException {
    return Rows.first(
        connection, FIND, row -> new WrappedKey(row.getString(1), row.getBytes(2)), tenant.value());
  }

  /**
   * Decrypts a data key.
   *
   * @throws MasterKeyException if no master key matches
   */
  SecretKey unwrap(int tenant, WrappedKey wrapped) {
    MasterKey master = masters.find(wrapped.master()).orElseThrow(() -> mismatch(wrapped.master()));
    try {
      byte[] bytes =
          AesGcm.open(master.key(), AesGcm.Sealed.split(wrapped.bytes()), context(tenant));
      return new SecretKeySpec(bytes, "AES");
    } catch (GeneralSecurityException e) {
      throw new MasterKeyException(
          "the data key of tenant %d cannot be decrypted: it was changed in the database, or belongs to another tenant. Restore pawl.tenant_key from a backup"
              .formatted(tenant));
    }
  }

  private static byte[] wrap(MasterKey master, int tenant, SecretKey dataKey) {
    return AesGcm.seal(master.key(), dataKey.getEncoded(), context(tenant)).joined();
  }

  private static String context(int tenant) {
    return "pawl tenant key\n" + tenant;
  }

  private MasterKeyException mismatch(String id) {
    return masters.current().isEmpty()
        ? missing(id)
        : new MasterKeyException(
            "the master key does not match: the database contains secrets that were encrypted with the master key %s, and this is %s. Give the key that they were encrypted with as --master-key-file; to replace it, give the new one as --master-key-file and the old one as --previous-master-key-file"
                .formatted(id, masters.current().get().id()));
  }

  private static MasterKeyException missing(String id) {
    return new MasterKeyException(
        "the database contains secrets that were encrypted with the master key %s, and no master key is configured. Give it as --master-key-file or PAWL_MASTER_KEY"
            .formatted(id));
  }
}
