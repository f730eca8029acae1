package dev.pawl.triggers.launch;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.formula.FormulaEvaluation;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.external.InputLimits;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata.Provenance;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.model.NameLimit;
import dev.pawl.model.formula.Formula;
import dev.pawl.model.schema.JsonSchema;
import dev.pawl.model.schema.Violation;
import dev.pawl.sdk.Json;
import dev.pawl.triggers.binding.CompiledBinding;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.binding.InputMapping;
import dev.pawl.triggers.config.FlowTrigger;
import dev.pawl.triggers.config.TenantTriggers;
import dev.pawl.triggers.launch.FireDecision.Debounce;
import dev.pawl.triggers.launch.FireDecision.Reject;
import dev.pawl.triggers.launch.FireDecision.Skip;
import dev.pawl.triggers.launch.FireDecision.Start;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Decides what a fire leads to: envelope, filter, debounce, mapping, schema, keys. It writes
 * nothing, and decides the same for the same triggers, event and time.
 */
final class FireDecider {

  private final Node node;
  private final FlowResolver flows;

  FireDecider(Node node, FlowResolver flows) {
    this.node = node;
    this.flows = flows;
  }

  /**
   * Decides about a fire.
   *
   * @param stage what the fire has passed already
   */
  FireDecision decide(
      TenantTriggers triggers, CompiledBinding binding, Fire fire, FireStage stage) {
    String flow = binding.rule().flow();
    ExecutionKey key = new ExecutionKey(fire.tenant(), node.newKey(probe(fire, flow)).id());
    Envelope envelope = Envelope.ofEvent(fire.event(), fire.binding(), flow, fire.actor(), key);
    if (!fire.collected().isEmpty()) {
      envelope = envelope.withCollected(fire.collected());
    }
    Json data = envelope.toJson();
    FormulaEvaluation formulas = new FormulaEvaluation(data, Instant.now());
    try {
      if (stage != FireStage.RELEASED
          && binding.filter().isPresent()
          && !formulas.test(binding.filter().get())) {
        return Skip.SKIP;
      }
      if (stage == FireStage.PUBLISHED && binding.debounce().isPresent()) {
        String held = binding.debounce().get().key().map(one -> text(formulas, one)).orElse("");
        return new Debounce(held, flow);
      }
    } catch (ExpressionException e) {
      return new Reject(RejectReason.FILTER_ERROR, message(e), flow);
    }
    Optional<FlowResolver.StartableFlow> startable = flows.find(fire.tenant(), flow);
    if (startable.isEmpty()) {
      return new Reject(
          RejectReason.NO_VERSION,
          "the flow '%s' does not exist, is archived or has no active version; publish it and replay"
              .formatted(flow),
          flow);
    }
    return start(
        triggers, binding, fire, new Prepared(key, envelope, data, formulas, startable.get()));
  }

  private record Prepared(
      ExecutionKey key,
      Envelope envelope,
      Json envelopeJson,
      FormulaEvaluation formulas,
      FlowResolver.StartableFlow flow) {}

  private FireDecision start(
      TenantTriggers triggers, CompiledBinding binding, Fire fire, Prepared prepared) {
    String flow = binding.rule().flow();
    Optional<FlowTrigger> trigger = triggers.ofFlow(flow);
    Optional<InputMapping> mapping =
        binding.rule().inputMapping().isPresent()
            ? Optional.of(binding.mapping())
            : trigger.flatMap(FlowTrigger::inputMapping);
    Json input;
    Optional<String> businessKey;
    try {
      input = mapping.orElse(InputMapping.WHOLE_ENVELOPE).apply(prepared.envelopeJson);
      businessKey =
          binding
              .key()
              .map(one -> text(prepared.formulas, one))
              .filter(text -> !text.isEmpty())
              .or(() -> fire.event().aggregateId());
      businessKey.ifPresent(NameLimit.BUSINESS_KEY::require);
    } catch (ExpressionException | IllegalArgumentException e) {
      return new Reject(RejectReason.MAPPING_ERROR, message(e), flow);
    }
    Optional<String> violations =
        violations(trigger, mapping.isPresent() ? input : prepared.envelope.data());
    if (violations.isPresent()) {
      return new Reject(RejectReason.SCHEMA, violations.get(), flow);
    }
    try {
      InputLimits.check(input, "the input");
    } catch (IllegalArgumentException e) {
      return new Reject(RejectReason.TOO_LARGE, message(e), flow);
    }
    StartAttributes tags =
        new StartAttributes(
            prepared.flow.priority(),
            businessKey,
            Map.of(),
            Optional.of(dedupKey(fire)),
            Optional.empty(),
            new Provenance(
                Optional.of("trigger:event:" + fire.binding()),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.of(triggers.epoch())));
    return new Start(
        new Launch(
            fire.tenant(),
            flow,
            OptionalInt.of(prepared.flow.version()),
            input,
            Optional.empty(),
            tags,
            false,
            prepared.envelope.launchContext()),
        prepared.key);
  }

  private static Launch probe(Fire fire, String flow) {
    return Launch.of(flow, Json.of("")).of(fire.tenant());
  }

  static Optional<String> violations(Optional<FlowTrigger> trigger, Json input) {
    Optional<Json> schema = trigger.flatMap(FlowTrigger::inputSchema);
    List<Violation> found =
        schema.map(rules -> JsonSchema.violations(rules, input)).orElse(List.of());
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("; ", found.stream().map(Violation::toString).toList()));
  }

  /** Returns the idempotency key of a start. */
  static String dedupKey(Fire fire) {
    return DomainEvent.idempotencyKey(fire.event().id());
  }

  private static String text(FormulaEvaluation formulas, Formula formula) {
    Json value = formulas.evaluate(formula);
    return value.isNull() ? "" : value.asText();
  }

  private static String message(RuntimeException failed) {
    return String.valueOf(failed.getMessage());
  }
}
