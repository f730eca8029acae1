package dev.pawl.server.session;

import dev.pawl.postgres.flow.EmergencyStopStore.EmergencyStop;
import dev.pawl.postgres.schema.RowSecurity;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.access.Role;
import dev.pawl.server.flow.EmergencyStops;
import dev.pawl.server.tenant.Tenants;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint that describes the caller, its tenant and the server. */
@RestController
public final class SessionController {

  private final EmergencyStops stops;
  private final Tenants tenants;
  private final RowSecurity rowSecurity;

  SessionController(EmergencyStops stops, Tenants tenants, RowSecurity rowSecurity) {
    this.stops = stops;
    this.tenants = tenants;
    this.rowSecurity = rowSecurity;
  }

  /** The caller, its tenant and the server. */
  record SessionView(
      @Schema(
              description = "Name of the key or person, as the audit shows it.",
              example = "ci (k7Hd2)")
          String user,
      @Schema(description = "Code of the tenant.", example = "acme") String tenant,
      @Schema(description = "Name of the tenant, for people.", example = "Acme Ltd")
          String tenantName,
      @Schema(description = "Roles of the caller.", example = "[\"operator\"]") List<Role> roles,
      @Schema(description = "Permissions of these roles.", example = "[\"READ\", \"OPERATE\"]")
          List<Permission> permissions,
      @Schema(
              description = "Version of the server; development if it runs from its sources.",
              example = "1.0.0")
          String serverVersion,
      @Schema(
              description =
                  "Optional features of this server: row-security if the database isolates"
                      + " tenants.",
              example = "[\"row-security\"]")
          List<String> features,
      @Schema(description = "The emergency stop of the tenant; absent if there is none.")
          @Nullable StopView emergencyStop) {}

  /** An emergency stop: nothing starts until it is ended. */
  record StopView(
      @Schema(description = "Time at which it began.") Instant since,
      @Schema(description = "Name of the key or person that began it.", example = "ci (k7Hd2)")
          String by,
      @Schema(description = "Reason given; may be empty.", example = "card provider is down")
          String reason) {

    private static StopView of(EmergencyStop stop) {
      return new StopView(stop.at(), stop.by(), stop.reason());
    }
  }

  @GetMapping("/api/session")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns the caller with its permissions, its tenant and the server.",
      flowScope = FlowScope.NO_FLOW)
  SessionView get(Caller caller) {
    Tenants.TenantName tenant = tenants.nameOf(caller.tenant());
    return new SessionView(
        caller.name(),
        tenant.code(),
        tenant.name(),
        caller.roles().stream().sorted().toList(),
        Stream.of(Permission.values()).filter(caller::may).toList(),
        Objects.requireNonNullElse(
            SessionController.class.getPackage().getImplementationVersion(), "development"),
        rowSecurity.isOn() ? List.of("row-security") : List.of(),
        stops.find(caller.tenant()).map(StopView::of).orElse(null));
  }
}
