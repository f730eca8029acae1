package dev.pawl.client.admin;

import dev.pawl.client.http.ApiPath;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Criteria of a search in the audit trail; all of them must match. The methods return changed
 * copies.
 *
 * @param criteria the parameters of the query
 */
public record AuditFilter(Map<String, String> criteria) {

  public AuditFilter {
    criteria = Map.copyOf(criteria);
  }

  public static AuditFilter all() {
    return new AuditFilter(Map.of());
  }

  public AuditFilter actor(String name) {
    return with("actor", name);
  }

  /** Matches one operation, such as {@code POST /api/keys}. */
  public AuditFilter endpoint(String operation) {
    return with("endpoint", operation);
  }

  public AuditFilter target(String target) {
    return with("target", target);
  }

  /** Matches requests that were refused for lack of permission. */
  public AuditFilter denied() {
    return with("denied", "true");
  }

  public AuditFilter from(Instant time) {
    return with("from", time.toString());
  }

  public AuditFilter to(Instant time) {
    return with("to", time.toString());
  }

  private AuditFilter with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(criteria);
    more.put(name, value);
    return new AuditFilter(more);
  }

  String path() {
    return path("/api/audit");
  }

  String path(String root) {
    ApiPath path = ApiPath.of(root);
    criteria.forEach(path::query);
    return path.toString();
  }
}
