package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Priority;
import dev.pawl.model.finding.Finding;
import dev.pawl.postgres.flow.FlowSearch.Criteria;
import dev.pawl.postgres.flow.FlowSearch.FlowOrder;
import dev.pawl.postgres.flow.FlowStore;
import dev.pawl.postgres.flow.FlowStore.NewFlow;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.flow.VersionStore.Publication;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.problem.FindingView;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.config.FlowTriggerStore;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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

/** Endpoints for flows and their drafts. */
@RestController
public final class FlowsController {

  private final Node node;
  private final DefinitionReview review;
  private final FlowRepository flows;
  private final FlowTriggerStore triggers;
  private final ActiveVersions active;
  private final FlowChanges changes;

  FlowsController(
      Node node,
      FlowRepository flows,
      ActiveVersions active,
      FlowChanges changes,
      DefinitionReview review,
      Triggers triggers) {
    this.triggers = triggers.flowTriggers();
    this.review = review;
    this.node = node;
    this.flows = flows;
    this.active = active;
    this.changes = changes;
  }

  /** The result of validating a definition. */
  record ValidationResult(
      @Schema(description = "True if there is no error among the findings.") boolean valid,
      @Schema(description = "Errors and warnings.") List<FindingView> findings) {}

  @PostMapping("/api/flows/validate")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Checks a definition and returns all findings; nothing is stored.",
      flowScope = FlowScope.NO_FLOW)
  ValidationResult validate(Caller caller, @RequestBody FlowBody body) {
    List<Finding> findings =
        review.findings(caller, body.definitionSource(), Optional.ofNullable(body.code()));
    return new ValidationResult(
        findings.stream().allMatch(finding -> finding.severity() == Finding.Severity.WARNING),
        findings.stream().map(FindingView::of).toList());
  }

  @PostMapping("/api/flows")
  @RequiresPermission(
      value = Permission.EDIT,
      summary = "Creates a flow with its draft, and publishes the draft if asked to.")
  @ApiStatus(201)
  ResponseEntity<FlowView> create(
      Caller caller,
      @RequestBody FlowBody body,
      @RequestParam(defaultValue = "false") boolean publish) {
    if (publish && !caller.may(Permission.PUBLISH)) {
      throw ApiException.forbidden("this key may not publish; create the draft without it");
    }
    if (publish) {
      review.requirePublishable(body.definitionSource());
    } else {
      FlowBody.read(body.definitionSource(), false);
    }
    UUID id = node.newId();
    Optional<String> given = body.givenCode();
    String code = given.orElseGet(() -> FlowNameRules.codeOf(body.name(), id));
    NewFlow flow =
        new NewFlow(
            id,
            code,
            body.fields().text(code, "", body::definitionSource),
            body.fields().about(FlowFields.NO_ATTRIBUTES),
            caller.name());
    changes.apply(
        caller,
        connection -> {
          NewFlow made =
              given.isEmpty()
                  ? FlowRepository.createWithFreeCode(connection, caller.tenant(), flow)
                  : flow;
          if (given.isPresent() && !FlowStore.create(connection, caller.tenant(), flow)) {
            throw ApiException.conflict("code-taken", "there is a flow '" + code + "' already");
          }
          if (!publish) {
            return List.<String>of();
          }
          FlowVersions.publish(
              connection,
              caller.tenant(),
              new Publication(made.code(), flow.text().source(), caller.name(), ""));
          return List.of(made.code());
        },
        published -> published);
    return ResponseEntity.created(URI.create("/api/flows/" + id)).body(get(caller, id.toString()));
  }

  @GetMapping("/api/flows")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the flows that match a search, without the sources of their drafts.",
      flowScope = FlowScope.FILTERED)
  Listing<FlowView> list(
      Caller caller,
      @RequestParam(defaultValue = "") String search,
      @RequestParam(defaultValue = "") String type,
      @RequestParam(required = false) @Nullable FlowStatus status,
      @RequestParam(defaultValue = "") String category,
      @RequestParam(required = false) @Nullable Priority priority,
      @RequestParam(defaultValue = "") String tag,
      @RequestParam(defaultValue = "CODE") FlowOrder sort,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    Criteria wanted = new Criteria(search, type, name(status), category, name(priority), tag);
    List<StoredFlow> found = flows.list(caller, wanted, FlowCursor.page(sort, after, limit));
    return Listing.of(
        found.stream().map(FlowView::ofList).toList(),
        limit,
        flow -> FlowCursor.of(sort, flow.code(), flow.name(), flow.updatedAt()));
  }

  private static String name(@Nullable Enum<?> one) {
    return one == null ? "" : one.name();
  }

  @GetMapping("/api/flows/{flow}")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns a flow with its draft and the findings of the draft.")
  FlowView get(Caller caller, @PathVariable String flow) {
    StoredFlow found = flows.get(caller.tenant(), flow);
    return FlowView.withFindings(
        found, review.findings(caller, found.text().source(), Optional.of(found.code())));
  }

  /** Saves the draft; if If-Match is present, only if the draft has that revision. */
  @PutMapping("/api/flows/{flow}")
  @RequiresPermission(value = Permission.EDIT, summary = "Saves the draft of a flow.")
  FlowView save(
      Caller caller,
      @PathVariable String flow,
      @RequestBody FlowBody body,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
    IfMatch upon = IfMatch.of(ifMatch);
    FlowBody.read(body.definitionSource(), false);
    flows.transact(
        caller.tenant(),
        connection -> {
          StoredFlow found = FlowRepository.lock(connection, caller.tenant(), flow);
          body.requireCode(found.code());
          upon.require(found);
          FlowStore.save(
              connection,
              caller.tenant(),
              found.id(),
              body.fields()
                  .text(found.text().name(), found.text().description(), body::definitionSource),
              body.fields().about(found.about()));
          return found;
        });
    active.clearCache();
    return get(caller, flow);
  }

  /** Archives a flow, which hides it and prevents starts; its history stays. */
  @DeleteMapping("/api/flows/{flow}")
  @RequiresPermission(
      value = Permission.PUBLISH,
      summary = "Archives a flow: it is hidden and cannot be started, and its history stays.")
  FlowView archive(Caller caller, @PathVariable String flow) {
    return archive(caller, flow, true);
  }

  @PostMapping("/api/flows/{flow}/restore")
  @RequiresPermission(value = Permission.PUBLISH, summary = "Restores an archived flow.")
  FlowView restore(Caller caller, @PathVariable String flow) {
    return archive(caller, flow, false);
  }

  /** The confirmation of a deletion. */
  record DeleteRequest(
      @Schema(
              description =
                  "Code of the flow, repeated as a confirmation, because a deletion cannot be"
                      + " undone.",
              example = "order-saga")
          @NotNull
          String code) {}

  /** A flow that was deleted. */
  record DeletedFlow(
      @Schema(description = "Id that the flow had.") UUID id,
      @Schema(description = "Code that the flow had.", example = "order-saga") String code) {}

  /** Deletes an archived flow permanently; the history of its executions stays. */
  @PostMapping("/api/flows/{flow}/delete")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Deletes an archived flow permanently; the body repeats its code.")
  DeletedFlow delete(
      Caller caller, @PathVariable String flow, @Valid @RequestBody DeleteRequest body) {
    Deletion deletion =
        flows.transact(
            caller.tenant(),
            connection -> {
              StoredFlow found = FlowRepository.lock(connection, caller.tenant(), flow);
              if (!found.code().equals(body.code())) {
                throw ApiException.refused(
                    "not-confirmed",
                    "this cannot be undone: confirm it with {\"code\": \"" + found.code() + "\"}");
              }
              FlowDeletion.delete(connection, caller.tenant(), found);
              return new Deletion(
                  new DeletedFlow(found.id(), found.code()),
                  triggers.remove(connection, caller.tenant(), found.code()));
            });
    active.clearCache();
    deletion.epoch.ifPresent(triggers::awaitNodes);
    return deletion.flow;
  }

  private record Deletion(DeletedFlow flow, OptionalLong epoch) {}

  private FlowView archive(Caller caller, String flow, boolean archived) {
    changes.apply(
        caller,
        connection -> {
          StoredFlow found = FlowRepository.lock(connection, caller.tenant(), flow);
          FlowStore.archive(connection, caller.tenant(), found.id(), archived);
          return found.code();
        },
        List::of);
    return get(caller, flow);
  }
}
