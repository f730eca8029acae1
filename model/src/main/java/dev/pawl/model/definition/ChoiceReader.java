package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.FIELD_NOT_ALLOWED;
import static dev.pawl.model.finding.Finding.Code.MISSING_FIELD;

import dev.pawl.model.Condition;
import dev.pawl.model.State;
import dev.pawl.model.field.Conditions;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.Templates;
import dev.pawl.model.field.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

final class ChoiceReader implements KindReader {

  private static final Set<String> BESIDE_CONDITION = Set.of("Next", "Assign");

  @Override
  public FieldTable fields() {
    return Fields.CHOICE;
  }

  @Override
  public State read(StateContext site) {
    DefinitionCursor cursor = site.cursor();
    if (site.node()) {
      cursor.report(
          FIELD_NOT_ALLOWED,
          "Type",
          "a Choice alone in a node has nowhere to go",
          "Give the node StartAt and States, or use When.");
      cursor.state().end();
      return new State.Choice(HeaderReader.last(site), List.of(), Optional.empty());
    }
    if (cursor.array("Choices").filter(choices -> choices.length() == 0).isPresent()) {
      cursor.report(BAD_VALUE, "Choices", "'Choices' has no rules", "");
    }
    List<State.Choice.Rule> rules = new ArrayList<>();
    for (DefinitionCursor rule : cursor.objects("Choices")) {
      rule(rule).ifPresent(rules::add);
    }
    return new State.Choice(HeaderReader.last(site), rules, HeaderReader.exit(cursor, "Default"));
  }

  private static Optional<State.Choice.Rule> rule(DefinitionCursor rule) {
    Optional<String> next = HeaderReader.exit(rule, "Next");
    Optional<Condition> condition = condition(rule);
    if (!rule.has("Next")) {
      rule.report(MISSING_FIELD, "'Next' is missing", "Say where to go when this rule holds.");
    }
    State.Choice.Rule read =
        new State.Choice.Rule(
            condition.orElse(new Condition.And(List.of())),
            next.orElse(""),
            Variables.assign(rule),
            rule.isJsonata() ? Templates.read(rule, "Output") : Optional.empty());
    return condition.isPresent() && next.isPresent() ? Optional.of(read) : Optional.empty();
  }

  private static Optional<Condition> condition(DefinitionCursor rule) {
    if (!rule.isJsonata()) {
      return Conditions.read(rule, BESIDE_CONDITION);
    }
    Fields.RULE.check(rule);
    if (!rule.has("Condition")) {
      rule.report(MISSING_FIELD, "'Condition' is missing", "Write \"{% ... %}\".");
    }
    return Conditions.holds(rule, "Condition");
  }
}
