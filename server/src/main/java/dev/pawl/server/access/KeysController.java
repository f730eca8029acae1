package dev.pawl.server.access;

import dev.pawl.server.problem.Refusal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Keys of a tenant. */
@RestController
public final class KeysController {

  private final ApiKeys keys;

  KeysController(ApiKeys keys) {
    this.keys = keys;
  }

  record NewKey(@Nullable String name, @Nullable List<String> roles, @Nullable Instant expiresAt) {}

  /**
   * @param key shown this one time
   */
  record Issued(String id, String key) {}

  @PostMapping("/api/keys")
  ResponseEntity<Issued> issue(Caller caller, @RequestBody NewKey asked) {
    if (asked.name() == null || asked.name().isBlank() || asked.name().length() > 200) {
      throw Refusal.refused("bad-name", "a key needs a name of 1 to 200 characters");
    }
    if (asked.expiresAt() != null && !asked.expiresAt().isAfter(Instant.now())) {
      throw Refusal.refused(
          "bad-expiry", "a key must expire in the future; leave expiresAt out if it never does");
    }
    Secret secret =
        keys.issue(
            caller.tenant(),
            asked.name(),
            roles(caller, asked.roles() == null ? List.of() : asked.roles()),
            Optional.ofNullable(asked.expiresAt()));
    return ResponseEntity.status(HttpStatus.CREATED).body(new Issued(secret.id(), secret.text()));
  }

  /** Nobody gives away more than they have. */
  private static Set<Role> roles(Caller caller, List<String> codes) {
    if (codes.isEmpty()) {
      throw Refusal.refused("no-roles", "a key needs at least one role");
    }
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String code : codes) {
      roles.add(
          Role.of(code)
              .orElseThrow(
                  () -> Refusal.refused("unknown-role", "there is no role '" + code + "'")));
    }
    for (Permission permission : Permission.values()) {
      if (roles.stream().anyMatch(role -> role.may(permission)) && !caller.may(permission)) {
        throw Refusal.forbidden("a key cannot give the permission " + permission + " it has not");
      }
    }
    return roles;
  }

  @GetMapping("/api/keys")
  List<ApiKeys.Shown> list(Caller caller) {
    return keys.list(caller.tenant());
  }

  @DeleteMapping("/api/keys/{id}")
  ResponseEntity<Void> revoke(Caller caller, @PathVariable String id) {
    if (!keys.revoke(caller.tenant(), id)) {
      throw Refusal.notFound("key " + id + " that could be revoked");
    }
    return ResponseEntity.noContent().build();
  }
}
