package dev.pawl.engine.data;

import dev.pawl.model.Distribution;
import dev.pawl.model.ErrorName;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Groups the items of a distributed Map into batches. */
public final class ItemBatches {

  private ItemBatches() {}

  /**
   * Groups items into batches within the limits of the batcher, in order.
   *
   * @throws DataException if an item alone exceeds the limit of a batch
   */
  public static List<Json> of(Distribution.ItemBatcher batcher, StateData data, List<Json> items) {
    int maxItems = limit(batcher.maxItems().map(t -> Numbers.count(data, t, "MaxItemsPerBatch")));
    int maxBytes =
        limit(batcher.maxBytes().map(t -> Numbers.count(data, t, "MaxInputBytesPerBatch")));
    Optional<Json> shared = batcher.batchInput().map(t -> data.value(t, "BatchInput"));
    // The bytes of a batch without its items: {"Items":[],"BatchInput":...}
    long frame = 12 + shared.map(input -> input.size() + 14).orElse(0L);

    List<Json> batches = new ArrayList<>();
    List<Json> batch = new ArrayList<>();
    long bytes = frame;
    for (Json item : items) {
      if (frame + item.size() > maxBytes) {
        throw new DataException(
            ErrorName.DATA_LIMIT,
            "an item of %d bytes does not fit into a batch of at most %d"
                .formatted(item.size(), maxBytes));
      }
      if (batch.size() == maxItems || bytes + item.size() + 1 > maxBytes) {
        batches.add(batch(batch, shared));
        batch.clear();
        bytes = frame;
      }
      batch.add(item);
      bytes += item.size() + 1;
    }
    if (!batch.isEmpty()) {
      batches.add(batch(batch, shared));
    }
    return batches;
  }

  /** Returns the number of items in all batches. */
  public static int count(List<Json> batches) {
    return batches.stream()
        .flatMap(batch -> batch.get("Items").stream())
        .mapToInt(items -> ((JsonArray) items).length())
        .sum();
  }

  private static int limit(Optional<Integer> given) {
    return given.filter(limit -> limit > 0).orElse(Integer.MAX_VALUE);
  }

  private static Json batch(List<Json> items, Optional<Json> shared) {
    JsonObject batch = JsonObject.of("Items", JsonArray.of(items));
    return shared
        .map(input -> JsonObject.of("BatchInput", input).with("Items", JsonArray.of(items)))
        .orElse(batch);
  }
}
