package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.MISSING_FIELD;
import static dev.pawl.model.finding.Finding.Code.NO_EFFECT;
import static dev.pawl.model.finding.Finding.Code.UNSUPPORTED;

import dev.pawl.model.Distribution;
import dev.pawl.model.Distribution.ItemReader;
import dev.pawl.model.Template;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.NumericFields;
import dev.pawl.model.field.Templates;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the fields that make a Map distributed. */
final class DistributionReader {

  private static final List<String> PARTS = List.of("ItemReader", "ItemBatcher", "ResultWriter");
  private static final List<String> BATCH_BOUNDS =
      List.of(
          "MaxItemsPerBatch",
          "MaxItemsPerBatchPath",
          "MaxInputBytesPerBatch",
          "MaxInputBytesPerBatchPath");
  private static final long MAX_ITEMS = 100_000_000;
  private static final long MAX_BYTES = 262_144;
  private static final Map<String, Character> DELIMITERS =
      Map.of("COMMA", ',', "PIPE", '|', "SEMICOLON", ';', "SPACE", ' ', "TAB", '\t');

  private final DefinitionCursor map;
  private final Optional<DefinitionCursor> config;

  DistributionReader(DefinitionCursor map, Optional<DefinitionCursor> processor) {
    this.map = map;
    this.config = processor.flatMap(inner -> inner.object("ProcessorConfig"));
  }

  Optional<Distribution> read() {
    config.ifPresent(Fields.PROCESSOR_CONFIG::check);
    Optional<String> mode = config.flatMap(c -> c.oneOf("Mode", List.of("INLINE", "DISTRIBUTED")));
    Optional<String> type =
        config.flatMap(c -> c.oneOf("ExecutionType", List.of("STANDARD", "EXPRESS")));
    boolean distributed = mode.filter("DISTRIBUTED"::equals).isPresent();
    for (String part : PARTS) {
      if (map.has(part) && !distributed) {
        map.report(
            NO_EFFECT,
            part,
            "'" + part + "' makes this Map a distributed one, though its processor does not say so",
            "Write \"ProcessorConfig\": {\"Mode\": \"DISTRIBUTED\"} into ItemProcessor.");
      }
    }
    Distribution distribution =
        new Distribution(type.filter("EXPRESS"::equals).isPresent(), reader(), batcher(), writer());
    return distributed || PARTS.stream().anyMatch(map::has)
        ? Optional.of(distribution)
        : Optional.empty();
  }

  private Optional<ItemReader> reader() {
    Optional<DefinitionCursor> written = map.object("ItemReader");
    written.ifPresent(Fields.ITEM_READER::check);
    return written.map(
        reader ->
            new ItemReader(
                reader.resource("Resource").orElse(""),
                arguments(reader),
                format(reader.object("ReaderConfig").orElse(emptyConfig(reader)))));
  }

  private static DefinitionCursor emptyConfig(DefinitionCursor reader) {
    return reader.at(JsonObject.EMPTY, reader.pointer("ReaderConfig"));
  }

  private static ItemReader.Format format(DefinitionCursor config) {
    Fields.READER_CONFIG.check(config);
    ItemReader.InputType type = inputType(config);
    if (config.text("Transformation").filter(how -> !how.equals("NONE")).isPresent()) {
      config.report(UNSUPPORTED, "Transformation", "items are never transformed when read", "");
    }
    Optional<String> delimiter = config.oneOf("CSVDelimiter", List.copyOf(DELIMITERS.keySet()));
    return new ItemReader.Format(
        type,
        type == ItemReader.InputType.CSV ? headers(config) : List.of(),
        delimiter.map(DELIMITERS::get).orElse(','),
        NumericFields.whole(config, "MaxItems", 0, MAX_ITEMS),
        itemsPointer(config));
  }

  private static ItemReader.InputType inputType(DefinitionCursor config) {
    Optional<String> type = config.text("InputType");
    if (type.filter("PARQUET"::equals).isPresent()) {
      config.report(UNSUPPORTED, "InputType", "Parquet files cannot be read", "");
      return ItemReader.InputType.NONE;
    }
    return config
        .oneOf("InputType", List.of("CSV", "JSON", "JSONL", "MANIFEST"))
        .map(ItemReader.InputType::valueOf)
        .orElse(ItemReader.InputType.NONE);
  }

  private static List<String> headers(DefinitionCursor config) {
    Optional<String> location = config.oneOf("CSVHeaderLocation", List.of("FIRST_ROW", "GIVEN"));
    if (!config.has("CSVHeaderLocation")) {
      config.report(MISSING_FIELD, "'CSVHeaderLocation' is missing", "Write FIRST_ROW or GIVEN.");
    }
    List<String> headers = config.words("CSVHeaders");
    boolean given = location.filter("GIVEN"::equals).isPresent();
    if (given && headers.isEmpty()) {
      config.report(MISSING_FIELD, "'CSVHeaders' is missing", "Name the columns.");
    } else if (!given && config.has("CSVHeaders")) {
      config.report(
          NO_EFFECT, "CSVHeaders", "'CSVHeaders' counts only where CSVHeaderLocation is GIVEN", "");
    }
    return given ? headers : List.of();
  }

  private static String itemsPointer(DefinitionCursor config) {
    Optional<String> pointer = config.text("ItemsPointer");
    if (pointer.filter(p -> !p.isEmpty() && !p.startsWith("/")).isPresent()) {
      config.report(
          BAD_VALUE, "ItemsPointer", "'ItemsPointer' is not a JSON Pointer", "Begin it with /.");
    }
    return pointer.orElse("");
  }

  private Optional<Distribution.ItemBatcher> batcher() {
    Optional<DefinitionCursor> written = map.object("ItemBatcher");
    written.ifPresent(Fields.ITEM_BATCHER::check);
    return written.map(DistributionReader::batcher);
  }

  private static Distribution.ItemBatcher batcher(DefinitionCursor batcher) {
    Optional<Template> items = NumericFields.whole(batcher, "MaxItemsPerBatch", 1, MAX_ITEMS);
    Optional<Template> bytes = NumericFields.whole(batcher, "MaxInputBytesPerBatch", 1, MAX_BYTES);
    if (BATCH_BOUNDS.stream().noneMatch(batcher::has)) {
      batcher.report(MISSING_FIELD, "'MaxItemsPerBatch' or 'MaxInputBytesPerBatch' is missing", "");
    }
    return new Distribution.ItemBatcher(items, bytes, Templates.read(batcher, "BatchInput"));
  }

  private Optional<Distribution.ResultWriter> writer() {
    Optional<DefinitionCursor> written = map.object("ResultWriter");
    written.ifPresent(Fields.RESULT_WRITER::check);
    return written.map(DistributionReader::writer);
  }

  private static Distribution.ResultWriter writer(DefinitionCursor writer) {
    if (!writer.has("Resource") && !writer.has("WriterConfig")) {
      writer.report(MISSING_FIELD, "'Resource' or 'WriterConfig' is missing", "");
    }
    Optional<DefinitionCursor> config = writer.object("WriterConfig");
    config.ifPresent(
        options -> {
          Fields.WRITER_CONFIG.check(options);
          options.oneOf("OutputType", List.of("JSON", "JSONL"));
          options.oneOf("Transformation", List.of("NONE", "COMPACT", "FLATTEN"));
        });
    Json options = config.map(DefinitionCursor::json).orElse(JsonObject.EMPTY);
    return new Distribution.ResultWriter(writer.resource("Resource"), arguments(writer), options);
  }

  private static Optional<Template> arguments(DefinitionCursor cursor) {
    return Templates.read(cursor, cursor.isJsonata() ? "Arguments" : "Parameters");
  }
}
