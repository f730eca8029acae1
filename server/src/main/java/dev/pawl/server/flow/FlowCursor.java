package dev.pawl.server.flow;

import dev.pawl.postgres.flow.FlowSearch.FlowOrder;
import dev.pawl.postgres.flow.FlowSearch.FlowPage;
import dev.pawl.server.problem.ApiException;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Cursors of lists of flows: the code of the last flow, and the value by which it is ordered. */
final class FlowCursor {

  private static final char SEPARATOR = ' ';

  private FlowCursor() {}

  /** Returns the cursor of a flow. */
  static String of(FlowOrder order, String code, String name, Instant updatedAt) {
    return order == FlowOrder.CODE ? code : code + SEPARATOR + order.valueOf(code, name, updatedAt);
  }

  /**
   * Returns the page behind a cursor.
   *
   * @throws ApiException if the cursor is not one of this order
   */
  static FlowPage page(FlowOrder order, String after, int limit) {
    if (after.isEmpty()) {
      return new FlowPage(order, "", "", limit);
    }
    int end = after.indexOf(SEPARATOR);
    return switch (order) {
      case CODE -> new FlowPage(order, "", after, limit);
      case NAME -> new FlowPage(order, value(after, end), after.substring(0, end), limit);
      case UPDATED -> {
        requireTime(value(after, end));
        yield new FlowPage(order, value(after, end), after.substring(0, end), limit);
      }
    };
  }

  private static String value(String after, int end) {
    if (end < 0) {
      throw unusable();
    }
    return after.substring(end + 1);
  }

  private static void requireTime(String value) {
    try {
      Instant.parse(value);
    } catch (DateTimeParseException e) {
      throw unusable();
    }
  }

  private static ApiException unusable() {
    return ApiException.malformed(
        "after: use the value of next of an earlier page with the same sort");
  }
}
