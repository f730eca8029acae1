package dev.pawl.server.web;

import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One page of a list. */
public record Listing<T>(
    @Schema(description = "Items of this page.") List<T> items,
    @Schema(
            description = "Value of the parameter after for the next page; null on the last page.",
            example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
        @Nullable String next) {

  /** Returns the page of a complete list that follows the item of a cursor. */
  public static <T> Listing<T> part(
      List<T> all, String after, int limit, Function<T, String> cursor) {
    int from = 0;
    if (!after.isEmpty()) {
      while (from < all.size() && !cursor.apply(all.get(from)).equals(after)) {
        from++;
      }
      if (from == all.size()) {
        throw ApiException.malformed(
            "after: there is no item '" + after + "'; use the value of next of an earlier page");
      }
      from++;
    }
    int to = Math.min(all.size(), from + limit);
    return new Listing<>(
        List.copyOf(all.subList(from, to)), to < all.size() ? cursor.apply(all.get(to - 1)) : null);
  }

  /** Returns a page; a full page has a cursor, since another may follow. */
  public static <T> Listing<T> of(List<T> items, int limit, Function<T, String> cursor) {
    return new Listing<>(items, items.size() < limit ? null : cursor.apply(items.getLast()));
  }
}
