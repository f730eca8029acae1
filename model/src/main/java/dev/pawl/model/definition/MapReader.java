package dev.pawl.model.definition;

import dev.pawl.model.Distribution;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import dev.pawl.model.Template;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.Expressions;
import dev.pawl.model.field.FieldConflicts;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.NumericFields;
import dev.pawl.model.field.Templates;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class MapReader implements KindReader {

  private static final long MAX_CONCURRENCY = Long.MAX_VALUE;

  @Override
  public FieldTable fields() {
    return Fields.MAP;
  }

  @Override
  public State read(StateContext site) {
    DefinitionCursor cursor = site.cursor();
    FieldConflicts.exactlyOne(cursor, List.of("ItemProcessor", "Iterator"));
    FieldConflicts.refuseBoth(cursor, "ItemSelector", "Parameters");
    cursor.text("Label");
    Optional<DefinitionCursor> processor =
        cursor.object(cursor.has("ItemProcessor") ? "ItemProcessor" : "Iterator");
    Optional<Distribution> distribution = new DistributionReader(cursor, processor).read();
    distribution.ifPresent(isolated -> cursor.state().isolated());
    processor.ifPresent(Fields.PROCESSOR::check);
    Optional<Machine> machine = processor.flatMap(site.machines()::readNested);
    return new State.MapEach(
        HeaderReader.step(site),
        machine.orElseGet(() -> placeholder(site)),
        items(cursor, distribution.isPresent()),
        new State.MapEach.Tolerance(
            NumericFields.whole(cursor, "ToleratedFailureCount", 0, Long.MAX_VALUE),
            NumericFields.percentage(cursor, "ToleratedFailurePercentage")),
        distribution,
        RecoveryReader.read(site));
  }

  private static State.MapEach.Items items(DefinitionCursor cursor, boolean distributed) {
    Optional<Template> source =
        cursor.isJsonata()
            ? Templates.read(cursor, "Items").filter(items -> isList(cursor, distributed))
            : Expressions.path(cursor, "ItemsPath").map(Template.Read::new);
    return new State.MapEach.Items(
        source,
        Templates.read(cursor, cursor.has("Parameters") ? "Parameters" : "ItemSelector"),
        NumericFields.whole(cursor, "MaxConcurrency", 0, MAX_CONCURRENCY));
  }

  /**
   * Returns true if Items has an allowed type, and reports it otherwise. Only a distributed Map
   * accepts an object, as in Step Functions.
   */
  private static boolean isList(DefinitionCursor cursor, boolean distributed) {
    Json written = cursor.get("Items").orElse(JsonNull.NULL);
    boolean list =
        Expressions.isJsonata(cursor, written)
            || written instanceof JsonArray
            || distributed && written instanceof JsonObject;
    if (!list) {
      cursor.wrongType(
          "Items",
          written,
          distributed ? "an array, an object or an expression" : "an array or an expression");
    }
    return list;
  }

  /**
   * Returns a placeholder for a processor that could not be read; the definition has an error
   * anyway.
   */
  private static Machine placeholder(StateContext site) {
    State nothing = new State.Pass(HeaderReader.last(site), Optional.empty());
    return new Machine(site.name(), Map.of(site.name(), nothing));
  }
}
