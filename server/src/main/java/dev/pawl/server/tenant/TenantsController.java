package dev.pawl.server.tenant;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.Upkeep;
import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.KeysController;
import dev.pawl.server.access.NewKey;
import dev.pawl.server.access.Secret;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Needed;
import dev.pawl.server.web.Paging;
import dev.pawl.server.web.Within;
import java.time.Instant;
import java.util.Map;
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

/** Tenants, for the platform's administrators. */
@RestController
public final class TenantsController {

  private static final Pattern CODE = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
  private static final int LONGEST_NAME = 200;

  private final Tenants tenants;
  private final ApiKeys keys;
  private final Upkeep upkeep;

  TenantsController(Tenants tenants, ApiKeys keys, Upkeep upkeep) {
    this.tenants = tenants;
    this.keys = keys;
    this.upkeep = upkeep;
  }

  /** A tenant as it is shown. */
  record TenantView(
      String code,
      String name,
      TenantStatus status,
      Instant createdAt,
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

  record NewTenant(@Needed @Nullable String code, @Nullable String name) {}

  /**
   * @param key of the tenant's first administrator, shown this one time
   */
  record Created(String code, String name, String key) {}

  @PostMapping("/api/tenants")
  @Answers(201)
  ResponseEntity<Created> create(@RequestBody NewTenant asked) {
    if (asked.code() == null || !CODE.matcher(asked.code()).matches()) {
      throw Refusal.refused(
          "bad-code", "the code of a tenant is 1 to 63 of a-z, 0-9 and -, not beginning with -");
    }
    String name = asked.name() == null ? asked.code() : asked.name();
    if (name.isBlank() || name.length() > LONGEST_NAME || name.indexOf('\0') >= 0) {
      throw Refusal.refused("bad-name", "the name of a tenant has 1 to 200 characters");
    }
    Secret key =
        tenants
            .create(asked.code(), name)
            .orElseThrow(
                () ->
                    Refusal.conflict(
                        "code-taken", "there is a tenant '" + asked.code() + "' already"));
    return ResponseEntity.status(HttpStatus.CREATED)
        .body(new Created(asked.code(), name, key.text()));
  }

  /** A key for a tenant that has none, or has lost it. */
  @PostMapping("/api/tenants/{code}/keys")
  @Answers(201)
  ResponseEntity<KeysController.Issued> issue(
      Caller caller, @PathVariable String code, @RequestBody NewKey asked) {
    TenantId tenant = found(code).id();
    return KeysController.Issued.answer(keys.issue(asked.granted(caller, tenant)));
  }

  @GetMapping("/api/tenants")
  Listing<TenantView> list(
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Within(least = 1, most = Paging.MOST) int limit) {
    int atMost = Paging.checked(limit);
    return Listing.of(
        tenants.list(after, atMost).stream().map(TenantView::of).toList(),
        atMost,
        TenantView::code);
  }

  @GetMapping("/api/tenants/{code}")
  TenantView get(@PathVariable String code) {
    return TenantView.of(found(code));
  }

  @PostMapping("/api/tenants/{code}/suspend")
  TenantView suspend(@PathVariable String code) {
    TenantId tenant = found(code).id();
    if (tenant.equals(TenantId.DEFAULT)) {
      throw Refusal.conflict(
          "own-tenant", "the tenant of the platform's administrators cannot be suspended");
    }
    tenants.suspend(tenant, true);
    return get(code);
  }

  @PostMapping("/api/tenants/{code}/resume")
  TenantView resume(@PathVariable String code) {
    tenants.suspend(found(code).id(), false);
    return get(code);
  }

  @GetMapping("/api/tenants/{code}/limits")
  LimitsView limits(@PathVariable String code) {
    Tenants.Tenant tenant = found(code);
    return LimitsView.of(tenants.limits(tenant.id()), tenant.startsPerSecond());
  }

  @PutMapping("/api/tenants/{code}/limits")
  LimitsView limit(@PathVariable String code, @RequestBody LimitsView asked) {
    TenantId tenant = found(code).id();
    Map<LimitsView.Scope, ConcurrencyLimit> wanted = asked.checked();
    Map<LimitsView.Scope, ConcurrencyLimit> before = tenants.limits(tenant);
    for (LimitsView.Scope scope : before.keySet()) {
      if (!wanted.containsKey(scope)) {
        upkeep.unlimit(tenant, scope.flowCode(), scope.kind());
      }
    }
    wanted.forEach(
        (scope, limit) -> {
          if (!limit.equals(before.get(scope))) {
            upkeep.limit(tenant, scope.flowCode(), limit);
          }
        });
    tenants.limitStarts(tenant, asked.startsPerSecond());
    return limits(code);
  }

  private Tenants.Tenant found(String code) {
    return tenants.find(code).orElseThrow(() -> Refusal.notFound("tenant '" + code + "'"));
  }
}
