package dev.pawl.server.flow;

import dev.pawl.dialects.CompiledDialect;
import dev.pawl.dialects.Dialects;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.model.FlowReferences;
import dev.pawl.model.FlowReferences.ResourceUse;
import dev.pawl.model.check.FlowCallCheck;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentPosition;
import dev.pawl.postgres.flow.KnownFlows;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.worker.Presence;
import dev.pawl.triggers.config.FlowTriggerStore;
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
 * Review of a definition before it is published: the findings of the definition itself, and those
 * that depend on this server. Those are about settings that a built-in handler refuses, resources
 * that no handler or worker serves, called flows that do not exist, flows that wait for themselves,
 * and triggers that start nothing yet.
 */
final class DefinitionReview {

  private static final Comparator<Finding> IN_TEXT_ORDER =
      Comparator.comparingInt(Finding::line).thenComparingInt(Finding::column);

  private final Node node;
  private final ConfigCheck configs;
  private final Presence presence;
  private final KnownFlows repository;
  private final FlowTriggerStore triggers;

  DefinitionReview(
      Node node,
      ConfigCheck configs,
      Presence presence,
      KnownFlows repository,
      FlowTriggerStore triggers) {
    this.node = node;
    this.configs = configs;
    this.presence = presence;
    this.repository = repository;
    this.triggers = triggers;
  }

  /**
   * Returns all findings, in the order of the text.
   *
   * @param code code of the flow; empty if it has none yet
   */
  List<Finding> findings(Caller caller, Source written, Optional<String> code) {
    return findings(caller, written, code, code.map(Set::of).orElse(Set.of()));
  }

  /**
   * Returns all findings, in the order of the text.
   *
   * @param code code of the flow; empty if it has none yet
   * @param coming codes of flows that will be created together with this one
   */
  List<Finding> findings(Caller caller, Source written, Optional<String> code, Set<String> coming) {
    CompiledDialect reading = Dialects.compile(written.text(), written.format());
    if (reading.flow().isEmpty()) {
      return reading.findings();
    }
    FlowReferences references = FlowReferences.of(reading.flow().get());
    Document document = reading.document();
    List<Finding> here = new ArrayList<>(configs.findings(document, references));
    here.addAll(unservedResources(caller, document, references));
    here.addAll(unknownFlows(caller, document, references, coming));
    code.ifPresent(own -> here.addAll(FlowCallCheck.callsOfItself(document, references, own)));
    code.flatMap(own -> unservedTrigger(caller, document, own)).ifPresent(here::add);
    List<Finding> all = new ArrayList<>(reading.findings());
    here.forEach(finding -> all.add(reading.sourceMap().translate(finding)));
    all.sort(IN_TEXT_ORDER);
    return all;
  }

  /**
   * Verifies that a definition can be published.
   *
   * @throws ApiException if it has errors, also in the settings of built-in handlers
   */
  void requirePublishable(Source written) {
    FlowBody.read(written, true);
    CompiledDialect reading = Dialects.compile(written.text(), written.format());
    List<Finding> errors =
        configs.findings(reading.document(), FlowReferences.of(reading.flow().orElseThrow()));
    if (!errors.isEmpty()) {
      List<Finding> all = new ArrayList<>(reading.findings());
      errors.forEach(finding -> all.add(reading.sourceMap().translate(finding)));
      all.sort(IN_TEXT_ORDER);
      throw ApiException.invalid(all);
    }
  }

  private Optional<Finding> unservedTrigger(Caller caller, Document document, String code) {
    DocumentPosition position = document.positionOf("");
    return triggers
        .find(caller.tenant(), code)
        .flatMap(trigger -> trigger.type().limitation())
        .map(
            limitation ->
                new Finding(
                    Finding.Code.UNSERVED_TRIGGER,
                    "",
                    position.line(),
                    position.column(),
                    limitation,
                    "PUT /api/flows/%s/trigger sets another trigger.".formatted(code)));
  }

  private List<Finding> unservedResources(
      Caller caller, Document document, FlowReferences references) {
    List<ResourceUse> uses = new ArrayList<>(references.resources());
    uses.removeIf(use -> use.call().isPresent() || node.mayServe(use.resource()));
    if (uses.isEmpty()) {
      return List.of();
    }
    Set<String> served = presence.servedResources(caller.tenant());
    return uses.stream()
        .filter(use -> !served.contains(use.resource()))
        .map(use -> unserved(use, document))
        .toList();
  }

  private static Finding unserved(ResourceUse use, Document document) {
    DocumentPosition position = document.positionOf(use.location());
    String waiting =
        switch (use.purpose()) {
          case UNDO -> "the compensation of '" + use.state().name() + "'";
          case WORK, READ_ITEMS, WRITE_RESULTS -> "the state '" + use.state().name() + "'";
        };
    return new Finding(
        Finding.Code.UNSERVED_RESOURCE,
        use.location(),
        position.line(),
        position.column(),
        "no handler or worker serves '%s' at the moment; %s waits until one does"
            .formatted(use.resource(), waiting),
        "Start a worker that polls for it, or correct its name.");
  }

  /** Returns true if a flow can have that code; the database refuses unpaired surrogates. */
  private static boolean isPossible(String code) {
    return VersionKey.isFlowName(code) && StandardCharsets.UTF_8.newEncoder().canEncode(code);
  }

  private List<Finding> unknownFlows(
      Caller caller, Document document, FlowReferences references, Set<String> coming) {
    // A key that is limited to some flows must not learn whether others exist.
    Predicate<String> isHidden = code -> !caller.scope().hasFlow(code);
    Set<String> called =
        references.flowCalls().stream()
            .flatMap(call -> call.code().stream())
            .filter(code -> !coming.contains(code) && !isHidden.test(code))
            .collect(Collectors.toSet());
    if (called.isEmpty()) {
      return List.of();
    }
    Set<String> unknown = new HashSet<>(called);
    unknown.removeAll(
        repository.existing(
            caller.tenant(), called.stream().filter(DefinitionReview::isPossible).toList()));
    if (unknown.isEmpty()) {
      return List.of();
    }
    List<String> suggestions =
        repository.suggestions(caller.tenant()).stream().filter(isHidden.negate()).toList();
    return FlowCallCheck.unknownFlows(
        document, references, code -> !unknown.contains(code), suggestions);
  }
}
