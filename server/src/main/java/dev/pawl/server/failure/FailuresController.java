package dev.pawl.server.failure;

import dev.pawl.model.NameLimit;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.execution.ReasonText;
import dev.pawl.server.failure.FailureDetailView.FailureChangeKind;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.AuditDetail;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for failure families. Tests and child executions belong to none. */
@RestController
public final class FailuresController {

  private static final int MAX_LIMIT = 200;
  private static final int MAX_SEARCH_CHARACTERS = 200;
  private static final int MAX_ASSIGNEE_CHARACTERS = 200;

  private final FailureReader reader;
  private final FailureCare care;

  FailuresController(FailureReader reader, FailureCare care) {
    this.reader = reader;
    this.care = care;
  }

  /** A note on a family. */
  record FailureNote(
      @Schema(
              description =
                  "Note that the family keeps, shown to everybody; at most 1,000 characters. The"
                      + " note before stays if absent.",
              example = "raise quota with provider")
          @Nullable String note) {

    static String of(@Nullable FailureNote body) {
      return ReasonText.require(body == null ? null : body.note());
    }
  }

  /** Who takes care of a family. */
  record FailureAssignment(
      @Schema(
              description =
                  "Name of a person or team, at most 200 characters; null or empty to remove it.",
              example = "clerk-1")
          @Nullable String assignee,
      @Schema(
              description =
                  "Note that the family keeps, at most 1,000 characters. The note before stays if"
                      + " absent.",
              example = "please ask the provider")
          @Nullable String note) {

    String requireAssignee() {
      String name = assignee == null ? "" : assignee.strip();
      int length = name.codePointCount(0, name.length());
      if (length > MAX_ASSIGNEE_CHARACTERS) {
        throw ApiException.refused(
            "bad-assignee",
            "assignee: must have at most %d characters, got %d"
                .formatted(MAX_ASSIGNEE_CHARACTERS, length));
      }
      NameLimit.unstorable("assignee", name)
          .ifPresent(
              why -> {
                throw ApiException.refused("bad-assignee", why);
              });
      return name;
    }
  }

  /** Lists the families with failures in the period; resolved ones also if resolved in it. */
  @GetMapping("/api/failures")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Lists failure families: failed executions with the same flow, state, error and form of"
              + " the message.",
      flowScope = FlowScope.FILTERED)
  FailureListView list(
      Caller caller,
      @RequestParam(defaultValue = "open") @Pattern(regexp = "open|new|known|resolved|all")
          String status,
      @RequestParam(required = false) @Nullable String flow,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestParam(defaultValue = FailurePeriod.DEFAULT) String since,
      @RequestParam(defaultValue = "") String search,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(MAX_LIMIT) int limit) {
    if (search.length() > MAX_SEARCH_CHARACTERS) {
      throw ApiException.malformed(
          "search: may have at most %d characters, got %d"
              .formatted(MAX_SEARCH_CHARACTERS, search.length()));
    }
    NameLimit.unstorable("search", search)
        .ifPresent(
            why -> {
              throw ApiException.refused("bad-filter", why);
            });
    return reader.list(
        caller,
        new FailureReader.ListRequest(
            status,
            Optional.ofNullable(flow),
            Optional.ofNullable(version),
            since,
            search.strip(),
            after,
            limit));
  }

  @GetMapping("/api/failures/{family}")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Returns a failure family with what its executions have in common, the latest of them and"
              + " its history.",
      flowScope = FlowScope.FILTERED)
  FailureDetailView get(
      Caller caller,
      @PathVariable String family,
      @RequestParam(defaultValue = FailurePeriod.DEFAULT) String since) {
    return reader.detail(caller, family, since);
  }

  /** Returns the family over the last 7 days. */
  @GetMapping("/api/flows/executions/{id}/family")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns the failure family of a failed execution, with the failures of 7 days.")
  FailureFamilyView ofExecution(Caller caller, @PathVariable String id) {
    return reader.ofExecution(caller, id);
  }

  @PostMapping("/api/failures/{family}/know")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Marks a failure family as known.",
      flowScope = FlowScope.FILTERED)
  FailureFamilyView know(
      Caller caller,
      @PathVariable String family,
      @RequestBody(required = false) @Nullable FailureNote body) {
    return change(caller, family, FailureChangeKind.KNOWN, FailureNote.of(body));
  }

  /** Resolves a family; it is reopened when an execution fails in it that ends after this. */
  @PostMapping("/api/failures/{family}/resolve")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Marks a failure family as resolved, until another execution fails in it.",
      flowScope = FlowScope.FILTERED)
  FailureFamilyView resolve(
      Caller caller,
      @PathVariable String family,
      @RequestBody(required = false) @Nullable FailureNote body) {
    return change(caller, family, FailureChangeKind.RESOLVED, FailureNote.of(body));
  }

  @PostMapping("/api/failures/{family}/reopen")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Reopens a known or resolved failure family.",
      flowScope = FlowScope.FILTERED)
  FailureFamilyView reopen(
      Caller caller,
      @PathVariable String family,
      @RequestBody(required = false) @Nullable FailureNote body) {
    return change(caller, family, FailureChangeKind.REOPENED, FailureNote.of(body));
  }

  @PostMapping("/api/failures/{family}/assign")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Assigns a failure family, or removes its assignee.",
      flowScope = FlowScope.FILTERED)
  FailureFamilyView assign(
      Caller caller, @PathVariable String family, @RequestBody FailureAssignment body) {
    String assignee = body.requireAssignee();
    String note = ReasonText.require(body.note());
    FailureFamilyView before = reader.require(caller, family);
    care.assign(caller, before.id(), assignee, note);
    return AuditDetail.changed(Optional.of(before), reader.require(caller, family));
  }

  private FailureFamilyView change(
      Caller caller, String family, FailureChangeKind kind, String note) {
    FailureFamilyView before = reader.require(caller, family);
    care.change(caller, before.id(), kind, note);
    return AuditDetail.changed(Optional.of(before), reader.require(caller, family));
  }
}
