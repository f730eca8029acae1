package dev.pawl.triggers.config;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.secret.WebhookSecrets;
import dev.pawl.postgres.secret.WebhookSecrets.StoredSecret;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.webhook.StandardSignature;
import dev.pawl.triggers.webhook.WebhookRule;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Stores how flows start. Every change is a change of the configuration. */
public final class FlowTriggerStore {

  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private static final String COLUMNS = "t.flow, t.type, t.config";

  private static final String ALL =
      "select %s from pawl.flow_trigger t where t.tenant = ?".formatted(COLUMNS);

  private static final String FIND = ALL + " and t.flow = ?";

  private static final String LOCK =
      "select c.epoch from pawl.tenant_config c where c.tenant = ? for key share";

  private static final String PUT =
      """
      insert into pawl.flow_trigger (tenant, flow, type, config, webhook_path, updated_by)
      values (?, ?, ?, ?, ?, ?)
      on conflict (tenant, flow) do update
         set type = excluded.type, config = excluded.config, webhook_path = excluded.webhook_path,
             updated_by = excluded.updated_by, updated_at = now()
      """;

  private static final String DELETE =
      "delete from pawl.flow_trigger where tenant = ? and flow = ?";

  private static final String UNIQUE_PATH = "flow_trigger_webhook";

  private final TenantDatabase tenanted;
  private final ConfigChanges changes;
  private final BindingStore bindings;

  public FlowTriggerStore(TenantDatabase tenanted, ConfigChanges changes, BindingStore bindings) {
    this.tenanted = tenanted;
    this.changes = changes;
    this.bindings = bindings;
  }

  /**
   * Sets how a flow starts.
   *
   * @throws IllegalArgumentException if a setting is wrong
   * @throws BindingExistsException if a binding of its own starts the flow by the same event
   * @throws WebhookPathTakenException if another flow has a webhook with the same path
   */
  public void put(TenantId tenant, FlowTrigger trigger, String by) {
    put(tenant, trigger, by, connection -> true);
  }

  /**
   * Sets how a flow starts, if it still may.
   *
   * @param precondition checks the flow in the transaction, while its trigger is locked
   * @throws IllegalArgumentException if a setting is wrong
   * @throws BindingExistsException if a binding of its own starts the flow by the same event
   * @throws WebhookPathTakenException if another flow has a webhook with the same path
   */
  public void put(
      TenantId tenant, FlowTrigger trigger, String by, ConfigChanges.Change<?> precondition) {
    Optional<WebhookRule> webhook = trigger.webhook();
    changes.apply(
        tenant,
        connection -> {
          precondition.apply(connection);
          bindings.replaceOwned(connection, tenant, trigger.flow(), trigger.binding(), by);
          if (webhook.filter(FlowTriggerStore::hasSecret).isEmpty()) {
            WebhookSecrets.delete(connection, tenant, trigger.flow());
          }
          try {
            return ConnectionTemplate.update(
                connection,
                PUT,
                tenant.value(),
                trigger.flow(),
                trigger.type().name(),
                trigger.config().toString(),
                webhook.map(WebhookRule::path).orElse(null),
                by);
          } catch (SQLException failed) {
            if (SqlFault.isViolationOf(failed, UNIQUE_PATH)) {
              throw new WebhookPathTakenException(webhook.orElseThrow().path());
            }
            throw failed;
          }
        });
  }

  /**
   * Returns how a flow starts, and locks the trigger against changes until the end of the
   * transaction.
   */
  public Optional<FlowTrigger> lock(Connection connection, TenantId tenant, String flow)
      throws SQLException {
    Rows.list(connection, LOCK, row -> true, tenant.value());
    return Rows.first(connection, FIND, FlowTriggerStore::read, tenant.value(), flow);
  }

  /** Removes the trigger of a flow; returns false if it has none. */
  public boolean remove(TenantId tenant, String flow) {
    OptionalLong epoch =
        tenanted.of(tenant).transact(connection -> remove(connection, tenant, flow));
    epoch.ifPresent(this::awaitNodes);
    return epoch.isPresent();
  }

  /**
   * Removes the trigger of a flow in the transaction of the caller.
   *
   * @return the epoch of the change, for {@link #awaitNodes} after the commit; empty if the flow
   *     has no trigger
   */
  public OptionalLong remove(Connection connection, TenantId tenant, String flow)
      throws SQLException {
    if (Rows.first(connection, FIND, FlowTriggerStore::read, tenant.value(), flow).isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        changes
            .apply(
                connection,
                tenant,
                locked -> {
                  bindings.replaceOwned(locked, tenant, flow, Optional.empty(), "");
                  WebhookSecrets.delete(locked, tenant, flow);
                  return ConnectionTemplate.update(locked, DELETE, tenant.value(), flow);
                })
            .epoch());
  }

  /** Returns when each live node knows a committed change, or reads it before it decides again. */
  public void awaitNodes(long epoch) {
    changes.awaitNodes(epoch);
  }

  /** Returns the webhook of a flow; empty if it has none. */
  public Optional<Webhook> webhook(TenantId tenant, String flow) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                webhooks(
                    Rows.list(connection, FIND, FlowTriggerStore::read, tenant.value(), flow),
                    WebhookSecrets.of(connection, tenant, flow)))
        .stream()
        .findFirst();
  }

  private static boolean hasSecret(WebhookRule webhook) {
    return webhook.authentication() == WebhookRule.Authentication.WEBHOOK_SECRET;
  }

  /** Returns the webhooks of a tenant in the order of their paths. */
  public List<Webhook> webhooks(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                webhooks(all(connection, tenant), WebhookSecrets.all(connection, tenant)));
  }

  static List<Webhook> webhooks(List<FlowTrigger> triggers, List<StoredSecret> secrets) {
    Map<String, List<StoredSecret>> byFlow =
        secrets.stream().collect(Collectors.groupingBy(StoredSecret::flow));
    return triggers.stream()
        .flatMap(
            trigger ->
                trigger.webhook().stream()
                    .map(
                        rule ->
                            new Webhook(
                                trigger, rule, byFlow.getOrDefault(trigger.flow(), List.of()))))
        .sorted(Comparator.comparing(hook -> hook.rule().path()))
        .toList();
  }

  /**
   * Gives the webhook of a flow another secret. The one before stays valid for 24 hours.
   *
   * @param given the secret of the sender; empty to generate one
   * @param endsOld true to end the one before at once
   * @return empty if the flow has no webhook with secrets
   * @throws IllegalArgumentException if the given secret does not fit the style of the webhook
   */
  public Optional<NewSecret> rotate(
      TenantId tenant, String flow, Rotation rotation, WebhookSecrets secrets, String by) {
    return changes.apply(
        tenant,
        connection -> {
          Optional<WebhookRule> webhook =
              Rows.first(connection, FIND, FlowTriggerStore::read, tenant.value(), flow)
                  .flatMap(FlowTrigger::webhook)
                  .filter(FlowTriggerStore::hasSecret);
          if (webhook.isEmpty()) {
            return Optional.empty();
          }
          String value = rotation.given().orElseGet(FlowTriggerStore::generated);
          webhook
              .get()
              .style()
              .secretProblem(value)
              .ifPresent(
                  problem -> {
                    throw new IllegalArgumentException(problem);
                  });
          int version = secrets.add(connection, tenant, flow, value, by);
          if (rotation.endsOld()) {
            WebhookSecrets.endReplaced(connection, tenant, flow);
          }
          return Optional.of(new NewSecret(version, value));
        });
  }

  /** Ends the secrets of a flow that were replaced; returns their number. */
  public int endReplacedSecrets(TenantId tenant, String flow) {
    return changes.apply(
        tenant, connection -> WebhookSecrets.endReplaced(connection, tenant, flow));
  }

  /** How a secret is replaced. */
  public record Rotation(Optional<String> given, boolean endsOld) {}

  /** A new secret; its value is available this one time only. */
  public record NewSecret(int version, String value) {

    /** Leaves out the value so that it is not logged. */
    @Override
    public String toString() {
      return "NewSecret " + version;
    }
  }

  private static String generated() {
    byte[] bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return StandardSignature.SECRET_PREFIX + Base64.getEncoder().encodeToString(bytes);
  }

  /** Returns how a flow starts; empty if nothing says so. */
  public Optional<FlowTrigger> find(TenantId tenant, String flow) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(connection, FIND, FlowTriggerStore::read, tenant.value(), flow));
  }

  static List<FlowTrigger> all(Connection connection, TenantId tenant) throws SQLException {
    return Rows.list(connection, ALL, FlowTriggerStore::read, tenant.value());
  }

  private static FlowTrigger read(ResultSet row) throws SQLException {
    return new FlowTrigger(
        row.getString(1),
        FlowTriggerType.valueOf(row.getString(2)),
        (JsonObject) Json.parse(row.getString(3)));
  }
}
