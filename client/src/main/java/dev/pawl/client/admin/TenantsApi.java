package dev.pawl.client.admin;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.stream.Stream;

/** The tenants of a server, for administrators of the platform. */
public final class TenantsApi {

  private static final String ROOT = "/api/tenants";

  private final ApiConnection connection;

  public TenantsApi(ApiConnection connection) {
    this.connection = connection;
  }

  @Operation("GET /api/tenants")
  public Stream<Tenant> list() {
    return connection.list(ROOT).map(Tenant::new);
  }

  @Operation("GET /api/tenants/{code}")
  public Tenant get(String code) {
    return new Tenant(connection.get(path(code).toString()));
  }

  /** Creates a tenant whose name is its code. */
  public CreatedTenant create(String code) {
    return create(JsonObject.of("code", Json.of(code)));
  }

  @Operation("POST /api/tenants")
  public CreatedTenant create(String code, String name) {
    return create(JsonObject.of("code", Json.of(code)).with("name", Json.of(name)));
  }

  private CreatedTenant create(JsonObject body) {
    return new CreatedTenant(connection.write("POST", ROOT, body));
  }

  /** Creates a key of a tenant. */
  @Operation("POST /api/tenants/{code}/keys")
  public IssuedKey createKey(String code, NewKey key) {
    return new IssuedKey(connection.write("POST", path(code).add("keys").toString(), key.json()));
  }

  /** Suspends a tenant: its keys are refused and none of its executions advances. */
  @Operation("POST /api/tenants/{code}/suspend")
  public Tenant suspend(String code) {
    return new Tenant(connection.write("POST", path(code).add("suspend").toString()));
  }

  @Operation("POST /api/tenants/{code}/resume")
  public Tenant resume(String code) {
    return new Tenant(connection.write("POST", path(code).add("resume").toString()));
  }

  @Operation("GET /api/tenants/{code}/limits")
  public TenantLimits limits(String code) {
    return limits(connection.get(path(code).add("limits").toString()));
  }

  /** Replaces the limits of a tenant; they apply on all nodes within a second. */
  @Operation("PUT /api/tenants/{code}/limits")
  public TenantLimits setLimits(String code, TenantLimits limits) {
    return limits(connection.write("PUT", path(code).add("limits").toString(), limits.json()));
  }

  private static TenantLimits limits(Json json) {
    return new TenantLimits(json instanceof JsonObject object ? object : JsonObject.EMPTY);
  }

  private static ApiPath path(String code) {
    return ApiPath.of(ROOT).segment(code);
  }
}
