package dev.pawl.engine.node;

import dev.pawl.engine.Fact;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The request to start an execution.
 *
 * @param version the version of the flow; empty for the current one
 * @param name the name of the execution; empty for its id
 * @param express true to write nothing until the execution ends or waits: one write for the whole
 *     execution, and none if its node dies before
 * @param context what started the execution: at most the members {@code Trigger} and {@code
 *     Context}, which states see as {@code $$.Trigger} and {@code $$.Context}
 */
public record Launch(
    TenantId tenant,
    String flow,
    OptionalInt version,
    Json input,
    Optional<String> name,
    StartAttributes tags,
    boolean express,
    JsonObject context) {

  /** Creates a request without context. */
  public Launch(
      TenantId tenant,
      String flow,
      OptionalInt version,
      Json input,
      Optional<String> name,
      StartAttributes tags,
      boolean express) {
    this(tenant, flow, version, input, name, tags, express, JsonObject.EMPTY);
  }

  /** Creates a request for the current version of a flow of the default tenant. */
  public static Launch of(String flow, Json input) {
    return new Launch(
        TenantId.DEFAULT,
        flow,
        OptionalInt.empty(),
        input,
        Optional.empty(),
        StartAttributes.NONE,
        false);
  }

  /**
   * Checks names, keys and labels.
   *
   * @throws IllegalArgumentException if a name, a key or the labels exceed their limits
   */
  void checkNames() {
    name.ifPresent(NameLimit.EXECUTION::require);
    tags.businessKey().ifPresent(NameLimit.BUSINESS_KEY::require);
    tags.idempotencyKey().ifPresent(NameLimit.IDEMPOTENCY_KEY::require);
    NameLimit.problem(tags.labels())
        .ifPresent(
            why -> {
              throw new IllegalArgumentException(why);
            });
    for (String member : context.members().keySet()) {
      if (!Fact.Started.LAUNCH_CONTEXT.contains(member)) {
        throw new IllegalArgumentException(
            "context: '%s' is not one of %s; put other data into the input"
                .formatted(member, String.join(", ", Fact.Started.LAUNCH_CONTEXT)));
      }
    }
  }

  /** Returns a copy with other attributes. */
  public Launch with(StartAttributes newTags) {
    return new Launch(tenant, flow, version, input, name, newTags, express, context);
  }

  /** Returns a copy for another tenant. */
  public Launch of(TenantId other) {
    return new Launch(other, flow, version, input, name, tags, express, context);
  }

  /** Returns a copy that starts an express execution. */
  public Launch asExpress() {
    return new Launch(tenant, flow, version, input, name, tags, true, context);
  }

  /** Returns a copy with another context. */
  public Launch withContext(JsonObject newContext) {
    return new Launch(tenant, flow, version, input, name, tags, express, newContext);
  }
}
