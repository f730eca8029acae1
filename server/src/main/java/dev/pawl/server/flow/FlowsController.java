package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.model.finding.Finding;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.FindingView;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Flows: drafts, publishing, and taking out of service. */
@RestController
public final class FlowsController {

  private final Catalogue catalogue;
  private final Node node;

  FlowsController(Catalogue catalogue, Node node) {
    this.catalogue = catalogue;
    this.node = node;
  }

  /** What is wrong with a definition, and what may be. */
  record Validation(boolean valid, List<FindingView> findings) {}

  @PostMapping("/api/flows/validate")
  Validation validate(@RequestBody FlowBody body) {
    Reading reading = Definitions.read(body.text(), body.written());
    return new Validation(reading.isValid(), views(reading));
  }

  @PostMapping("/api/flows")
  ResponseEntity<FlowView> create(
      Caller caller,
      @RequestBody FlowBody body,
      @RequestParam(defaultValue = "false") boolean publish) {
    Reading reading = reading(body, publish);
    UUID id = UUID.randomUUID();
    String code = code(body, id);
    FlowRecord.Text text = text(body, code, "");
    if (!catalogue.create(caller.tenant(), id, code, text, caller.name())) {
      throw Refusal.conflict("code-taken", "there is a flow '" + code + "' already");
    }
    if (publish) {
      publish(caller, id, code, text);
    }
    return ResponseEntity.created(URI.create("/api/flows/" + id))
        .body(FlowView.of(found(caller, id.toString()), views(reading)));
  }

  @GetMapping("/api/flows")
  Listing<FlowView> list(
      Caller caller,
      @RequestParam(defaultValue = "") String search,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") int limit) {
    int atMost = Paging.checked(limit);
    List<FlowRecord> flows = catalogue.list(caller.tenant(), search, after, atMost);
    return Listing.of(
        flows.stream().map(flow -> FlowView.of(flow, List.of())).toList(), atMost, FlowView::code);
  }

  @GetMapping("/api/flows/{flow}")
  FlowView get(Caller caller, @PathVariable String flow) {
    return view(found(caller, flow));
  }

  @PutMapping("/api/flows/{flow}")
  FlowView save(Caller caller, @PathVariable String flow, @RequestBody FlowBody body) {
    FlowRecord found = found(caller, flow);
    if (body.code() != null && !body.code().equals(found.code())) {
      throw Refusal.refused("code-fixed", "the code of a flow stays; duplicate the flow instead");
    }
    reading(body, false);
    catalogue.save(
        caller.tenant(), found.id(), text(body, found.text().name(), found.text().description()));
    return get(caller, flow);
  }

  @DeleteMapping("/api/flows/{flow}")
  FlowView archive(Caller caller, @PathVariable String flow) {
    catalogue.archive(caller.tenant(), found(caller, flow).id(), true);
    return get(caller, flow);
  }

  @PostMapping("/api/flows/{flow}/restore")
  FlowView restore(Caller caller, @PathVariable String flow) {
    catalogue.archive(caller.tenant(), found(caller, flow).id(), false);
    return get(caller, flow);
  }

  @PostMapping("/api/flows/{flow}/publish")
  FlowView publish(Caller caller, @PathVariable String flow) {
    FlowRecord found = found(caller, flow);
    Reading reading = Definitions.read(found.text().source(), found.text().format());
    if (!reading.isValid()) {
      throw Refusal.invalid(reading.errors());
    }
    publish(caller, found.id(), found.code(), found.text());
    return get(caller, flow);
  }

  @PostMapping("/api/flows/{flow}/deactivate")
  FlowView deactivate(Caller caller, @PathVariable String flow) {
    catalogue.activate(caller.tenant(), found(caller, flow).id(), OptionalInt.empty());
    return get(caller, flow);
  }

  /**
   * A version as it was published.
   *
   * @param source only where one version is shown
   */
  record VersionView(int number, boolean active, Instant createdAt, @Nullable String source) {}

  @GetMapping("/api/flows/{flow}/versions")
  List<VersionView> versions(Caller caller, @PathVariable String flow) {
    FlowRecord found = found(caller, flow);
    return catalogue.versions(caller.tenant(), found.code(), OptionalInt.empty()).stream()
        .map(version -> view(found, version, null))
        .toList();
  }

  @GetMapping("/api/flows/{flow}/versions/{number}")
  VersionView version(Caller caller, @PathVariable String flow, @PathVariable int number) {
    FlowRecord found = found(caller, flow);
    return catalogue.versions(caller.tenant(), found.code(), OptionalInt.of(number)).stream()
        .map(version -> view(found, version, version.source()))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound("version %d of flow '%s'".formatted(number, flow)));
  }

  private static VersionView view(
      FlowRecord flow, Catalogue.Published version, @Nullable String source) {
    boolean active = flow.active().isPresent() && flow.active().getAsInt() == version.number();
    return new VersionView(version.number(), active, version.createdAt(), source);
  }

  private void publish(Caller caller, UUID id, String code, FlowRecord.Text text) {
    VersionKey version = node.deploy(caller.tenant(), code, text.source());
    catalogue.activate(caller.tenant(), id, OptionalInt.of(version.number()));
  }

  private FlowRecord found(Caller caller, String flow) {
    return catalogue
        .find(caller.tenant(), flow)
        .orElseThrow(() -> Refusal.notFound("flow '" + flow + "'"));
  }

  private static FlowView view(FlowRecord flow) {
    return FlowView.of(flow, views(Definitions.read(flow.text().source(), flow.text().format())));
  }

  /** A draft may have findings, but not a version; what is no definition at all is neither. */
  private static Reading reading(FlowBody body, boolean strict) {
    Reading reading = Definitions.read(body.text(), body.written());
    boolean isText = reading.errors().stream().noneMatch(FlowsController::isUnreadable);
    if (!isText || strict && !reading.isValid()) {
      throw Refusal.invalid(reading.errors());
    }
    return reading;
  }

  private static boolean isUnreadable(Finding finding) {
    return switch (finding.code()) {
      case SYNTAX, TOO_LARGE -> true;
      default -> false;
    };
  }

  private static FlowRecord.Text text(FlowBody body, String name, String description) {
    return new FlowRecord.Text(
        orElse(body.name(), name),
        orElse(body.description(), description),
        body.text(),
        body.written());
  }

  private static String code(FlowBody body, UUID id) {
    String code =
        body.code() != null
            ? body.code()
            : body.name() != null
                ? body.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-")
                : id.toString();
    if (!VersionKey.isFlowName(code)) {
      throw Refusal.refused("bad-code", VersionKey.NAME_RULE);
    }
    return code;
  }

  private static String orElse(@Nullable String text, String other) {
    return text == null ? other : text;
  }

  private static List<FindingView> views(Reading reading) {
    return reading.findings().stream().map(FindingView::of).toList();
  }
}
