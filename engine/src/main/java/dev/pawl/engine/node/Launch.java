package dev.pawl.engine.node;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is asked for when an execution is to begin: the one call in which all triggers end.
 *
 * @param version the one that is current if empty
 * @param name what the execution is called; its id if empty
 * @param express nothing is written before its end, if it ends without waiting: one write for the
 *     whole execution, and none if its node dies before
 */
public record Launch(
    TenantId tenant,
    String flow,
    OptionalInt version,
    Json input,
    Optional<String> name,
    Card.Tags tags,
    boolean express) {

  public static Launch of(String flow, Json input) {
    return new Launch(
        TenantId.DEFAULT,
        flow,
        OptionalInt.empty(),
        input,
        Optional.empty(),
        Card.Tags.NONE,
        false);
  }

  /**
   * @throws IllegalArgumentException if a name, a key or the labels exceed their limits
   */
  void checkNames() {
    name.ifPresent(NameLimit.EXECUTION::checked);
    tags.businessKey().ifPresent(NameLimit.BUSINESS_KEY::checked);
    tags.idempotencyKey().ifPresent(NameLimit.IDEMPOTENCY_KEY::checked);
    NameLimit.problem(tags.labels())
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
  }

  public Launch with(Card.Tags newTags) {
    return new Launch(tenant, flow, version, input, name, newTags, express);
  }

  public Launch of(TenantId other) {
    return new Launch(other, flow, version, input, name, tags, express);
  }

  public Launch asExpress() {
    return new Launch(tenant, flow, version, input, name, tags, true);
  }
}
