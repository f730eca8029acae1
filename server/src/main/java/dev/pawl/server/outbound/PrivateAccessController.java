package dev.pawl.server.outbound;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.outbound.OutboundConnections;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.tenant.Tenants;
import dev.pawl.server.web.AuditDetail;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint with which platform administrators let tenants reach private networks. */
@RestController
public final class PrivateAccessController {

  private final OutboundConnections connections;
  private final Tenants tenants;

  PrivateAccessController(OutboundConnections connections, Tenants tenants) {
    this.connections = connections;
    this.tenants = tenants;
  }

  /** The permission of a connection. */
  record PrivateAccess(
      @Schema(description = "True allows addresses of private networks, false forbids them.")
          @NotNull
          Boolean allowed,
      @Schema(
              description =
                  "Address of the connection as the administrator has seen it; 409 if it is another"
                      + " by now.",
              example = "https://crm.internal/api")
          @NotNull
          String address) {}

  @PutMapping("/api/tenants/{code}/connections/{name}/private-access")
  @RequiresPermission(
      value = Permission.PLATFORM,
      summary = "Allows or forbids a connection of a tenant to reach private networks.")
  ConnectionView set(
      Caller caller,
      @PathVariable String code,
      @PathVariable String name,
      @Valid @RequestBody PrivateAccess body) {
    TenantId tenant =
        tenants.idOf(code).orElseThrow(() -> ApiException.notFound("tenant '" + code + "'"));
    Optional<ConnectionView> old = connections.find(tenant, name).map(ConnectionView::of);
    return AuditDetail.changed(
        old,
        connections
            .save(tenant, name, before -> changed(before, name, body), caller.name())
            .map(ConnectionView::of)
            .orElseThrow(() -> unknown(name)));
  }

  private static OutboundConnection changed(
      Optional<OutboundConnection> before, String name, PrivateAccess body) {
    OutboundConnection now = before.orElseThrow(() -> unknown(name));
    if (!now.address().equals(body.address())) {
      throw ApiException.conflict(
          "address-changed",
          "address: the connection '%s' has the address %s, not %s; look at it again"
              .formatted(name, now.address(), body.address()));
    }
    return new OutboundConnection(
        now.name(),
        now.kind(),
        now.address(),
        now.tls(),
        now.auth(),
        now.operations(),
        now.options(),
        body.allowed());
  }

  private static ApiException unknown(String name) {
    return ApiException.notFound("connection '" + name + "'");
  }
}
