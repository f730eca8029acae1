package dev.pawl.server.tenant;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.Maintenance;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.FlowUsage;
import dev.pawl.postgres.query.StartUsage;
import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.KeysController;
import dev.pawl.server.access.NewKey;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.access.Secret;
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
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints with which platform administrators manage tenants. */
@RestController
public final class TenantsController {

  private static final Pattern CODE = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
  private static final int MAX_NAME_LENGTH = 200;

  private final Tenants tenants;
  private final StartUsage usage;
  private final FlowUsage flowUsage;
  private final ApiKeys keys;
  private final Maintenance maintenance;

  TenantsController(
      Tenants tenants,
      ApiKeys keys,
      Maintenance maintenance,
      StartUsage usage,
      FlowUsage flowUsage) {
    this.usage = usage;
    this.flowUsage = flowUsage;
    this.tenants = tenants;
    this.keys = keys;
    this.maintenance = maintenance;
  }

  /** A tenant as the API shows it. */
  record TenantView(
      @Schema(description = "Code of the tenant.", example = "acme") String code,
      @Schema(description = "Name of the tenant, for people.", example = "Acme Corp.") String name,
      @Schema(description = "Status of the tenant; the keys of a suspended tenant are refused.")
          TenantStatus status,
      @Schema(description = "Time at which the tenant was created.") Instant createdAt,
      @Schema(description = "Time at which the tenant was suspended; absent if it is not.")
          @Nullable Instant suspendedAt) {

    static TenantView of(Tenants.Tenant tenant) {
      return new TenantView(
          tenant.code(),
          tenant.name(),
          tenant.suspendedAt().isPresent() ? TenantStatus.SUSPENDED : TenantStatus.ACTIVE,
          tenant.createdAt(),
          tenant.suspendedAt().orElse(null));
    }
  }

  enum TenantStatus {
    ACTIVE,
    SUSPENDED
  }

  /** A tenant to create. */
  record NewTenant(
      @Schema(description = "Code of the tenant, unique on this database.", example = "acme")
          @NotNull
          String code,
      @Schema(
              description = "Name of the tenant, for people; the code if absent.",
              example = "Acme Corp.")
          @Nullable String name) {}

  /** A tenant that was created. */
  record CreatedTenant(
      @Schema(description = "Code of the tenant.", example = "acme") String code,
      @Schema(description = "Name of the tenant, for people.", example = "Acme Corp.") String name,
      @Schema(
              description = "API key of its first administrator; it is shown this one time.",
              example = "pawl_0123456789abcdef_...")
          String key) {}

  @PostMapping("/api/tenants")
  @RequiresPermission(
      value = Permission.PLATFORM,
      summary = "Creates a tenant and the key of its first administrator.")
  @ApiStatus(201)
  ResponseEntity<CreatedTenant> create(@Valid @RequestBody NewTenant asked) {
    if (!CODE.matcher(asked.code()).matches()) {
      throw ApiException.refused(
          "bad-code", "code: must be 1 to 63 characters of a-z, 0-9 and -, not starting with -");
    }
    String name = asked.name() == null ? asked.code() : asked.name();
    if (name.isBlank() || name.length() > MAX_NAME_LENGTH || name.indexOf('\0') >= 0) {
      throw ApiException.refused("bad-name", "name: must have 1 to 200 characters");
    }
    Secret key =
        tenants
            .create(asked.code(), name)
            .orElseThrow(
                () ->
                    ApiException.conflict(
                        "code-taken", "there is a tenant '" + asked.code() + "' already"));
    return ResponseEntity.status(HttpStatus.CREATED)
        .body(new CreatedTenant(asked.code(), name, key.text()));
  }

  /** Issues a key for a tenant that has none, or has lost it. */
  @PostMapping("/api/tenants/{code}/keys")
  @RequiresPermission(
      value = Permission.PLATFORM,
      summary = "Issues a key for a tenant that has none or has lost it.")
  @ApiStatus(201)
  ResponseEntity<KeysController.IssuedKey> issue(
      Caller caller, @PathVariable String code, @Valid @RequestBody NewKey asked) {
    TenantId tenant = require(code).id();
    return KeysController.IssuedKey.answer(keys.issue(asked.toGrant(caller, tenant)));
  }

  @GetMapping("/api/tenants")
  @RequiresPermission(value = Permission.PLATFORM, summary = "Lists the tenants.")
  Listing<TenantView> list(
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    return Listing.of(
        tenants.list(after, limit).stream().map(TenantView::of).toList(), limit, TenantView::code);
  }

  @GetMapping("/api/tenants/{code}")
  @RequiresPermission(value = Permission.PLATFORM, summary = "Returns a tenant.")
  TenantView get(@PathVariable String code) {
    return TenantView.of(require(code));
  }

  @PostMapping("/api/tenants/{code}/suspend")
  @RequiresPermission(
      value = Permission.PLATFORM,
      summary = "Suspends a tenant: all its requests are refused.")
  TenantView suspend(@PathVariable String code) {
    TenantId tenant = require(code).id();
    if (tenant.equals(TenantId.DEFAULT)) {
      throw ApiException.conflict(
          "own-tenant", "the tenant of the platform's administrators cannot be suspended");
    }
    tenants.suspend(tenant, true);
    return get(code);
  }

  @PostMapping("/api/tenants/{code}/resume")
  @RequiresPermission(value = Permission.PLATFORM, summary = "Ends the suspension of a tenant.")
  TenantView resume(@PathVariable String code) {
    tenants.suspend(require(code).id(), false);
    return get(code);
  }

  @GetMapping("/api/tenants/{code}/limits")
  @RequiresPermission(value = Permission.PLATFORM, summary = "Returns the limits of a tenant.")
  LimitsView limits(@PathVariable String code) {
    Tenants.Tenant tenant = require(code);
    return LimitsView.of(
        tenants.limits(tenant.id()),
        tenant.startsPerSecond(),
        usage.read(tenant.id()),
        flowUsage.read(tenant.id()));
  }

  @PutMapping("/api/tenants/{code}/limits")
  @RequiresPermission(
      value = Permission.PLATFORM,
      summary = "Sets the limits of a tenant; an absent field means no limit.")
  LimitsView limit(@PathVariable String code, @RequestBody LimitsView asked) {
    TenantId tenant = require(code).id();
    Map<LimitsView.ScopedKind, ConcurrencyLimit> wanted = asked.checked();
    LimitsView old = limits(code);
    Map<LimitsView.ScopedKind, ConcurrencyLimit> before = tenants.limits(tenant);
    for (LimitsView.ScopedKind scope : before.keySet()) {
      if (!wanted.containsKey(scope)) {
        maintenance.unlimit(tenant, scope.flowCode(), scope.kind());
      }
    }
    wanted.forEach(
        (scope, limit) -> {
          if (!limit.equals(before.get(scope))) {
            maintenance.limit(tenant, scope.flowCode(), limit);
          }
        });
    tenants.setStartRate(tenant, asked.startsPerSecond());
    usage.set(
        tenant,
        Optional.ofNullable(asked.startsPerMinute()),
        Optional.ofNullable(asked.startsPerDay()));
    flowUsage.set(
        tenant,
        Optional.ofNullable(asked.activeFlows()),
        Optional.ofNullable(asked.definitionBytes()));
    return AuditDetail.changed(Optional.of(old), limits(code));
  }

  private Tenants.Tenant require(String code) {
    return tenants.find(code).orElseThrow(() -> ApiException.notFound("tenant '" + code + "'"));
  }
}
