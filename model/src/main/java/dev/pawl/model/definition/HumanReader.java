package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.FIELD_NOT_ALLOWED;
import static dev.pawl.model.finding.Finding.Code.WRONG_TYPE;

import dev.pawl.model.State;
import dev.pawl.model.Template;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.Templates;
import dev.pawl.model.schema.JsonSchema;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

final class HumanReader implements KindReader {

  @Override
  public FieldTable fields() {
    return Fields.HUMAN;
  }

  @Override
  public State read(StateContext site) {
    DefinitionCursor cursor = site.cursor();
    cursor.state().pausing();
    Map<String, Optional<String>> outcomes = outcomes(site);
    boolean optional = cursor.flag("Optional", false);
    // A skipped step, and an outcome without its own Next, continue at the Next of the state.
    boolean needsNext = optional || outcomes.values().stream().anyMatch(Optional::isEmpty);
    return new State.Human(
        HeaderReader.branching(site, needsNext),
        humanTask(cursor, optional),
        outcomes,
        new State.Deadlines(DeadlineReader.timeout(cursor), Optional.empty()),
        new State.Recovery(List.of(), RecoveryReader.catchers(site)));
  }

  private static State.Human.HumanTask humanTask(DefinitionCursor cursor, boolean optional) {
    return new State.Human.HumanTask(
        cursor
            .oneOf("Kind", List.of("manual", "approval"))
            .map(kind -> State.Human.Kind.valueOf(kind.toUpperCase(Locale.ROOT)))
            .orElse(State.Human.Kind.MANUAL),
        title(cursor),
        assignees(cursor),
        form(cursor),
        optional,
        cursor.flag("SendBack", false));
  }

  private static Optional<Template> title(DefinitionCursor cursor) {
    cursor.text("Title");
    return Templates.readEither(cursor, "Title");
  }

  private static Optional<Template> assignees(DefinitionCursor cursor) {
    Optional<Json> written = cursor.get("Assignees");
    boolean fits =
        written.isEmpty()
            || written.get() instanceof JsonString
            || written.get() instanceof JsonArray list
                && list.elements().stream().allMatch(JsonString.class::isInstance);
    if (!fits) {
      cursor.report(
          WRONG_TYPE, "Assignees", "'Assignees' must be the names of people and groups", "");
    }
    return Templates.readEither(cursor, "Assignees");
  }

  private static Json form(DefinitionCursor cursor) {
    Json form = cursor.get("Form").orElse(JsonObject.EMPTY);
    if (!(form instanceof JsonObject) && !(form instanceof JsonBool)) {
      cursor.wrongType("Form", form, "a JSON Schema");
      return JsonObject.EMPTY;
    }
    JsonSchema.problem(form)
        .ifPresent(
            problem ->
                cursor.reportAt(
                    BAD_VALUE,
                    cursor.pointer("Form") + problem.location(),
                    "this part of 'Form' " + problem.message(),
                    ""));
    return form;
  }

  private static Map<String, Optional<String>> outcomes(StateContext site) {
    Optional<DefinitionCursor> written = site.cursor().object("Outcomes");
    if (written.isEmpty()) {
      return Map.of(State.Human.COMPLETED, Optional.empty());
    }
    Map<String, Optional<String>> outcomes = new LinkedHashMap<>();
    for (String name : written.get().json().members().keySet()) {
      written.get().object(name).ifPresent(outcome -> outcomes.put(name, next(site, outcome)));
    }
    if (outcomes.isEmpty()) {
      site.cursor().report(BAD_VALUE, "Outcomes", "'Outcomes' has no outcomes", "Remove it.");
    }
    return outcomes;
  }

  private static Optional<String> next(StateContext site, DefinitionCursor outcome) {
    Fields.OUTCOME.check(outcome);
    if (site.node() && outcome.has("Next")) {
      outcome.report(FIELD_NOT_ALLOWED, "Next", "a state alone in a node has nowhere to go", "");
      return Optional.empty();
    }
    return HeaderReader.exit(outcome, "Next");
  }
}
