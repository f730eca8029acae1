package dev.pawl.dialects;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.DUPLICATE_NAME;
import static dev.pawl.model.finding.Finding.Code.WRONG_TYPE;

import dev.pawl.dialects.AuthorObject.Value;
import dev.pawl.model.NameLimit;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.formula.FormulaScope;
import dev.pawl.model.json.Pointer;
import dev.pawl.model.path.PathMapping;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the events that start a flow. */
final class BindingReader {

  private static final AuthorField EVENT = AuthorField.of("event", "eventType");
  private static final AuthorField CLIENT = AuthorField.of("clientId");
  private static final AuthorField LOB = AuthorField.of("lobId");
  private static final AuthorField PRODUCT = AuthorField.of("productId");
  private static final AuthorField PRIORITY = AuthorField.of("priority");
  private static final AuthorField EXCLUSIVE = AuthorField.of("exclusive");
  private static final AuthorField FILTER = AuthorField.of("filter");
  private static final AuthorField KEY = AuthorField.of("key");
  private static final AuthorField MAPPING = AuthorField.of("inputMapping");

  private static final List<AuthorField> FIELDS =
      List.of(EVENT, CLIENT, LOB, PRODUCT, PRIORITY, EXCLUSIVE, FILTER, KEY, MAPPING);

  private final Findings findings;
  private final AuthorFormulas formulas;

  BindingReader(Findings findings) {
    this.findings = findings;
    this.formulas = new AuthorFormulas(findings, FormulaScope.ofEvent(JsonObject.of(Map.of())));
  }

  List<DialectBinding> read(AuthorObject header) {
    Optional<Value> written = header.list(JobsCompiler.BINDINGS);
    if (written.isEmpty()) {
      return List.of();
    }
    List<DialectBinding> bindings = new ArrayList<>();
    Set<List<Object>> keys = new HashSet<>();
    List<Json> elements = ((JsonArray) written.get().json()).elements();
    for (int i = 0; i < elements.size(); i++) {
      String pointer = Pointer.element(written.get().pointer(), i);
      if (!(elements.get(i) instanceof JsonObject object)) {
        findings.add(WRONG_TYPE, pointer, "a binding must be an object", "Write {event: ...}.");
        continue;
      }
      binding(new AuthorObject(object, pointer, findings))
          .ifPresent(
              binding -> {
                if (!keys.add(
                    List.of(
                        binding.eventType(),
                        binding.clientId(),
                        binding.lobId(),
                        binding.productId()))) {
                  findings.add(
                      DUPLICATE_NAME,
                      pointer,
                      "there are two bindings for the same event and filters",
                      "Remove one of them.");
                }
                bindings.add(binding);
              });
    }
    return bindings;
  }

  private Optional<DialectBinding> binding(AuthorObject binding) {
    binding.allowOnly(FIELDS);
    binding.require(EVENT);
    Optional<String> event = name(binding, EVENT, NameLimit.EVENT);
    Optional<String> filter = formula(binding, FILTER);
    Optional<String> key = formula(binding, KEY);
    Optional<Value> mapping = binding.find(MAPPING);
    mapping
        .filter(
            value -> !(value.json() instanceof JsonObject || value.json() instanceof JsonString))
        .ifPresent(value -> binding.wrongType(value, "an object or a path"));
    mapping.ifPresent(this::check);
    int star = event.map(type -> type.indexOf('*')).orElse(-1);
    if (star >= 0
        && !(event.get().endsWith(".*") && star == event.get().length() - 1 && star > 1)) {
      findings.add(
          BAD_VALUE,
          binding.pointerOf(EVENT),
          "'*' can only be the last part of an event type, as in policy.*",
          "");
    }
    return event.map(
        type ->
            new DialectBinding(
                type,
                name(binding, CLIENT, NameLimit.EVENT_ID),
                name(binding, LOB, NameLimit.EVENT_ID),
                name(binding, PRODUCT, NameLimit.EVENT_ID),
                binding.whole(PRIORITY, Integer.MIN_VALUE, Integer.MAX_VALUE).orElse(0L).intValue(),
                binding.flag(EXCLUSIVE).orElse(false),
                filter,
                key,
                mapping.map(Value::json)));
  }

  private Optional<String> name(AuthorObject binding, AuthorField field, NameLimit limit) {
    Optional<String> name = binding.word(field);
    name.flatMap(limit::problem)
        .ifPresent(problem -> findings.add(BAD_VALUE, binding.pointerOf(field), problem, ""));
    return name;
  }

  /** Reports the mistakes of a mapping, each at its target. */
  private void check(Value mapping) {
    if (mapping.json() instanceof JsonString) {
      check(mapping.json(), mapping.pointer());
    } else if (mapping.json() instanceof JsonObject targets) {
      if (targets.members().size() > PathMapping.MAX_TARGETS) {
        check(targets, mapping.pointer());
        return;
      }
      targets
          .members()
          .forEach(
              (target, path) ->
                  check(
                      JsonObject.of(Map.of(target, path)),
                      Pointer.member(mapping.pointer(), target)));
    }
  }

  private void check(Json mapping, String pointer) {
    try {
      PathMapping.read(mapping);
    } catch (IllegalArgumentException wrong) {
      findings.add(BAD_VALUE, pointer, String.valueOf(wrong.getMessage()), "");
    }
  }

  private Optional<String> formula(AuthorObject binding, AuthorField field) {
    Optional<String> formula = binding.word(field);
    formula.ifPresent(text -> formulas.check(text, binding.pointerOf(field)));
    return formula;
  }
}
