package dev.pawl.server.access;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint that lists what each role may do. */
@RestController
public final class RolesController {

  private final Endpoints endpoints;

  RolesController(Endpoints endpoints) {
    this.endpoints = endpoints;
  }

  /** A role and its permissions. */
  record RoleView(
      @Schema(description = "Name of the role.", example = "operator") Role role,
      @Schema(description = "Permissions of the role.", example = "[\"READ\", \"OPERATE\"]")
          List<Permission> permissions) {}

  /** A permission and what it is needed for. */
  record PermissionView(
      @Schema(description = "Name of the permission.", example = "OPERATE") Permission permission,
      @Schema(
              description = "Endpoints that need the permission: method and path pattern.",
              example = "[\"POST /api/flows/executions/{id}/cancel\"]")
          List<String> endpoints) {}

  /** All roles and permissions. */
  record RolesView(
      @Schema(description = "Roles that keys can have.") List<RoleView> roles,
      @Schema(description = "Permissions that roles have.") List<PermissionView> permissions) {}

  @GetMapping("/api/roles")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the roles of keys, their permissions, and the endpoints that need them.")
  RolesView list() {
    return new RolesView(
        Stream.of(Role.values()).map(role -> new RoleView(role, permissions(role))).toList(),
        Stream.of(Permission.values())
            .map(permission -> new PermissionView(permission, needing(permission)))
            .toList());
  }

  private static List<Permission> permissions(Role role) {
    return Stream.of(Permission.values()).filter(role::may).toList();
  }

  private List<String> needing(Permission permission) {
    return endpoints.names().stream()
        .filter(name -> endpoints.permission(name).filter(permission::equals).isPresent())
        .toList();
  }
}
