package dev.pawl.server.outbound;

import dev.pawl.postgres.outbound.AuthReferences;
import dev.pawl.postgres.outbound.OutboundConnections;
import dev.pawl.postgres.secret.NamedSecrets;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.AuditDetail;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints for the connections of a tenant. */
@RestController
public final class ConnectionsController {

  private final OutboundConnections connections;
  private final NamedSecrets secrets;

  ConnectionsController(OutboundConnections connections, NamedSecrets secrets) {
    this.connections = connections;
    this.secrets = secrets;
  }

  @PutMapping("/api/connections/{name}")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Saves a connection to another system.")
  ConnectionView save(
      Caller caller, @PathVariable String name, @Valid @RequestBody ConnectionBody body) {
    OutboundConnection asked = body.checked(name);
    for (String secret : AuthReferences.names(asked.auth())) {
      if (secrets.find(caller.tenant(), secret).isEmpty()) {
        throw ApiException.refused(
            "unknown-secret",
            "auth: there is no secret '%s'; set it first with PUT /api/secrets/{name}"
                .formatted(secret));
      }
    }
    Optional<ConnectionView> old = connections.find(caller.tenant(), name).map(ConnectionView::of);
    return AuditDetail.changed(
        old,
        connections
            .save(caller.tenant(), name, before -> allowed(caller, before, asked), caller.name())
            .map(ConnectionView::of)
            .orElseThrow(
                () ->
                    OutboundNames.tooMany(
                        "connections", OutboundConnections.MAX_CONNECTIONS_PER_TENANT)));
  }

  /** Others may keep what a platform administrator has allowed, for the same address only. */
  private static OutboundConnection allowed(
      Caller caller, Optional<OutboundConnection> before, OutboundConnection asked) {
    boolean isKept =
        before
            .filter(OutboundConnection::allowPrivate)
            .filter(one -> one.kind() == asked.kind() && one.address().equals(asked.address()))
            .isPresent();
    if (asked.allowPrivate() && !isKept && !caller.may(Permission.PLATFORM)) {
      throw ApiException.forbidden(
          "allowPrivate: only a platform administrator can allow addresses of private networks, for"
              + " one address at a time; leave it out, or ask for it");
    }
    return asked;
  }

  @GetMapping("/api/connections")
  @RequiresPermission(value = Permission.EDIT, summary = "Lists the connections of the tenant.")
  Listing<ConnectionView> list(
      Caller caller,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    return Listing.of(
        connections.list(caller.tenant(), after, limit).stream().map(ConnectionView::of).toList(),
        limit,
        ConnectionView::name);
  }

  @GetMapping("/api/connections/{name}")
  @RequiresPermission(
      value = Permission.EDIT,
      summary = "Returns a connection, without values of secrets.")
  ConnectionView get(Caller caller, @PathVariable String name) {
    return connections
        .find(caller.tenant(), name)
        .map(ConnectionView::of)
        .orElseThrow(() -> unknown(name));
  }

  @DeleteMapping("/api/connections/{name}")
  @RequiresPermission(value = Permission.ADMINISTER, summary = "Deletes a connection.")
  @ApiStatus(204)
  ResponseEntity<Void> delete(Caller caller, @PathVariable String name) {
    Optional<ConnectionView> before =
        connections.find(caller.tenant(), name).map(ConnectionView::of);
    if (!connections.delete(caller.tenant(), name)) {
      throw unknown(name);
    }
    before.ifPresent(AuditDetail::removed);
    return ResponseEntity.noContent().build();
  }

  private static ApiException unknown(String name) {
    return ApiException.notFound("connection '" + name + "'");
  }
}
