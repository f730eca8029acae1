package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Priority;
import dev.pawl.model.finding.Finding;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.flow.Catalogue.NewFlow;
import dev.pawl.server.flow.FlowVersions.Publication;
import dev.pawl.server.problem.FindingView;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Needed;
import dev.pawl.server.web.Paging;
import dev.pawl.server.web.Within;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Flows and their drafts. */
@RestController
public final class FlowsController {

  private final Node node;
  private final Judging judging;
  private final Catalogue catalogue;
  private final ActiveVersions active;

  FlowsController(Node node, Catalogue catalogue, ActiveVersions active, Judging judging) {
    this.judging = judging;
    this.node = node;
    this.catalogue = catalogue;
    this.active = active;
  }

  /** What is wrong with a definition, and what may be. */
  record Validation(boolean valid, List<FindingView> findings) {}

  @PostMapping("/api/flows/validate")
  Validation validate(Caller caller, @RequestBody FlowBody body) {
    List<Finding> findings =
        judging.findings(caller, body.written(), Optional.ofNullable(body.code()));
    return new Validation(
        findings.stream().allMatch(finding -> finding.severity() == Finding.Severity.WARNING),
        findings.stream().map(FindingView::of).toList());
  }

  @PostMapping("/api/flows")
  @Answers(201)
  ResponseEntity<FlowView> create(
      Caller caller,
      @RequestBody FlowBody body,
      @RequestParam(defaultValue = "false") boolean publish) {
    if (publish && !caller.may(Permission.PUBLISH)) {
      throw Refusal.forbidden("this key may not publish; create the draft without it");
    }
    FlowBody.read(body.written(), publish);
    UUID id = node.newId();
    String code = body.code(id);
    NewFlow flow =
        new NewFlow(
            id, code, body.text(code, ""), body.about(FlowBody.ABOUT_NOTHING), caller.name());
    catalogue.transact(
        caller.tenant(),
        connection -> {
          NewFlow made =
              body.code() == null
                  ? Catalogue.createSomehow(connection, caller.tenant(), flow)
                  : flow;
          if (body.code() != null && !Catalogue.create(connection, caller.tenant(), flow)) {
            throw Refusal.conflict("code-taken", "there is a flow '" + code + "' already");
          }
          return publish
              ? FlowVersions.publish(
                  connection,
                  caller.tenant(),
                  new Publication(made.code(), flow.text().source(), caller.name(), ""))
              : 0;
        });
    active.changed();
    return ResponseEntity.created(URI.create("/api/flows/" + id)).body(get(caller, id.toString()));
  }

  @GetMapping("/api/flows")
  Listing<FlowView> list(
      Caller caller,
      @RequestParam(defaultValue = "") String search,
      @RequestParam(defaultValue = "") String type,
      @RequestParam(required = false) @Nullable FlowStatus status,
      @RequestParam(defaultValue = "") String category,
      @RequestParam(required = false) @Nullable Priority priority,
      @RequestParam(defaultValue = "") String tag,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Within(least = 1, most = Paging.MOST) int limit) {
    int atMost = Paging.checked(limit);
    Catalogue.Wanted wanted =
        new Catalogue.Wanted(search, type, name(status), category, name(priority), tag);
    List<FlowRecord> flows = catalogue.list(caller.tenant(), wanted, after, atMost);
    return Listing.of(flows.stream().map(FlowView::listed).toList(), atMost, FlowView::code);
  }

  private static String name(@Nullable Enum<?> one) {
    return one == null ? "" : one.name();
  }

  @GetMapping("/api/flows/{flow}")
  FlowView get(Caller caller, @PathVariable String flow) {
    FlowRecord found = catalogue.get(caller.tenant(), flow);
    return FlowView.judged(
        found, judging.findings(caller, found.text().source(), Optional.of(found.code())));
  }

  /** Saves the draft; with If-Match only upon the revision that is named there. */
  @PutMapping("/api/flows/{flow}")
  FlowView save(
      Caller caller,
      @PathVariable String flow,
      @RequestBody FlowBody body,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
    Upon upon = Upon.of(ifMatch);
    FlowBody.read(body.written(), false);
    catalogue.transact(
        caller.tenant(),
        connection -> {
          FlowRecord found = Catalogue.locked(connection, caller.tenant(), flow);
          body.mustKeep(found.code());
          upon.mustBe(found);
          Catalogue.save(
              connection,
              caller.tenant(),
              found.id(),
              body.text(found.text().name(), found.text().description()),
              body.about(found.about()));
          return found;
        });
    active.changed();
    return get(caller, flow);
  }

  /** Takes a flow out of sight and out of service; its history stays. */
  @DeleteMapping("/api/flows/{flow}")
  FlowView archive(Caller caller, @PathVariable String flow) {
    return archive(caller, flow, true);
  }

  @PostMapping("/api/flows/{flow}/restore")
  FlowView restore(Caller caller, @PathVariable String flow) {
    return archive(caller, flow, false);
  }

  /**
   * Which flow is meant.
   *
   * @param code its code, said once more: there is no way back
   */
  record Delete(@Needed @Nullable String code) {}

  /** A flow that was. */
  record Deleted(UUID id, String code) {}

  /** Deletes an archived flow for good; what is known of its executions stays. */
  @PostMapping("/api/flows/{flow}/delete")
  Deleted delete(Caller caller, @PathVariable String flow, @RequestBody Delete body) {
    Deleted deleted =
        catalogue.transact(
            caller.tenant(),
            connection -> {
              FlowRecord found = Catalogue.locked(connection, caller.tenant(), flow);
              if (!found.code().equals(body.code())) {
                throw Refusal.refused(
                    "not-confirmed",
                    "this cannot be undone: confirm it with {\"code\": \"" + found.code() + "\"}");
              }
              Deletion.delete(connection, caller.tenant(), found);
              return new Deleted(found.id(), found.code());
            });
    active.changed();
    return deleted;
  }

  private FlowView archive(Caller caller, String flow, boolean archived) {
    catalogue.archive(caller.tenant(), catalogue.get(caller.tenant(), flow).id(), archived);
    active.changed();
    return get(caller, flow);
  }
}
