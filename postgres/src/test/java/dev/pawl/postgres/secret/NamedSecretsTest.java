package dev.pawl.postgres.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.postgres.store.TestDatabases;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Attack tests 13 to 15: secrets in the database. */
@ExtendWith(TestDatabases.class)
class NamedSecretsTest {

  private static final TenantId ACME = new TenantId(1);
  private static final TenantId OTHER = new TenantId(2);
  private static final MasterKey MASTER = MasterKey.random();

  private PostgresStore store;
  private ConnectionTemplate jdbc;
  private NamedSecrets secrets;

  @BeforeEach
  void open(Database database) {
    store = PostgresStore.open(database);
    jdbc = store.jdbc();
    secrets = with(MasterKeys.of(MASTER));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private NamedSecrets with(MasterKeys masters) {
    return new NamedSecrets(TenantDatabase.unguarded(jdbc), new TenantKeys(masters));
  }

  @Test
  void shouldReturnTheLastValue() {
    secrets.set(ACME, "crm", "first value", "ann");

    NamedSecrets.SecretInfo second = secrets.set(ACME, "crm", "second value", "bob").orElseThrow();

    assertThat(second.version()).isEqualTo(2);
    assertThat(second.updatedBy()).isEqualTo("bob");
    assertThat(secrets.read(ACME, "crm")).contains("second value");
    assertThat(secrets.read(OTHER, "crm")).isEmpty();
    assertThat(secrets.list(ACME)).containsExactly(second);
    assertThat(secrets.delete(ACME, "crm")).isTrue();
    assertThat(secrets.delete(ACME, "crm")).isFalse();
    assertThat(secrets.read(ACME, "crm")).isEmpty();
  }

  @Test
  void shouldStoreNoPlaintext_13() throws Exception {
    secrets.set(ACME, "crm", "plain-as-day", "ann");

    List<String> rows =
        jdbc.use(
            connection ->
                Rows.list(
                    connection,
                    """
                    select encode(s.ciphertext, 'escape') || s::text || k::text
                      from pawl.secret s join pawl.tenant_key k using (tenant)
                    """,
                    row -> row.getString(1)));

    assertThat(rows).hasSize(1).noneMatch(row -> row.contains("plain-as-day"));
    assertThat(rows.getFirst()).doesNotContain(MASTER.encoded());
  }

  @Test
  void shouldNotDecryptTheValueOfAnotherName_14() {
    secrets.set(ACME, "one", "value of one", "ann");
    secrets.set(ACME, "two", "value of two", "ann");

    jdbc.update(
        """
        update pawl.secret a set nonce = b.nonce, ciphertext = b.ciphertext
          from pawl.secret b
         where a.tenant = b.tenant and a.name <> b.name
        """);

    for (String name : List.of("one", "two")) {
      assertThatThrownBy(() -> secrets.read(ACME, name))
          .isInstanceOf(SecretDamagedException.class)
          .hasMessageContaining("'" + name + "'")
          .hasMessageNotContaining("value of");
    }
  }

  @Test
  void shouldNotDecryptTheValueOfAnotherTenantOrVersion_14() {
    secrets.set(ACME, "crm", "value of acme", "ann");
    secrets.set(OTHER, "crm", "value of other", "eve");

    // The other tenant's administrator of the database copies key and value.
    jdbc.update(
        """
        update pawl.secret a set nonce = b.nonce, ciphertext = b.ciphertext
          from pawl.secret b where a.tenant = 2 and b.tenant = 1
        """);
    assertThatThrownBy(() -> secrets.read(OTHER, "crm")).isInstanceOf(SecretDamagedException.class);
    jdbc.update(
        "update pawl.tenant_key a set wrapped = b.wrapped from pawl.tenant_key b"
            + " where a.tenant = 2 and b.tenant = 1");
    assertThatThrownBy(() -> secrets.read(OTHER, "crm")).isInstanceOf(MasterKeyException.class);
    jdbc.update("update pawl.secret set version = 7 where tenant = 1");
    assertThatThrownBy(() -> secrets.read(ACME, "crm")).isInstanceOf(SecretDamagedException.class);
  }

  @Test
  void shouldRefuseAnotherMasterKey_15() {
    secrets.set(ACME, "crm", "some value", "ann");
    MasterKey wrong = MasterKey.random();

    assertThatThrownBy(() -> new TenantKeys(MasterKeys.of(wrong)).verify(jdbc))
        .isInstanceOf(MasterKeyException.class)
        .hasMessageContaining("does not match")
        .hasMessageContaining("--master-key-file");
    assertThatThrownBy(() -> new TenantKeys(MasterKeys.NONE).verify(jdbc))
        .isInstanceOf(MasterKeyException.class)
        .hasMessageContaining("no master key is configured");
    assertThatThrownBy(() -> with(MasterKeys.of(wrong)).set(ACME, "x", "some value", "ann"))
        .isInstanceOf(MasterKeyException.class);
    assertThat(new TenantKeys(MasterKeys.of(MASTER)).verify(jdbc)).isZero();
  }

  @Test
  void shouldRotateTheMasterKey() {
    secrets.set(ACME, "crm", "some value", "ann");
    secrets.set(OTHER, "crm", "other value", "ann");
    MasterKey next = MasterKey.random();
    MasterKeys both = new MasterKeys(Optional.of(next), Optional.of(MASTER));

    // A node of the rotation reads both before and after.
    assertThat(with(both).read(ACME, "crm")).contains("some value");
    int rewrapped = new TenantKeys(both).verify(jdbc);

    assertThat(rewrapped).isEqualTo(2);
    assertThat(new TenantKeys(both).verify(jdbc)).isZero();
    assertThat(new TenantKeys(MasterKeys.of(next)).verify(jdbc)).isZero();
    assertThat(with(MasterKeys.of(next)).read(ACME, "crm")).contains("some value");
    assertThat(with(MasterKeys.of(next)).read(OTHER, "crm")).contains("other value");
    assertThatThrownBy(() -> secrets.read(ACME, "crm")).isInstanceOf(MasterKeyException.class);
  }

  @Test
  void shouldNotWriteWithoutAMasterKey() {
    NamedSecrets locked = with(MasterKeys.NONE);

    assertThat(locked.canWrite()).isFalse();
    assertThatThrownBy(() -> locked.set(ACME, "crm", "some value", "ann"))
        .isInstanceOf(MasterKeyException.class);
    assertThat(locked.read(ACME, "crm")).isEmpty();
  }

  @Test
  void shouldLimitTheNumberOfSecrets() {
    secrets.set(ACME, "s1", "some value", "ann");
    jdbc.update(
        """
        insert into pawl.secret (tenant, version, name, nonce, ciphertext, updated_by)
        select 1, 1, 's' || i, '', '', '' from generate_series(2, 1000) i
        """);

    assertThat(secrets.set(ACME, "more", "some value", "ann")).isEmpty();
    assertThat(secrets.set(ACME, "s1", "new value", "ann")).isPresent();
  }

  @Test
  void shouldExplainWhatAMasterKeyIs() {
    assertThat(MasterKey.parse(MASTER.encoded() + "\n", "it").id()).isEqualTo(MASTER.id());
    assertThatThrownBy(() -> MasterKey.parse("c2hvcnQ=", "the master key"))
        .hasMessageContaining("32 bytes in Base64, got 5 bytes")
        .hasMessageContaining("openssl rand -base64 32");
    assertThatThrownBy(() -> MasterKey.parse("not base64!", "PAWL_MASTER_KEY"))
        .hasMessageContaining("PAWL_MASTER_KEY")
        .hasMessageNotContaining("not base64!");
    assertThat(MASTER.toString()).doesNotContain(MASTER.encoded());
  }
}
