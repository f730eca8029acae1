package dev.pawl.server.flow;

import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.model.FlowReferences;
import dev.pawl.model.FlowReferences.Purpose;
import dev.pawl.model.FlowReferences.ResourceUse;
import dev.pawl.model.State;
import dev.pawl.model.Template;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentPosition;
import dev.pawl.model.json.Pointer;
import dev.pawl.model.schema.JsonSchema;
import dev.pawl.model.schema.Violation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the Config of Tasks against the schemas of the built-in handlers they name. Computed
 * values are not known yet, so they are not checked.
 */
final class ConfigCheck {

  private static final String ADVICE =
      "GET /api/flows/resources shows the settings of the handler.";

  private final BuiltInHandlers builtIn;

  ConfigCheck(BuiltInHandlers builtIn) {
    this.builtIn = builtIn;
  }

  List<Finding> findings(Document document, FlowReferences references) {
    List<Finding> found = new ArrayList<>();
    for (ResourceUse use : references.resources()) {
      if (use.purpose() == Purpose.WORK && use.state() instanceof State.Task task) {
        Optional<Json> schema =
            builtIn.handler(use.resource()).map(handler -> handler.descriptor().configSchema());
        if (schema.isPresent() && task.config().isPresent()) {
          found.addAll(findings(document, use, schema.get(), task.config().get()));
        }
      }
    }
    return found;
  }

  private static List<Finding> findings(
      Document document, ResourceUse use, Json schema, Template config) {
    String place = Pointer.member(Pointer.parent(use.location()).orElse(""), "Config");
    List<String> computed = new ArrayList<>();
    Json written = written(config, "", computed);
    return JsonSchema.violations(schema, written).stream()
        .filter(violation -> !isUncertain(violation, computed))
        .map(
            violation ->
                finding(document, use, schema, place + existing(written, violation), violation))
        .toList();
  }

  /** Returns the value of a template as far as it is known; adds the places of computed values. */
  private static Json written(Template template, String at, List<String> computed) {
    return switch (template) {
      case Template.Literal(Json value) -> value;
      case Template.Members(var members) -> {
        JsonObject.Builder object = JsonObject.builder();
        members.forEach(
            (name, value) -> object.put(name, written(value, Pointer.member(at, name), computed)));
        yield object.build();
      }
      case Template.Elements(var elements) -> {
        List<Json> values = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
          values.add(written(elements.get(i), Pointer.element(at, i), computed));
        }
        yield JsonArray.of(values);
      }
      case Template.Read read -> computed(at, computed);
      case Template.Call call -> computed(at, computed);
      case Template.Expression expression -> computed(at, computed);
      case Template.Secret secret -> computed(at, computed);
      case Template.Text text -> computed(at, computed);
    };
  }

  private static Json computed(String at, List<String> computed) {
    computed.add(at);
    return JsonNull.NULL;
  }

  /** Returns true if the violation may be due to the value that stands for a computed one. */
  private static boolean isUncertain(Violation violation, List<String> computed) {
    String place = violation.location() + "/";
    return !violation.isOfAnyValue()
        && computed.stream()
            .map(at -> at + "/")
            .anyMatch(at -> at.startsWith(place) || place.startsWith(at));
  }

  /** Returns the place of a violation, or of the object in which a member is missing. */
  private static String existing(Json written, Violation violation) {
    String at = violation.location();
    return Pointer.find(written, at).isPresent() ? at : Pointer.parent(at).orElse("");
  }

  private static Finding finding(
      Document document, ResourceUse use, Json schema, String location, Violation violation) {
    DocumentPosition position = document.positionOf(location);
    String subject =
        violation.location().isEmpty()
            ? "Config"
            : "the setting '%s'".formatted(violation.location().substring(1).replace('/', '.'));
    return new Finding(
        Finding.Code.BAD_VALUE,
        location,
        position.line(),
        position.column(),
        "%s of '%s' %s".formatted(subject, use.resource(), violation.message()),
        advice(schema, violation));
  }

  private static String advice(Json schema, Violation violation) {
    if (!violation.isOfAnyValue()
        || !Pointer.parent(violation.location()).equals(Optional.of(""))) {
      return ADVICE;
    }
    return schema
        .get("properties")
        .filter(JsonObject.class::isInstance)
        .map(known -> List.copyOf(((JsonObject) known).members().keySet()))
        .flatMap(known -> Nearest.of(Pointer.last(violation.location()), known))
        .map(name -> "Did you mean '%s'? ".formatted(name) + ADVICE)
        .orElse(ADVICE);
  }
}
