package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.FIELD_NOT_ALLOWED;

import dev.pawl.model.NameLimit;
import dev.pawl.model.State;
import dev.pawl.model.State.Wait.Until;
import dev.pawl.model.Template;
import dev.pawl.model.Timestamps;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.Expressions;
import dev.pawl.model.field.FieldConflicts;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.NumericFields;
import dev.pawl.model.field.UnevaluatedText;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonString;
import java.util.List;
import java.util.Optional;

final class WaitReader implements KindReader {

  private static final Template NOTHING = new Template.Literal(JsonNull.NULL);
  private static final List<String> PATH_WAYS =
      List.of("Seconds", "SecondsPath", "Timestamp", "TimestampPath", "Event", "EventPath");
  private static final List<String> JSONATA_WAYS = List.of("Seconds", "Timestamp", "Event");
  private static final List<String> FOR_EVENTS =
      List.of(
          "TimeoutSeconds", "TimeoutSecondsPath", "TimeoutNext", "ResultSelector", "ResultPath");

  @Override
  public FieldTable fields() {
    return Fields.WAIT;
  }

  @Override
  public State read(StateContext site) {
    DefinitionCursor cursor = site.cursor();
    cursor.state().pausing();
    FieldConflicts.exactlyOne(cursor, cursor.isJsonata() ? JSONATA_WAYS : PATH_WAYS);
    return new State.Wait(HeaderReader.step(site), until(site));
  }

  private static Until until(StateContext site) {
    DefinitionCursor cursor = site.cursor();
    if (cursor.has("Event") || cursor.has("EventPath")) {
      return event(site);
    }
    for (String field : FOR_EVENTS) {
      if (cursor.has(field)) {
        cursor.report(
            FIELD_NOT_ALLOWED, field, "'" + field + "' is for a Wait with an Event only", "");
      }
    }
    if (cursor.has("Timestamp") || cursor.has("TimestampPath")) {
      return new Until.Timestamp(text(cursor, "Timestamp").orElse(NOTHING));
    }
    return new Until.Seconds(
        NumericFields.whole(cursor, "Seconds", 0, NumericFields.MAX_SECONDS).orElse(NOTHING));
  }

  private static Until event(StateContext site) {
    DefinitionCursor cursor = site.cursor();
    if (site.node() && cursor.has("TimeoutNext")) {
      cursor.report(
          FIELD_NOT_ALLOWED, "TimeoutNext", "a state alone in a node has nowhere to go", "");
    }
    return new Until.Event(
        text(cursor, "Event").orElse(NOTHING),
        DeadlineReader.timeout(cursor),
        site.node() ? Optional.empty() : HeaderReader.exit(cursor, "TimeoutNext"));
  }

  private static Optional<Template> text(DefinitionCursor cursor, String field) {
    String path = field + "Path";
    if (!cursor.isJsonata() && cursor.has(path)) {
      return Expressions.referencePath(cursor, path).map(Template.Read::new);
    }
    Optional<String> text = cursor.word(field);
    if (cursor.isJsonata() && text.filter(Expressions::looksLikeJsonata).isPresent()) {
      return Expressions.jsonata(cursor, field);
    }
    if (field.equals("Timestamp") && text.filter(t -> Timestamps.parse(t).isEmpty()).isPresent()) {
      cursor.report(
          BAD_VALUE,
          field,
          "'" + text.get() + "' is not a time",
          cursor.isJsonata() || !text.get().startsWith("$")
              ? "Write it like 2026-01-31T12:00:00Z."
              : "Use 'TimestampPath' with a path, or write a time like 2026-01-31T12:00:00Z.");
    }
    if (field.equals("Event")) {
      text.ifPresent(name -> UnevaluatedText.checkField(cursor, field, name));
    }
    if (field.equals("Event")) {
      text.ifPresent(name -> cursor.checkName(field, name, NameLimit.EVENT));
    }
    return text.map(JsonString::new).map(Template.Literal::new);
  }
}
