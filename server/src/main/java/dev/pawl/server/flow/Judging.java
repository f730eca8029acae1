package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.model.Survey.Purpose;
import dev.pawl.model.definition.CalledFlows;
import dev.pawl.model.definition.CalledFlows.CalledFlow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.model.definition.ResourceReferences;
import dev.pawl.model.definition.ResourceReferences.Reference;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.Position;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.FlowRecord.Source;
import dev.pawl.server.worker.Presence;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What there is to say about a definition here: what anybody would say, which of its resources
 * nobody serves, which flows it calls that do not exist, and whether it waits for itself. Both of
 * the former may come later and the latter may be meant, so that these are only warnings.
 */
final class Judging {

  private final Node node;
  private final Presence presence;
  private final KnownFlows flows;

  Judging(Node node, Presence presence, KnownFlows flows) {
    this.node = node;
    this.presence = presence;
    this.flows = flows;
  }

  /**
   * Everything, in the order of the text.
   *
   * @param code of the flow, if it has one yet
   */
  List<Finding> findings(Caller caller, Source written, Optional<String> code) {
    return findings(caller, written, code, code.map(Set::of).orElse(Set.of()));
  }

  /**
   * Everything, in the order of the text.
   *
   * @param code of the flow, if it has one yet
   * @param coming codes of flows that are about to exist
   */
  List<Finding> findings(Caller caller, Source written, Optional<String> code, Set<String> coming) {
    Reading reading = Definitions.read(written.text(), written.format());
    if (!reading.isValid()) {
      return reading.findings();
    }
    Document document = Document.read(written.text(), written.format());
    List<Finding> all = new ArrayList<>(reading.findings());
    all.addAll(unserved(caller, document));
    all.addAll(unknownFlows(caller, document, coming));
    code.ifPresent(own -> all.addAll(CalledFlows.callingItself(document, own)));
    all.sort(Comparator.comparingInt(Finding::line).thenComparingInt(Finding::column));
    return all;
  }

  private List<Finding> unserved(Caller caller, Document document) {
    List<Reference> places = new ArrayList<>(ResourceReferences.of(document.value()));
    places.removeIf(place -> isCall(place) || node.mayServe(place.resource()));
    if (places.isEmpty()) {
      return List.of();
    }
    Set<String> served = presence.served(caller.tenant());
    return places.stream()
        .filter(place -> !served.contains(place.resource()))
        .map(place -> unserved(place, document))
        .toList();
  }

  private static boolean isCall(Reference place) {
    return switch (place.purpose()) {
      case WORK, UNDO -> ChildFlow.isNamedBy(place.resource());
      case READ_ITEMS, WRITE_RESULTS -> false;
    };
  }

  private static Finding unserved(Reference place, Document document) {
    Position position = document.positionOf(place.location());
    String waiting = place.purpose() == Purpose.UNDO ? "undoing the state" : "the state";
    return new Finding(
        Finding.Code.UNSERVED_RESOURCE,
        place.location(),
        position.line(),
        position.column(),
        "nobody serves '%s' at the moment; %s waits until somebody does"
            .formatted(place.resource(), waiting),
        "Start a worker that polls for it, or mend its name.");
  }

  /** Other codes, such as those with half a character, no flow has and no database takes. */
  private static boolean isPossible(String code) {
    return VersionKey.isFlowName(code) && StandardCharsets.UTF_8.newEncoder().canEncode(code);
  }

  private List<Finding> unknownFlows(Caller caller, Document document, Set<String> coming) {
    // Whether there are others is not for a key to know that is limited to some flows.
    Predicate<String> isHidden = code -> !caller.scope().hasFlow(code);
    Set<String> called =
        CalledFlows.of(document.value()).stream()
            .map(CalledFlow::code)
            .filter(code -> !coming.contains(code) && !isHidden.test(code))
            .collect(Collectors.toSet());
    if (called.isEmpty()) {
      return List.of();
    }
    Set<String> unknown = new HashSet<>(called);
    unknown.removeAll(
        flows.existing(caller.tenant(), called.stream().filter(Judging::isPossible).toList()));
    if (unknown.isEmpty()) {
      return List.of();
    }
    List<String> suggestions =
        flows.suggestions(caller.tenant()).stream().filter(isHidden.negate()).toList();
    return CalledFlows.unknown(document, code -> !unknown.contains(code), suggestions);
  }
}
