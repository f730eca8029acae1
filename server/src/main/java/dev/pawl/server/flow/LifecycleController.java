package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.Catalogue.NewFlow;
import dev.pawl.server.flow.FlowVersions.Publication;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
import java.net.URI;
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

/** How drafts become versions, versions active, and both become drafts again. */
@RestController
public final class LifecycleController {

  private final Node node;
  private final Judging judging;
  private final Catalogue catalogue;
  private final FlowVersions versions;
  private final ActiveVersions active;

  LifecycleController(
      Node node,
      Catalogue catalogue,
      FlowVersions versions,
      ActiveVersions active,
      Judging judging) {
    this.judging = judging;
    this.node = node;
    this.catalogue = catalogue;
    this.versions = versions;
    this.active = active;
  }

  /**
   * What its author says about a version.
   *
   * @param revision publishes only this one; as If-Match does
   */
  record Publish(@Nullable String note, @Nullable Integer revision) {

    static final Publish PLAIN = new Publish(null, null);
  }

  /** Makes the draft the next version, and that the active one. */
  @PostMapping("/api/flows/{flow}/publish")
  FlowView publish(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable Publish body,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
    Publish said = body == null ? Publish.PLAIN : body;
    Upon upon = Upon.of(ifMatch).or(said.revision());
    String note = said.note() == null ? "" : FlowWords.description(said.note());
    catalogue.transact(
        caller.tenant(),
        connection -> {
          FlowRecord found = inService(Catalogue.locked(connection, caller.tenant(), flow));
          upon.mustBe(found);
          FlowBody.read(found.text().source(), true);
          return FlowVersions.publish(
              connection,
              caller.tenant(),
              new Publication(found.code(), found.text().source(), caller.name(), note));
        });
    return changed(caller, flow);
  }

  /**
   * Which version starts are to take.
   *
   * @param version the one that was published last if absent
   */
  record Activate(@Nullable Integer version) {}

  @PostMapping("/api/flows/{flow}/activate")
  FlowView activate(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable Activate body) {
    FlowRecord found = inService(catalogue.get(caller.tenant(), flow));
    OptionalInt wanted =
        body == null || body.version() == null
            ? found.versions().latest()
            : OptionalInt.of(body.version());
    if (wanted.isEmpty()) {
      throw Refusal.conflict("not-published", "the flow has no version yet; publish it first");
    }
    versions.activate(caller.tenant(), found.code(), wanted.getAsInt());
    return changed(caller, flow);
  }

  @PostMapping("/api/flows/{flow}/deactivate")
  FlowView deactivate(Caller caller, @PathVariable String flow) {
    versions.deactivate(caller.tenant(), catalogue.get(caller.tenant(), flow).code());
    return changed(caller, flow);
  }

  /** How the copy of a flow is called. */
  record Copy(@Nullable String code, @Nullable String name) {}

  /** A new flow with the same draft and no versions. */
  @PostMapping("/api/flows/{flow}/duplicate")
  @Answers(201)
  ResponseEntity<FlowView> duplicate(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable Copy body) {
    FlowRecord found = catalogue.get(caller.tenant(), flow);
    String code =
        FlowWords.code(body == null || body.code() == null ? found.code() + "-copy" : body.code());
    String name = body == null || body.name() == null ? found.text().name() : body.name();
    NewFlow copy =
        new NewFlow(
            node.newId(),
            code,
            new FlowRecord.Text(
                FlowWords.name(name), found.text().description(), found.text().source()),
            found.about(),
            caller.name());
    if (!catalogue.transact(
        caller.tenant(), connection -> Catalogue.create(connection, caller.tenant(), copy))) {
      throw Refusal.conflict(
          "code-taken", "there is a flow '" + code + "' already; give the copy another code");
    }
    return ResponseEntity.created(URI.create("/api/flows/" + copy.id()))
        .body(changed(caller, code));
  }

  /** Makes an old version the draft; the versions stay what they are. */
  @PostMapping("/api/flows/{flow}/versions/{number}/restore")
  FlowView revert(
      Caller caller,
      @PathVariable String flow,
      @PathVariable int number,
      @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch) {
    Upon upon = Upon.of(ifMatch);
    catalogue.transact(
        caller.tenant(),
        connection -> {
          FlowRecord found = Catalogue.locked(connection, caller.tenant(), flow);
          upon.mustBe(found);
          FlowVersions.Published version =
              FlowVersions.get(connection, caller.tenant(), found.code(), number);
          Catalogue.save(
              connection,
              caller.tenant(),
              found.id(),
              found.text().with(version.source()),
              found.about());
          return found;
        });
    return changed(caller, flow);
  }

  private static FlowRecord inService(FlowRecord found) {
    if (found.dates().archivedAt().isPresent()) {
      throw Refusal.conflict("archived", "the flow is archived; restore it first");
    }
    return found;
  }

  private FlowView changed(Caller caller, String flow) {
    active.changed();
    FlowRecord found = catalogue.get(caller.tenant(), flow);
    return FlowView.judged(
        found, judging.findings(caller, found.text().source(), Optional.of(found.code())));
  }
}
