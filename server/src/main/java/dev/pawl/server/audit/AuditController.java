package dev.pawl.server.audit;

import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that list and verify the audit of a tenant. */
@RestController
public final class AuditController {

  private static final int MAX_EXPORTED = 10_000;

  private final AuditTrail trail;
  private final AnonymousRefusals anonymous;

  AuditController(AuditTrail trail, AnonymousRefusals anonymous) {
    this.trail = trail;
    this.anonymous = anonymous;
  }

  /** An entry of the audit as the API shows it. */
  record EntryView(
      @Schema(
              description = "Number of the entry within the tenant; numbers have no gaps.",
              example = "1042")
          long number,
      @Schema(
              description =
                  "Time of the request; of the first request if the entry covers several requests.")
          Instant at,
      @Schema(
              description = "Name of the key or person; empty if the request had no valid key.",
              example = "ci")
          String actor,
      @Schema(
              description = "Method and path pattern of the request.",
              example = "POST /api/flows/{flow}/execute")
          String endpoint,
      @Schema(
              description = "Value of the path variables, such as the flow or the execution.",
              example = "order-saga")
          String target,
      @Schema(description = "HTTP status of the answer.", example = "201") int status,
      @Schema(description = "Network address of the client.", example = "192.0.2.10")
          String address,
      @Schema(
              description =
                  "Number of requests that the entry stands for; requests without a valid key are"
                      + " counted per address and minute.",
              example = "1")
          int count,
      @Schema(description = "Time of the last request, if the entry covers several requests.")
          @Nullable Instant lastAt,
      @Schema(
              description =
                  "State before a change of a binding, trigger, connection, secret (never its"
                      + " value), template or limit; absent if there was none.",
              example = "{\"priority\": 0}")
          @Nullable Json before,
      @Schema(
              description =
                  "State after such a change; absent after a deletion. After a bulk action on"
                      + " flows, the codes of those that it changed. Of a state above 32 KB only"
                      + " the size and the digest.",
              example = "{\"priority\": 10}")
          @Nullable Json after) {

    static EntryView of(AuditTrail.NumberedEntry numbered) {
      AuditEntry entry = numbered.entry();
      return new EntryView(
          numbered.number(),
          entry.at(),
          entry.actor(),
          entry.endpoint(),
          entry.target(),
          entry.status(),
          entry.address(),
          entry.count(),
          entry.isMerged() ? entry.lastAt() : null,
          json(entry.change().before()),
          json(entry.change().after()));
    }

    private static @Nullable Json json(String state) {
      return state.isEmpty() ? null : Json.parse(state);
    }
  }

  /** Lists audit entries, newest first. */
  @GetMapping("/api/audit")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Lists changes and refused requests, newest first.")
  Listing<EntryView> list(
      Caller caller,
      @RequestParam(required = false) @Nullable String actor,
      @RequestParam(required = false) @Nullable String endpoint,
      @RequestParam(required = false) @Nullable String target,
      @RequestParam(required = false) @Nullable String flow,
      @RequestParam(required = false) @Nullable Boolean denied,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(defaultValue = "false") boolean strangers,
      @RequestParam(defaultValue = "" + Long.MAX_VALUE) long after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    AuditTrail.AuditCriteria wanted =
        new AuditTrail.AuditCriteria(actor, endpoint, target, flow, denied, time(from), time(to));
    TenantId whose = tenantOf(caller, strangers);
    if (strangers) {
      // Counts of the current minute are written first, so that the list includes them.
      anonymous.writeAll();
    }
    return Listing.of(
        trail.list(whose, wanted, after, limit).stream().map(EntryView::of).toList(),
        limit,
        entry -> Long.toString(entry.number()));
  }

  /** Returns the newest entries as comma-separated values. */
  @GetMapping(path = "/api/audit/export", produces = "text/csv;charset=UTF-8")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Returns the newest 10,000 of the entries that match, as comma-separated values.")
  ResponseEntity<String> export(
      Caller caller,
      @RequestParam(required = false) @Nullable String actor,
      @RequestParam(required = false) @Nullable String endpoint,
      @RequestParam(required = false) @Nullable String target,
      @RequestParam(required = false) @Nullable String flow,
      @RequestParam(required = false) @Nullable Boolean denied,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(defaultValue = "" + Long.MAX_VALUE) long after) {
    AuditTrail.AuditCriteria wanted =
        new AuditTrail.AuditCriteria(actor, endpoint, target, flow, denied, time(from), time(to));
    return ResponseEntity.ok()
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"pawl-audit.csv\"")
        .body(AuditCsv.write(trail.list(caller.tenant(), wanted, after, MAX_EXPORTED)));
  }

  /** The result of verifying the chain of audit entries. */
  record Verification(
      @Schema(description = "True if every entry is unchanged and none is missing.") boolean intact,
      @Schema(description = "Number of the first entry that is still kept.", example = "1")
          long first,
      @Schema(description = "Number of entries that were verified.", example = "1042") long entries,
      @Schema(
              description =
                  "Number of the first entry that was changed, or before which one is missing;"
                      + " absent if intact.",
              example = "17")
          @Nullable Long brokenAt,
      @Schema(
              description =
                  "Digest of the last entry; keep it elsewhere to detect later whether entries at"
                      + " the end were removed.",
              example = "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9")
          String head) {}

  @GetMapping("/api/audit/verify")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Verifies that no entry of the audit was changed.")
  Verification verify(Caller caller, @RequestParam(defaultValue = "false") boolean strangers) {
    AuditTrail.ChainVerification found = trail.verify(tenantOf(caller, strangers));
    Long brokenAt = found.brokenAt().isPresent() ? found.brokenAt().getAsLong() : null;
    return new Verification(
        brokenAt == null, found.first(), found.entries(), brokenAt, found.head());
  }

  /**
   * Returns the tenant whose audit is read. Requests without a valid key belong to no tenant; only
   * platform administrators may read them.
   */
  private static TenantId tenantOf(Caller caller, boolean strangers) {
    if (!strangers) {
      return caller.tenant();
    }
    if (!caller.may(Permission.PLATFORM)) {
      throw ApiException.forbidden(
          "requests without a valid key are shown to platform administrators only");
    }
    return AuditTrail.ANONYMOUS;
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant at) {
    return at == null ? null : at.atOffset(ZoneOffset.UTC);
  }
}
