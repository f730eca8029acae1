package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.postgres.flow.FlowStore;
import dev.pawl.postgres.flow.FlowStore.NewFlow;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.flow.VersionStore;
import dev.pawl.postgres.flow.VersionStore.Publication;
import dev.pawl.postgres.flow.VersionStore.PublishedVersion;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that publish, activate, deactivate, duplicate and revert flows. */
@RestController
public final class LifecycleController {

  private final Node node;
  private final DefinitionReview review;
  private final FlowRepository flows;
  private final FlowChanges changes;

  LifecycleController(
      Node node, FlowRepository flows, FlowChanges changes, DefinitionReview review) {
    this.review = review;
    this.node = node;
    this.flows = flows;
    this.changes = changes;
  }

  /** Options of a publication. */
  record PublishRequest(
      @Schema(description = "Note on the version, for people.", example = "retries added")
          @Nullable String note,
      @Schema(
              description = "Publishes the draft only if it has this revision, like If-Match.",
              example = "4")
          @Nullable Integer revision) {

    static final PublishRequest PLAIN = new PublishRequest(null, null);
  }

  /** Publishes the draft as the next version and activates it. */
  @PostMapping("/api/flows/{flow}/publish")
  @RequiresPermission(
      value = Permission.PUBLISH,
      summary = "Publishes the draft as the next version of the flow and activates it.")
  FlowView publish(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable PublishRequest body,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
    PublishRequest said = body == null ? PublishRequest.PLAIN : body;
    IfMatch upon = IfMatch.of(ifMatch).or(said.revision());
    String note = said.note() == null ? "" : FlowNameRules.requireDescription(said.note());
    changes.apply(
        caller,
        connection -> {
          StoredFlow found =
              requireNotArchived(FlowRepository.lock(connection, caller.tenant(), flow));
          upon.require(found);
          review.requirePublishable(found.text().source());
          FlowVersions.publish(
              connection,
              caller.tenant(),
              new Publication(found.code(), found.text().source(), caller.name(), note));
          return found.code();
        },
        List::of);
    return view(caller, flow);
  }

  /** The version to activate. */
  record ActivateRequest(
      @Schema(description = "Number of the version; the latest if absent.", example = "3")
          @Nullable Integer version) {}

  @PostMapping("/api/flows/{flow}/activate")
  @RequiresPermission(
      value = Permission.PUBLISH,
      summary = "Activates a version for new executions: the latest, or the one that is named.")
  FlowView activate(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable ActivateRequest body) {
    changes.apply(
        caller,
        connection -> {
          StoredFlow found =
              requireNotArchived(FlowRepository.lock(connection, caller.tenant(), flow));
          int wanted =
              (body == null || body.version() == null
                      ? found.versions().latest()
                      : OptionalInt.of(body.version()))
                  .orElseThrow(
                      () ->
                          ApiException.conflict(
                              "not-published", "the flow has no version yet; publish it first"));
          FlowVersions.activate(connection, caller.tenant(), found.code(), wanted);
          return found.code();
        },
        List::of);
    return view(caller, flow);
  }

  @PostMapping("/api/flows/{flow}/deactivate")
  @RequiresPermission(
      value = Permission.PUBLISH,
      summary = "Deactivates a flow: no execution of it starts until a version is activated.")
  FlowView deactivate(Caller caller, @PathVariable String flow) {
    changes.apply(
        caller,
        connection -> {
          String code = FlowRepository.lock(connection, caller.tenant(), flow).code();
          VersionStore.deactivate(connection, caller.tenant(), code);
          return code;
        },
        List::of);
    return view(caller, flow);
  }

  /** Code and name of a copy. */
  record CopyRequest(
      @Schema(
              description = "Code of the copy; that of the original with -copy appended if absent.",
              example = "order-saga-2")
          @Nullable String code,
      @Schema(
              description = "Name of the copy; that of the original if absent.",
              example = "Order saga (copy)")
          @Nullable String name) {}

  /** Creates a new flow with the same draft and no versions. */
  @PostMapping("/api/flows/{flow}/duplicate")
  @RequiresPermission(
      value = Permission.EDIT,
      summary = "Creates a new flow with the same draft and no versions.",
      flowScope = FlowScope.UNLIMITED_KEYS_ONLY)
  @ApiStatus(201)
  ResponseEntity<FlowView> duplicate(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable CopyRequest body) {
    StoredFlow found = flows.get(caller.tenant(), flow);
    String code =
        FlowNameRules.requireCode(
            body == null || body.code() == null ? found.code() + "-copy" : body.code());
    String name = body == null || body.name() == null ? found.text().name() : body.name();
    NewFlow copy =
        new NewFlow(
            node.newId(),
            code,
            new StoredFlow.Text(
                FlowNameRules.requireName(name), found.text().description(), found.text().source()),
            found.about(),
            caller.name());
    if (!flows.transact(
        caller.tenant(), connection -> FlowStore.create(connection, caller.tenant(), copy))) {
      throw ApiException.conflict(
          "code-taken", "there is a flow '" + code + "' already; give the copy another code");
    }
    return ResponseEntity.created(URI.create("/api/flows/" + copy.id())).body(view(caller, code));
  }

  /** Makes an old version the draft; the versions do not change. */
  @PostMapping("/api/flows/{flow}/versions/{number}/restore")
  @RequiresPermission(
      value = Permission.EDIT,
      summary = "Makes an old version the draft; the versions do not change.")
  FlowView revert(
      Caller caller,
      @PathVariable String flow,
      @PathVariable int number,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
    IfMatch upon = IfMatch.of(ifMatch);
    flows.transact(
        caller.tenant(),
        connection -> {
          StoredFlow found = FlowRepository.lock(connection, caller.tenant(), flow);
          upon.require(found);
          PublishedVersion version =
              FlowVersions.get(connection, caller.tenant(), found.code(), number);
          FlowStore.save(
              connection,
              caller.tenant(),
              found.id(),
              found.text().with(version.source()),
              found.about());
          return found;
        });
    return view(caller, flow);
  }

  private static StoredFlow requireNotArchived(StoredFlow found) {
    if (found.dates().archivedAt().isPresent()) {
      throw ApiException.conflict("archived", "the flow is archived; restore it first");
    }
    return found;
  }

  private FlowView view(Caller caller, String flow) {
    StoredFlow found = flows.get(caller.tenant(), flow);
    return FlowView.withFindings(
        found, review.findings(caller, found.text().source(), Optional.of(found.code())));
  }
}
