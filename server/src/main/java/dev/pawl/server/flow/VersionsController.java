package dev.pawl.server.flow;

import dev.pawl.model.diff.FlowDiff;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.FlowRecord.Source;
import dev.pawl.server.flow.FlowVersions.Listed;
import dev.pawl.server.flow.FlowVersions.Published;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.OneOf;
import dev.pawl.server.web.Paging;
import dev.pawl.server.web.Within;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The versions of a flow, and how they differ. */
@RestController
public final class VersionsController {

  private static final String DRAFT = "draft";

  private final Catalogue catalogue;
  private final FlowVersions versions;

  VersionsController(Catalogue catalogue, FlowVersions versions) {
    this.catalogue = catalogue;
    this.versions = versions;
  }

  /**
   * A version as it was published.
   *
   * @param source as it was written; only where one version is shown
   */
  record VersionView(
      int number,
      boolean active,
      Instant createdAt,
      String publishedBy,
      String note,
      @OneOf({"json", "yaml"}) String format,
      @Nullable String source) {

    static VersionView of(FlowRecord flow, Listed version, @Nullable String source) {
      return new VersionView(
          version.number(),
          flow.versions().active().orElse(0) == version.number(),
          version.createdAt(),
          version.by(),
          version.note(),
          FlowRows.format(version.format()),
          source);
    }
  }

  @GetMapping("/api/flows/{flow}/versions")
  Listing<VersionView> versions(
      Caller caller,
      @PathVariable String flow,
      @RequestParam(required = false) @Nullable Integer after,
      @RequestParam(defaultValue = "50") @Within(least = 1, most = Paging.MOST) int limit) {
    int atMost = Paging.checked(limit);
    FlowRecord found = catalogue.get(caller.tenant(), flow);
    int below = after == null ? Integer.MAX_VALUE : after;
    return Listing.of(
        versions.list(caller.tenant(), found.code(), below, atMost).stream()
            .map(version -> VersionView.of(found, version, null))
            .toList(),
        atMost,
        version -> Integer.toString(version.number()));
  }

  @GetMapping("/api/flows/{flow}/versions/{number}")
  VersionView version(Caller caller, @PathVariable String flow, @PathVariable int number) {
    FlowRecord found = catalogue.get(caller.tenant(), flow);
    Published version = versions.get(caller.tenant(), found.code(), number);
    return VersionView.of(found, version.listed(), version.source().text());
  }

  /** How two versions differ: numbers, or the draft. */
  record DiffView(String from, String to, FlowDiff diff) {}

  @GetMapping("/api/flows/{flow}/diff")
  DiffView diff(
      Caller caller,
      @PathVariable String flow,
      @RequestParam String from,
      @RequestParam(defaultValue = DRAFT) String to) {
    FlowRecord found = catalogue.get(caller.tenant(), flow);
    return new DiffView(
        from, to, Sources.diff(source(caller, found, from), source(caller, found, to)));
  }

  private Source source(Caller caller, FlowRecord flow, String which) {
    if (which.equals(DRAFT)) {
      return flow.text().source();
    }
    try {
      return versions.get(caller.tenant(), flow.code(), Integer.parseInt(which)).source();
    } catch (NumberFormatException e) {
      throw Refusal.malformed("compare the number of a version or draft, not '" + which + "'");
    }
  }
}
