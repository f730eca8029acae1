package dev.pawl.model.definition;

import dev.pawl.model.Distribution;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import dev.pawl.model.Template;
import dev.pawl.model.field.Amounts;
import dev.pawl.model.field.Conflicts;
import dev.pawl.model.field.Cursor;
import dev.pawl.model.field.Expressions;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
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
  public State read(Site site) {
    Cursor cursor = site.cursor();
    Conflicts.exactlyOne(cursor, List.of("ItemProcessor", "Iterator"));
    Conflicts.refuseBoth(cursor, "ItemSelector", "Parameters");
    cursor.text("Label");
    Optional<Cursor> processor =
        cursor.object(cursor.has("ItemProcessor") ? "ItemProcessor" : "Iterator");
    Optional<Distribution> distribution = new DistributionReader(cursor, processor).read();
    distribution.ifPresent(isolated -> cursor.stop().isolated());
    processor.ifPresent(Fields.PROCESSOR::check);
    Optional<Machine> machine = processor.flatMap(site.machines()::readNested);
    return new State.MapEach(
        HeaderReader.step(site),
        machine.orElseGet(() -> placeholder(site)),
        items(cursor, distribution.isPresent()),
        new State.MapEach.Tolerance(
            Amounts.whole(cursor, "ToleratedFailureCount", 0, Long.MAX_VALUE),
            Amounts.percentage(cursor, "ToleratedFailurePercentage")),
        distribution,
        RecoveryReader.read(site));
  }

  private static State.MapEach.Items items(Cursor cursor, boolean distributed) {
    Optional<Template> source =
        cursor.speaksJsonata()
            ? Templates.read(cursor, "Items").filter(items -> isList(cursor, distributed))
            : Expressions.path(cursor, "ItemsPath").map(Template.Read::new);
    return new State.MapEach.Items(
        source,
        Templates.read(cursor, cursor.has("Parameters") ? "Parameters" : "ItemSelector"),
        Amounts.whole(cursor, "MaxConcurrency", 0, MAX_CONCURRENCY));
  }

  /** The members of an object are items of a distributed Map only, as in Step Functions. */
  private static boolean isList(Cursor cursor, boolean distributed) {
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

  /** Stands in for a processor that could not be read; the flow is refused anyway. */
  private static Machine placeholder(Site site) {
    State nothing = new State.Pass(HeaderReader.last(site), Optional.empty());
    return new Machine(site.name(), Map.of(site.name(), nothing));
  }
}
