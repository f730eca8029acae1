package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The request for an API key. */
public record NewKey(
    @Schema(description = "Name of the key, for people.", example = "ci") @NotNull String name,
    @Schema(
            description =
                "Roles of the key; at least one, and none with permissions that the caller lacks.",
            example = "[\"operator\"]")
        @NotNull
        List<Role> roles,
    @Schema(description = "Time from which the key is refused; it does not expire if absent.")
        @Nullable Instant expiresAt,
    @Schema(
            description =
                "Codes of flows to limit the key to, or prefixes with a trailing star; all flows if"
                    + " absent.",
            example = "[\"order-*\"]")
        @Nullable List<String> flows,
    @Schema(
            description =
                "Resources to limit a worker's key to, or prefixes with a trailing star; all"
                    + " resources if absent.",
            example = "[\"mail.*\"]")
        @Nullable List<String> resources) {

  private static final int MAX_NAME_LENGTH = 200;

  /**
   * Checks the request.
   *
   * @throws ApiException if the key cannot be issued, or not by this caller
   */
  public KeyGrant toGrant(Caller by, TenantId tenant) {
    if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
      throw ApiException.refused(
          "bad-name",
          "name: a key needs a name of 1 to %d characters, got %d"
              .formatted(MAX_NAME_LENGTH, name.length()));
    }
    OptionalInt control = name.codePoints().filter(NewKey::isControl).findFirst();
    if (control.isPresent()) {
      throw ApiException.refused(
          "bad-name",
          "name: got the control character U+%04X; allowed are 1 to %d characters of one line, without control characters"
              .formatted(control.getAsInt(), MAX_NAME_LENGTH));
    }
    if (expiresAt != null && !expiresAt.isAfter(Instant.now())) {
      throw ApiException.refused(
          "bad-expiry", "expiresAt: must be in the future; omit it for a key that does not expire");
    }
    Set<Role> given = requireRoles(by);
    KeyScope scope = KeyScope.require(flows, resources);
    // Such a key could issue itself one without a limit.
    if (!scope.equals(KeyScope.ALL) && may(given, Permission.ADMINISTER)) {
      throw ApiException.refused(
          "bad-scope", "flows, resources: a key that can issue keys cannot be limited; omit them");
    }
    if (may(given, Permission.PLATFORM) && !tenant.equals(TenantId.DEFAULT)) {
      throw ApiException.refused(
          "bad-role", "roles: platform-admin is only allowed in the tenant 'default'");
    }
    return new KeyGrant(tenant, name, given, Optional.ofNullable(expiresAt), scope);
  }

  /** Returns true for what could forge a line of a log or of a terminal. */
  private static boolean isControl(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default ->
          codePoint >= 0x202A && codePoint <= 0x202E || codePoint >= 0x2066 && codePoint <= 0x2069;
    };
  }

  /** Checks that the caller has every permission that the key would have. */
  private Set<Role> requireRoles(Caller by) {
    if (roles.isEmpty()) {
      throw ApiException.refused("no-roles", "roles: at least one is required");
    }
    Set<Role> given = EnumSet.copyOf(roles);
    for (Permission permission : Permission.values()) {
      if (may(given, permission) && !by.may(permission)) {
        throw ApiException.forbidden(
            "roles: this key cannot issue a key with the permission %s, which it does not have itself"
                .formatted(permission));
      }
    }
    return given;
  }

  private static boolean may(Set<Role> roles, Permission permission) {
    return roles.stream().anyMatch(role -> role.may(permission));
  }
}
