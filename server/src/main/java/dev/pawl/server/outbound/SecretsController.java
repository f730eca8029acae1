package dev.pawl.server.outbound;

import dev.pawl.postgres.outbound.OutboundConnections;
import dev.pawl.postgres.secret.NamedSecrets;
import dev.pawl.postgres.secret.SecretRules;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.AuditDetail;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints for the secrets of a tenant. No response contains the value of one. */
@RestController
public final class SecretsController {

  private final NamedSecrets secrets;
  private final OutboundConnections connections;

  SecretsController(NamedSecrets secrets, OutboundConnections connections) {
    this.secrets = secrets;
    this.connections = connections;
  }

  /** The value of a secret to set. */
  record SecretValue(
      @Schema(
              description =
                  "The value, of 4 characters to 65,536 bytes; it is encrypted and never returned.",
              example = "correct-horse-battery-staple")
          @NotNull
          String value) {

    /** Leaves out the value so that it is not logged. */
    @Override
    public String toString() {
      return "SecretValue";
    }
  }

  /** A secret without its value. */
  record SecretView(
      @Schema(description = "Name of the secret.", example = "crm-token") String name,
      @Schema(description = "Number of times its value was set.", example = "2") int version,
      @Schema(description = "Time at which its value was set.") Instant updatedAt,
      @Schema(description = "Name of the key that set its value.", example = "ci")
          String updatedBy) {

    static SecretView of(NamedSecrets.SecretInfo info) {
      return new SecretView(info.name(), info.version(), info.updatedAt(), info.updatedBy());
    }
  }

  @PutMapping("/api/secrets/{name}")
  @RequiresPermission(value = Permission.ADMINISTER, summary = "Sets the value of a secret.")
  SecretView set(Caller caller, @PathVariable String name, @Valid @RequestBody SecretValue body) {
    OutboundNames.checked(name);
    SecretRules.valueProblem(body.value())
        .ifPresent(
            problem -> {
              throw ApiException.refused("bad-value", problem);
            });
    if (!secrets.canWrite()) {
      throw ApiException.conflict(
          "no-master-key",
          "this server has no master key to encrypt secrets with; start it with --master-key-file"
              + " or PAWL_MASTER_KEY ('openssl rand -base64 32' makes one)");
    }
    Optional<SecretView> before = secrets.find(caller.tenant(), name).map(SecretView::of);
    return AuditDetail.changed(
        before,
        secrets
            .set(caller.tenant(), name, body.value(), caller.name())
            .map(SecretView::of)
            .orElseThrow(
                () -> OutboundNames.tooMany("secrets", NamedSecrets.MAX_SECRETS_PER_TENANT)));
  }

  @GetMapping("/api/secrets")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Lists the secrets of the tenant, without their values.")
  Listing<SecretView> list(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    List<SecretView> all =
        secrets.list(caller.tenant()).stream()
            .map(SecretView::of)
            .filter(secret -> secret.name().compareTo(after) > 0)
            .toList();
    return Listing.part(all, "", limit, SecretView::name);
  }

  @GetMapping("/api/secrets/{name}")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Returns a secret without its value.")
  SecretView get(Caller caller, @PathVariable String name) {
    return secrets.find(caller.tenant(), name).map(SecretView::of).orElseThrow(() -> unknown(name));
  }

  @DeleteMapping("/api/secrets/{name}")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Deletes a secret, unless a connection refers to it.")
  @ApiStatus(204)
  ResponseEntity<Void> delete(Caller caller, @PathVariable String name) {
    List<String> users = connections.usersOf(caller.tenant(), name);
    if (!users.isEmpty()) {
      throw ApiException.conflict(
          "secret-in-use",
          "the secret '%s' is used by the connection%s %s; change or delete that first"
              .formatted(name, users.size() == 1 ? "" : "s", String.join(", ", users)));
    }
    Optional<SecretView> before = secrets.find(caller.tenant(), name).map(SecretView::of);
    if (!secrets.delete(caller.tenant(), name)) {
      throw unknown(name);
    }
    before.ifPresent(AuditDetail::removed);
    return ResponseEntity.noContent().build();
  }

  private static ApiException unknown(String name) {
    return ApiException.notFound("secret '" + name + "'");
  }
}
