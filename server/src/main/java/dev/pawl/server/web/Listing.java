package dev.pawl.server.web;

import dev.pawl.server.problem.Refusal;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param next what to ask for as {@code after} to get the rest; absent at the end
 */
public record Listing<T>(List<T> items, @Nullable String next) {

  /** The part of a list that is known as a whole, behind the item of a cursor. */
  public static <T> Listing<T> part(
      List<T> all, String after, int limit, Function<T, String> cursor) {
    int from = 0;
    if (!after.isEmpty()) {
      while (from < all.size() && !cursor.apply(all.get(from)).equals(after)) {
        from++;
      }
      if (from == all.size()) {
        throw Refusal.malformed("there is nothing '" + after + "' here; after is what next said");
      }
      from++;
    }
    int to = Math.min(all.size(), from + limit);
    return new Listing<>(
        List.copyOf(all.subList(from, to)), to < all.size() ? cursor.apply(all.get(to - 1)) : null);
  }

  /** A page that is full may have another behind it. */
  public static <T> Listing<T> of(List<T> items, int limit, Function<T, String> cursor) {
    return new Listing<>(items, items.size() < limit ? null : cursor.apply(items.getLast()));
  }
}
