package dev.pawl.server.flow;

import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.postgres.flow.VersionStore.PublishedVersion;
import dev.pawl.postgres.flow.VersionStore.VersionInfo;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for the versions of a flow and their differences. */
@RestController
public final class VersionsController {

  private static final String DRAFT = "draft";

  private final FlowRepository flows;
  private final FlowVersions versions;

  VersionsController(FlowRepository flows, FlowVersions versions) {
    this.flows = flows;
    this.versions = versions;
  }

  /** A published version. */
  record VersionView(
      @Schema(description = "Number of the version.", example = "3") int number,
      @Schema(description = "True if starts take this version.") boolean active,
      @Schema(description = "Time of its publication.") Instant createdAt,
      @Schema(description = "Name of the key or person that published it.", example = "ci")
          String publishedBy,
      @Schema(description = "Note on the version; may be empty.", example = "retries added")
          String note,
      @Schema(description = "Format in which the source is written.") @Pattern(regexp = "json|yaml")
          String format,
      @Schema(
              description = "Source as its author wrote it; only where a single version is shown.",
              example = "StartAt: Hello\nStates:\n  Hello: {Type: Succeed}\n")
          @Nullable String source) {

    static VersionView of(StoredFlow flow, VersionInfo version, @Nullable String source) {
      return new VersionView(
          version.number(),
          flow.versions().active().orElse(0) == version.number(),
          version.createdAt(),
          version.by(),
          version.note(),
          FlowView.formatName(version.format()),
          source);
    }
  }

  @GetMapping("/api/flows/{flow}/versions")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the versions of a flow, newest first.")
  Listing<VersionView> versions(
      Caller caller,
      @PathVariable String flow,
      @RequestParam(required = false) @Nullable Integer after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    StoredFlow found = flows.get(caller.tenant(), flow);
    int below = after == null ? Integer.MAX_VALUE : after;
    return Listing.of(
        versions.list(caller.tenant(), found.code(), below, limit).stream()
            .map(version -> VersionView.of(found, version, null))
            .toList(),
        limit,
        version -> Integer.toString(version.number()));
  }

  @GetMapping("/api/flows/{flow}/versions/{number}")
  @RequiresPermission(value = Permission.READ, summary = "Returns a version as it was written.")
  VersionView version(Caller caller, @PathVariable String flow, @PathVariable int number) {
    StoredFlow found = flows.get(caller.tenant(), flow);
    PublishedVersion version = versions.get(caller.tenant(), found.code(), number);
    return VersionView.of(found, version.info(), version.source().text());
  }

  /** The difference between two definitions of a flow. */
  record DiffView(
      @Schema(description = "Number of the older version, or draft.", example = "2") String from,
      @Schema(description = "Number of the newer version, or draft.", example = "draft") String to,
      @Schema(description = "The difference.") FlowDiffView diff) {}

  @GetMapping("/api/flows/{flow}/diff")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Compares two versions, or a version and the draft, state by state.")
  DiffView diff(
      Caller caller,
      @PathVariable String flow,
      @RequestParam String from,
      @RequestParam(defaultValue = DRAFT) String to) {
    StoredFlow found = flows.get(caller.tenant(), flow);
    return new DiffView(
        from, to, DefinitionSources.diff(source(caller, found, from), source(caller, found, to)));
  }

  private Source source(Caller caller, StoredFlow flow, String which) {
    if (which.equals(DRAFT)) {
      return flow.text().source();
    }
    try {
      return versions.get(caller.tenant(), flow.code(), Integer.parseInt(which)).source();
    } catch (NumberFormatException e) {
      throw ApiException.malformed("a version must be its number or draft, got '" + which + "'");
    }
  }
}
