package dev.pawl.server.access;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Ids;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Who calls.
 *
 * @param name how the audit knows it
 * @param key the public part of the key behind it; none is behind the link that a server prints
 */
public record Caller(
    TenantId tenant,
    String name,
    Set<Role> roles,
    Standing standing,
    Optional<String> key,
    Scope scope) {

  /** What the platform lets the caller's tenant do. */
  public record Standing(boolean suspended, OptionalInt startsPerSecond) {

    public static final Standing GOOD = new Standing(false, OptionalInt.empty());
  }

  public Caller {
    roles = Set.copyOf(roles);
  }

  /**
   * The key of an execution of the caller's tenant; there are no others.
   *
   * @throws Refusal if no execution could have such an id
   */
  public ExecutionKey execution(String id) {
    return new ExecutionKey(
        tenant,
        Ids.parse(id).map(ExecutionId::new).orElseThrow(() -> Refusal.notFound("execution " + id)));
  }

  public boolean may(Permission permission) {
    return roles.stream().anyMatch(role -> role.may(permission));
  }
}
