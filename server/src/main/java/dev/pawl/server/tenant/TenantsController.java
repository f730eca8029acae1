package dev.pawl.server.tenant;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.Upkeep;
import dev.pawl.engine.store.VersionKey;
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
import java.util.Optional;
import java.util.TreeMap;
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
  private static final int MOST_STARTS = 1_000_000;

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

  /**
   * What a tenant may use at most; what is absent has no limit.
   *
   * @param concurrent how many of its executions nodes hold in memory at the same time
   * @param startsPerSecond on each node
   * @param flows the same as concurrent, for single flows by their codes
   */
  record LimitsView(
      @Nullable Integer concurrent,
      @Nullable Integer startsPerSecond,
      @Nullable Map<String, Integer> flows) {}

  @GetMapping("/api/tenants/{code}/limits")
  LimitsView limits(@PathVariable String code) {
    Tenants.Tenant tenant = found(code);
    Map<String, Integer> flows = new TreeMap<>(tenants.limits(tenant.id()));
    Integer all = flows.remove("");
    return new LimitsView(all, tenant.startsPerSecond(), flows);
  }

  @PutMapping("/api/tenants/{code}/limits")
  LimitsView limit(@PathVariable String code, @RequestBody LimitsView asked) {
    TenantId tenant = found(code).id();
    Map<String, Integer> wanted = checked(asked);
    for (String flow : tenants.limits(tenant).keySet()) {
      if (!wanted.containsKey(flow)) {
        upkeep.unlimit(tenant, scope(flow));
      }
    }
    wanted.forEach((flow, atMost) -> upkeep.limit(tenant, scope(flow), atMost));
    tenants.limitStarts(tenant, asked.startsPerSecond());
    return limits(code);
  }

  private static Map<String, Integer> checked(LimitsView asked) {
    if (asked.startsPerSecond() != null
        && (asked.startsPerSecond() < 1 || asked.startsPerSecond() > MOST_STARTS)) {
      throw Refusal.refused(
          "bad-limit",
          "startsPerSecond is a number from 1 to %d, or absent".formatted(MOST_STARTS));
    }
    Map<String, Integer> wanted = new TreeMap<>();
    if (asked.flows() != null) {
      asked.flows().forEach((flow, atMost) -> wanted.put(flowName(flow), number(atMost)));
    }
    if (asked.concurrent() != null) {
      wanted.put("", asked.concurrent());
    }
    wanted.values().forEach(Upkeep::checkLimit);
    return wanted;
  }

  private static String flowName(String flow) {
    if (!VersionKey.isFlowName(flow)) {
      throw Refusal.refused("bad-code", VersionKey.NAME_RULE);
    }
    return flow;
  }

  private static int number(@Nullable Integer atMost) {
    if (atMost == null) {
      throw Refusal.refused("bad-limit", "leave a flow out to lift its limit");
    }
    return atMost;
  }

  private static Optional<String> scope(String flow) {
    return flow.isEmpty() ? Optional.empty() : Optional.of(flow);
  }

  private Tenants.Tenant found(String code) {
    return tenants.find(code).orElseThrow(() -> Refusal.notFound("tenant '" + code + "'"));
  }
}
