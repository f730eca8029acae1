package dev.pawl.server.access;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.IdParameters;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * The verified sender of a request.
 *
 * @param name the name of the key, as the audit shows it
 * @param key the public part of the key; empty for the sign-in link that a server prints at start
 */
public record Caller(
    TenantId tenant,
    String name,
    Set<Role> roles,
    TenantStanding standing,
    Optional<String> key,
    KeyScope scope) {

  /** What the platform allows the caller's tenant. */
  public record TenantStanding(boolean suspended, OptionalInt startsPerSecond) {

    public static final TenantStanding GOOD = new TenantStanding(false, OptionalInt.empty());
  }

  public Caller {
    roles = Set.copyOf(roles);
  }

  /** Returns the caller of the request that this thread serves; empty if it is not verified. */
  public static Optional<Caller> current() {
    return SecurityContextHolder.getContext().getAuthentication()
            instanceof CallerAuthentication known
        ? Optional.of(known.caller())
        : Optional.empty();
  }

  /**
   * Returns the key of an execution of the caller's tenant.
   *
   * @throws ApiException if the text is not an id of an execution
   */
  public ExecutionKey execution(String id) {
    return new ExecutionKey(
        tenant,
        IdParameters.parse(id)
            .map(ExecutionId::new)
            .orElseThrow(() -> ApiException.notFound("execution " + id)));
  }

  public boolean may(Permission permission) {
    return roles.stream().anyMatch(role -> role.may(permission));
  }
}
