package dev.pawl;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.PostgresNodeBuilder;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.secret.MasterKey;
import dev.pawl.postgres.secret.MasterKeys;
import dev.pawl.postgres.secret.NamedSecrets;
import dev.pawl.postgres.secret.TenantKeys;
import dev.pawl.sdk.Handler;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Builds a {@link Pawl}: choose the database, register handlers, then {@link #start}. */
public final class PawlBuilder {

  private final List<UnaryOperator<PostgresNodeBuilder>> options = new ArrayList<>();
  private @Nullable Supplier<PostgresNodeBuilder> database;
  private TenantId tenant = TenantId.DEFAULT;
  private MasterKeys masterKeys = MasterKeys.NONE;
  private CallerTransactions transactions = CallerTransactions.NONE;

  PawlBuilder() {}

  /**
   * Starts an embedded PostgreSQL server with its data in a folder; the server stops with the
   * program.
   */
  public PawlBuilder embedded(Path folder) {
    database = () -> PostgresNode.in(folder);
    return this;
  }

  /** Uses the database at a {@code jdbc:postgresql:} or {@code postgresql:} URL. */
  public PawlBuilder on(String url) {
    database = () -> PostgresNode.on(Database.at(url));
    return this;
  }

  /**
   * Uses the database of a data source. Pawl holds six of its connections permanently and borrows
   * up to eight more for a short time each; it never closes the data source.
   */
  public PawlBuilder on(DataSource dataSource) {
    database = () -> PostgresNode.on(Database.of(dataSource));
    return this;
  }

  /** Registers the handler of a resource. */
  public PawlBuilder handler(String resource, Handler handler) {
    return with(node -> node.handler(resource, handler));
  }

  /** Sets the lookup of handlers for resources that were not registered by name. */
  public PawlBuilder handlers(Function<String, Optional<Handler>> lookup) {
    return with(node -> node.handlers(lookup));
  }

  /**
   * Publishes metrics of this program in a Micrometer registry; {@code micrometer-core} must be on
   * the class path.
   */
  public PawlBuilder metrics(MeterRegistry registry) {
    return with(node -> node.metrics(registry));
  }

  /** Sets the name of this program among the nodes of the database, for people. */
  public PawlBuilder name(String name) {
    return with(node -> node.name(name));
  }

  /** Sets the tenant whose flows and executions are used; the default is 1. */
  public PawlBuilder tenant(int number) {
    tenant = new TenantId(number);
    return with(node -> node.tenant(new TenantId(number)));
  }

  /** Sets how many executions are kept in memory; others wait in the database. */
  public PawlBuilder maxExecutionsInMemory(int executions) {
    return with(node -> node.node(options -> options.withMaxOwned(executions)));
  }

  /** Sets how many handlers run at the same time. */
  public PawlBuilder maxConcurrentHandlers(int calls) {
    return with(node -> node.node(options -> options.withMaxCalls(calls)));
  }

  /** Sets how long {@link Pawl#close} waits for running handlers. */
  public PawlBuilder gracePeriod(Duration time) {
    return with(node -> node.node(options -> options.withGrace(time)));
  }

  /** Sets how long finished executions are kept after their start; the default is for ever. */
  public PawlBuilder retention(Duration time) {
    return with(node -> node.node(options -> options.withRetention(time)));
  }

  /**
   * Sets how long this program may fail to renew its lease before others take over its executions.
   */
  public PawlBuilder lease(Duration time) {
    return with(node -> node.store(options -> options.withLease(time)));
  }

  /** Sets the size of the connection pool; without effect on a data source. */
  public PawlBuilder poolSize(int connections) {
    return with(node -> node.store(options -> options.withPool(connections)));
  }

  /** Allows a transaction pooler such as PgBouncer between this program and the database. */
  public PawlBuilder behindPooler() {
    return with(node -> node.store(options -> options.withPooler()));
  }

  /**
   * Sets the master key, with which the secrets of tenants are encrypted; without it handlers get
   * no secrets.
   *
   * @param base64 32 bytes in Base64; keep them outside of the database and its backups
   * @throws dev.pawl.postgres.secret.MasterKeyException if the text is anything else
   */
  public PawlBuilder masterKey(String base64) {
    return masterKeys(MasterKeys.of(MasterKey.parse(base64, "the master key")));
  }

  /**
   * Sets the master key and the one that it replaces; the data keys of tenants are re-encrypted at
   * the start.
   */
  public PawlBuilder masterKey(String base64, String previousBase64) {
    return masterKeys(
        new MasterKeys(
            Optional.of(MasterKey.parse(base64, "the master key")),
            Optional.of(MasterKey.parse(previousBase64, "the previous master key"))));
  }

  private PawlBuilder masterKeys(MasterKeys keys) {
    masterKeys = keys;
    return with(node -> node.masterKeys(keys));
  }

  /**
   * Sets how the transaction of a calling thread is found, so that starts and signals join it; the
   * default finds none.
   */
  public PawlBuilder transactions(CallerTransactions newTransactions) {
    transactions = newTransactions;
    return this;
  }

  private PawlBuilder with(UnaryOperator<PostgresNodeBuilder> option) {
    options.add(option);
    return this;
  }

  /**
   * Connects to the database, creates or migrates the schema {@code pawl}, and starts running
   * executions.
   *
   * @throws IllegalStateException if no database was chosen
   * @throws dev.pawl.postgres.database.DatabaseUnusableException if Pawl cannot use the database;
   *     the message says what to do
   */
  public Pawl start() {
    if (database == null) {
      throw new IllegalStateException(
          "no database: call on(dataSource), on(url) or embedded(folder) before start()");
    }
    PostgresNodeBuilder builder = database.get();
    for (UnaryOperator<PostgresNodeBuilder> option : options) {
      builder = option.apply(builder);
    }
    PostgresNode started = builder.start();
    NamedSecrets secrets =
        new NamedSecrets(
            TenantDatabase.unguarded(started.store().jdbc()), new TenantKeys(masterKeys));
    return new Pawl(tenant, started, transactions, Optional.of(secrets));
  }
}
