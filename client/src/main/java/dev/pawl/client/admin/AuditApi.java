package dev.pawl.client.admin;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.Operation;
import java.util.stream.Stream;

/** The audit trail of the caller's tenant. */
public final class AuditApi {

  private final ApiConnection connection;

  public AuditApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns the entries that match, newest first; pages are read as the stream needs them. */
  @Operation("GET /api/audit")
  public Stream<AuditEntry> search(AuditFilter filter) {
    return connection.list(filter.path()).map(AuditEntry::new);
  }

  /** Returns at most so many of the entries that match, newest first. */
  public Stream<AuditEntry> search(AuditFilter filter, int maxItems) {
    return connection.list(filter.path(), maxItems).map(AuditEntry::new);
  }

  /** Returns the newest 10,000 of the entries that match, as comma-separated values. */
  @Operation("GET /api/audit/export")
  public String export(AuditFilter filter) {
    return connection.send(ApiRequest.get(filter.path("/api/audit/export"))).text();
  }

  /** Checks that no entry was changed or removed. */
  @Operation("GET /api/audit/verify")
  public AuditVerification verify() {
    return new AuditVerification(connection.get("/api/audit/verify"));
  }
}
