package dev.pawl.server.access;

import static dev.pawl.server.access.Permission.ADMINISTER;
import static dev.pawl.server.access.Permission.EDIT;
import static dev.pawl.server.access.Permission.MODULES;
import static dev.pawl.server.access.Permission.OPERATE;
import static dev.pawl.server.access.Permission.PLATFORM;
import static dev.pawl.server.access.Permission.PUBLISH;
import static dev.pawl.server.access.Permission.READ;
import static dev.pawl.server.access.Permission.WORK;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A role of a key, and its permissions. */
public enum Role {
  VIEWER(READ),
  WORKER(WORK),
  OPERATOR(READ, OPERATE, WORK),
  EDITOR(READ, EDIT),
  PUBLISHER(READ, EDIT, PUBLISH),
  MODULE_ADMIN(READ, MODULES),
  /** For a program that collects metrics. */
  MONITOR(Permission.MONITOR),
  TENANT_ADMIN(READ, OPERATE, EDIT, PUBLISH, WORK, MODULES, ADMINISTER),
  PLATFORM_ADMIN(
      READ, OPERATE, EDIT, PUBLISH, WORK, MODULES, ADMINISTER, Permission.MONITOR, PLATFORM);

  private final Set<Permission> permissions;

  Role(Permission first, Permission... others) {
    this.permissions = EnumSet.of(first, others);
  }

  public boolean may(Permission permission) {
    return permissions.contains(permission);
  }

  /** Returns the name in the API, such as {@code tenant-admin}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  @JsonValue
  public String toString() {
    return code();
  }

  public static Optional<Role> of(String code) {
    return Stream.of(values()).filter(role -> role.code().equals(code)).findFirst();
  }
}
