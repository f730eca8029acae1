package dev.pawl.engine.data;

import dev.pawl.model.ErrorName;
import dev.pawl.model.Template;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Evaluates the settings of a handler. Secrets stay references, which {@link SecretReferences}
 * replaces when the handler is called.
 */
final class ConfigValues {

  static final String FIELD = "Config";

  private ConfigValues() {}

  /**
   * Evaluates the Config of a state.
   *
   * @throws DataException if a part has no value, or the value is not an object or is too large
   */
  static Json of(Template template, StateData data) {
    Json config = value(template, data, FIELD);
    if (!(config instanceof JsonObject)) {
      throw new DataException(
          ErrorName.QUERY_EVALUATION, "Config must be an object but is " + config.kind());
    }
    return Limits.checked(config, "the Config of the state");
  }

  private static Json value(Template template, StateData data, String field) {
    return switch (template) {
      case Template.Secret secret -> Json.of(SecretReferences.reference(secret.name()));
      case Template.Text text -> text(text.parts(), data, field);
      case Template.Members members -> {
        Map<String, Json> values = new LinkedHashMap<>();
        members
            .members()
            .forEach((name, member) -> values.put(name, value(member, data, field + "/" + name)));
        yield JsonObject.of(values);
      }
      case Template.Elements elements -> {
        List<Json> values = new ArrayList<>();
        for (Template element : elements.elements()) {
          values.add(value(element, data, field + "[" + values.size() + "]"));
        }
        yield JsonArray.of(values);
      }
      case Template.Literal literal -> SecretReferences.escape(literal.value());
      case Template.Read read -> SecretReferences.escape(data.value(read, field));
      case Template.Call call -> SecretReferences.escape(data.value(call, field));
      case Template.Expression expression -> SecretReferences.escape(data.value(expression, field));
    };
  }

  private static Json text(List<Template> parts, StateData data, String field) {
    if (parts.size() == 1) {
      return value(parts.getFirst(), data, field);
    }
    StringBuilder text = new StringBuilder();
    parts.forEach(part -> text.append(value(part, data, field).asText()));
    return Json.of(text.toString());
  }
}
