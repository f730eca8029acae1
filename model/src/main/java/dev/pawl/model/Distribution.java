package dev.pawl.model;

import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/** A Map whose items run as executions of their own. */
public record Distribution(
    boolean express,
    Optional<ItemReader> reader,
    Optional<ItemBatcher> batcher,
    Optional<ResultWriter> writer) {

  /** Items that come from outside the execution. */
  public record ItemReader(String resource, Optional<Template> arguments, Format format) {

    /**
     * @param csvHeaders the names of the columns; empty where the first row has them
     * @param maxItems how many items to read at the most
     * @param itemsPointer where in a JSON document the list is, as a JSON Pointer
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

    /** How the text that is read becomes items; NONE takes the handler's JSON list as it is. */
    public enum InputType {
      NONE,
      JSON,
      JSONL,
      CSV,
      MANIFEST
    }
  }

  /** Several items for one run of the processor. */
  public record ItemBatcher(
      Optional<Template> maxItems, Optional<Template> maxBytes, Optional<Template> batchInput) {}

  /**
   * Results that go outside the execution.
   *
   * @param resource empty where the results stay inside, formed as the configuration says
   */
  public record ResultWriter(
      Optional<String> resource, Optional<Template> arguments, Json config) {}
}
