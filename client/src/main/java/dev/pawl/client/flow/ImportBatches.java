package dev.pawl.client.flow;

import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Splits an import into requests that the server accepts. */
final class ImportBatches {

  private static final int MAX_FLOWS_PER_REQUEST = 1_000;
  private static final int MAX_BYTES_PER_REQUEST = 2_000_000;

  private ImportBatches() {}

  /** Returns the bodies of the requests, in order; none if there are no flows. */
  static List<JsonObject> of(List<PortableFlow> flows) {
    List<JsonObject> batches = new ArrayList<>();
    List<PortableFlow> batch = new ArrayList<>();
    int bytes = 0;
    for (PortableFlow flow : flows) {
      int more = flow.json().toUtf8().length + 1;
      boolean isFull =
          batch.size() == MAX_FLOWS_PER_REQUEST || bytes + more > MAX_BYTES_PER_REQUEST;
      if (!batch.isEmpty() && isFull) {
        batches.add(PortableFlow.bundle(batch));
        batch = new ArrayList<>();
        bytes = 0;
      }
      batch.add(flow);
      bytes += more;
    }
    if (!batch.isEmpty()) {
      batches.add(PortableFlow.bundle(batch));
    }
    return batches;
  }
}
