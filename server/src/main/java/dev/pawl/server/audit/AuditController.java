package dev.pawl.server.audit;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import dev.pawl.server.web.Within;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Reading the audit of a tenant. */
@RestController
public final class AuditController {

  private final AuditTrail trail;
  private final AnonymousRefusals anonymous;

  AuditController(AuditTrail trail, AnonymousRefusals anonymous) {
    this.trail = trail;
    this.anonymous = anonymous;
  }

  /**
   * An entry as it is shown.
   *
   * @param at of many requests, when the first came
   * @param count how many requests it stands for: those without a valid key are counted by address
   *     and minute
   * @param lastAt when the last of them came, if it stands for many
   */
  record EntryView(
      long number,
      Instant at,
      String actor,
      String door,
      String target,
      int status,
      String address,
      int count,
      @Nullable Instant lastAt) {

    static EntryView of(AuditTrail.Numbered numbered) {
      AuditEntry entry = numbered.entry();
      return new EntryView(
          numbered.number(),
          entry.at(),
          entry.actor(),
          entry.door(),
          entry.target(),
          entry.status(),
          entry.address(),
          entry.count(),
          entry.isOfMany() ? entry.lastAt() : null);
    }
  }

  /** What the audit holds, the newest first. */
  @GetMapping("/api/audit")
  Listing<EntryView> list(
      Caller caller,
      @RequestParam(required = false) @Nullable String actor,
      @RequestParam(required = false) @Nullable String door,
      @RequestParam(required = false) @Nullable String target,
      @RequestParam(required = false) @Nullable Boolean denied,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(defaultValue = "false") boolean strangers,
      @RequestParam(defaultValue = "" + Long.MAX_VALUE) long after,
      @RequestParam(defaultValue = "50") @Within(least = 1, most = Paging.MOST) int limit) {
    AuditTrail.Wanted wanted =
        new AuditTrail.Wanted(actor, door, target, denied, time(from), time(to));
    int atMost = Paging.checked(limit);
    TenantId whose = whose(caller, strangers);
    if (strangers) {
      // Whoever looks wants to see those of this minute too.
      anonymous.writeAll();
    }
    return Listing.of(
        trail.list(whose, wanted, after, atMost).stream().map(EntryView::of).toList(),
        atMost,
        entry -> Long.toString(entry.number()));
  }

  /**
   * Whether every entry is what it was.
   *
   * @param first the number of the first entry that is kept
   * @param brokenAt the first that is not, or that stands where another is missing
   * @param head keep it elsewhere: it shows later whether the end was cut off
   */
  record Verification(
      boolean intact, long first, long entries, @Nullable Long brokenAt, String head) {}

  @GetMapping("/api/audit/verify")
  Verification verify(Caller caller, @RequestParam(defaultValue = "false") boolean strangers) {
    AuditTrail.Verified found = trail.verify(whose(caller, strangers));
    Long brokenAt = found.brokenAt().isPresent() ? found.brokenAt().getAsLong() : null;
    return new Verification(
        brokenAt == null, found.first(), found.entries(), brokenAt, found.head());
  }

  /** Requests without a valid key belong to no tenant; the platform's administrators see them. */
  private static TenantId whose(Caller caller, boolean strangers) {
    if (!strangers) {
      return caller.tenant();
    }
    if (!caller.may(Permission.PLATFORM)) {
      throw Refusal.forbidden("what strangers tried is shown to the platform's administrators");
    }
    return AuditTrail.NOBODY;
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant at) {
    return at == null ? null : at.atOffset(ZoneOffset.UTC);
  }
}
