package dev.pawl.peers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The JSON documents that steps result in: orders, as compressible as orders are. */
final class Documents {

  private static final int SMALL = 500;
  private static final int LARGE = 64 * 1024;
  private static final int CHANGED_SHARE = 20;
  private static final String[] WORDS =
      "anchor basket copper drawer engine fabric garden hammer island jacket kettle ladder"
          .split(" ");

  private static final String SMALL_DOCUMENT = order(SMALL, 1).getFirst();
  private static final List<String> LARGE_DOCUMENTS = order(LARGE, 1 + Workload.W4.steps());

  private Documents() {}

  static String small() {
    return SMALL_DOCUMENT;
  }

  /** Differs from the one of the step before in a twentieth of its lines. */
  static String large(int step) {
    return LARGE_DOCUMENTS.get(1 + step);
  }

  /** An order of exactly {@code size} bytes in several revisions. */
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

  /** Always of the same length, so that a changed line moves none of the others. */
  private static String line(Random random) {
    return "{\"sku\":\"%08x\",\"name\":\"%s %s\",\"quantity\":%d,\"price\":%d.%02d,\"ready\":false}"
        .formatted(
            random.nextInt(),
            WORDS[random.nextInt(WORDS.length)],
            WORDS[random.nextInt(WORDS.length)],
            1 + random.nextInt(9),
            100 + random.nextInt(900),
            random.nextInt(100));
  }
}
