package dev.pawl.model;

import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/** The settings of a distributed Map, whose items run as child executions. */
public record Distribution(
    boolean express,
    Optional<ItemReader> reader,
    Optional<ItemBatcher> batcher,
    Optional<ResultWriter> writer) {

  /** The source of items outside the execution: a resource that reads them. */
  public record ItemReader(String resource, Optional<Template> arguments, Format format) {

    /**
     * The format in which the resource returns items.
     *
     * @param csvHeaders column names; empty if the first row contains them
     * @param maxItems maximum number of items to read
     * @param itemsPointer JSON Pointer to the list in a JSON document
     */
    public record Format(
        InputType type,
        List<String> csvHeaders,
        char csvDelimiter,
        Optional<Template> maxItems,
        String itemsPointer) {
      public Format {
        csvHeaders = List.copyOf(csvHeaders);
      }
    }

    /** The syntax of the text that is read; NONE for a handler that returns a JSON list. */
    public enum InputType {
      NONE,
      JSON,
      JSONL,
      CSV,
      MANIFEST
    }
  }

  /** The settings that put several items into one child execution. */
  public record ItemBatcher(
      Optional<Template> maxItems, Optional<Template> maxBytes, Optional<Template> batchInput) {}

  /**
   * The target of the results outside the execution: a resource that writes them.
   *
   * @param resource empty if the results stay in the execution, in the form that the configuration
   *     describes
   */
  public record ResultWriter(
      Optional<String> resource, Optional<Template> arguments, Json config) {}
}
