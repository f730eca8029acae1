package dev.pawl.server.outbound;

import dev.pawl.postgres.secret.SecretRules;
import dev.pawl.server.problem.ApiException;

/** Checks the names of secrets, connections and templates. */
final class OutboundNames {

  private OutboundNames() {}

  /**
   * Returns the name.
   *
   * @throws ApiException if it is not allowed
   */
  static String checked(String name) {
    SecretRules.nameProblem(name)
        .ifPresent(
            problem -> {
              throw ApiException.refused("bad-name", problem);
            });
    return name;
  }

  /** Refuses one more than a tenant may have. */
  static ApiException tooMany(String things, int limit) {
    return ApiException.conflict(
        "too-many", "a tenant has at most %d %s; delete one first".formatted(limit, things));
  }
}
