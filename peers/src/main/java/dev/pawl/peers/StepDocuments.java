package dev.pawl.peers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The JSON documents that steps return: purchase orders, as compressible as real ones. */
final class StepDocuments {

  private static final int SMALL_BYTES = 500;
  private static final int LARGE_BYTES = 64 * 1024;
  private static final int CHANGED_SHARE = 20;
  private static final String[] VOCABULARY =
      "anchor basket copper drawer engine fabric garden hammer island jacket kettle ladder"
          .split(" ");

  private static final String SMALL_DOCUMENT = order(SMALL_BYTES, 1).getFirst();
  private static final List<String> LARGE_DOCUMENTS = order(LARGE_BYTES, 1 + Workload.W4.steps());

  private StepDocuments() {}

  static String small() {
    return SMALL_DOCUMENT;
  }

  /** Returns a 64 KB document of which 5 % of the lines differ from that of the previous step. */
  static String large(int step) {
    return LARGE_DOCUMENTS.get(1 + step);
  }

  /** Returns an order of exactly {@code size} bytes in several revisions. */
  private static List<String> order(int size, int revisions) {
    Random random = new Random(42);
    List<String> lines = new ArrayList<>();
    while (text(lines, 0).length() < size - 150) {
      lines.add(line(random));
    }
    List<String> order = new ArrayList<>();
    for (int revision = 0; revision < revisions; revision++) {
      if (revision > 0) {
        for (int i = revision; i < lines.size(); i += CHANGED_SHARE) {
          lines.set(i, line(random));
        }
      }
      String text = text(lines, size - text(lines, 0).length());
      if (text.getBytes(StandardCharsets.UTF_8).length != size) {
        throw new IllegalStateException("an order of " + text.length() + " bytes");
      }
      order.add(text);
    }
    return order;
  }

  private static String text(List<String> lines, int padding) {
    return "{\"order\":\"A-4711\",\"currency\":\"EUR\",\"note\":\""
        + "-".repeat(padding)
        + "\",\"lines\":["
        + String.join(",", lines)
        + "]}";
  }

  /** Returns a line of fixed length, so that a changed line does not shift the others. */
  private static String line(Random random) {
    return "{\"sku\":\"%08x\",\"name\":\"%s %s\",\"quantity\":%d,\"price\":%d.%02d,\"ready\":false}"
        .formatted(
            random.nextInt(),
            VOCABULARY[random.nextInt(VOCABULARY.length)],
            VOCABULARY[random.nextInt(VOCABULARY.length)],
            1 + random.nextInt(9),
            100 + random.nextInt(900),
            random.nextInt(100));
  }
}
