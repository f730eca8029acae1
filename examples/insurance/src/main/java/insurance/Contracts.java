package insurance;

import dev.pawl.sdk.job.WorkflowTrigger;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Changes contracts and publishes what happened, both in one transaction or neither. */
@Service
public class Contracts {

  /** What bindings filter by: the client, the line of business and the product. */
  public record Scope(
      @Nullable Long clientId, @Nullable Long lobId, @Nullable String productId) {}

  private final JdbcTemplate database;
  private final WorkflowTrigger trigger;

  Contracts(JdbcTemplate database, WorkflowTrigger trigger) {
    this.database = database;
    this.trigger = trigger;
  }

  /** Creates a policy. */
  @Transactional
  public UUID createPolicy(Contract policy, Scope scope) {
    UUID id = insert(policy, "POLICY");
    publish("POLICY_CREATED", id, scope, policy);
    return id;
  }

  /** Saves a quote. */
  @Transactional
  public UUID saveQuote(Contract quote, Scope scope) {
    UUID id = insert(quote, "QUOTE");
    publish("QUOTE_SAVED", id, scope, quote);
    return id;
  }

  /** Records the payment of a policy. */
  @Transactional
  public void pay(UUID id, Scope scope) {
    Contract policy =
        database.queryForObject(
            """
            update contract set status = 'PAID' where id = ? and status = 'POLICY'
            returning number, holder, email, phone
            """,
            (row, number) ->
                new Contract(
                    row.getString(1), row.getString(2), row.getString(3), row.getString(4)),
            id);
    publish("POLICY_PAID", id, scope, policy);
  }

  private UUID insert(Contract contract, String status) {
    UUID id = UUID.randomUUID();
    database.update(
        "insert into contract (id, number, holder, email, phone, status) values (?, ?, ?, ?, ?, ?)",
        id,
        contract.number(),
        contract.holder(),
        contract.email(),
        contract.phone(),
        status);
    return id;
  }

  private void publish(String event, UUID id, Scope scope, @Nullable Contract contract) {
    trigger.onEvent(event, id, scope.clientId(), scope.lobId(), scope.productId(), contract);
  }
}
