package dev.pawl.server.web;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param next what to ask for as {@code after} to get the rest; absent at the end
 */
public record Listing<T>(List<T> items, @Nullable String next) {

  /** A page that is full may have another behind it. */
  public static <T> Listing<T> of(List<T> items, int limit, Function<T, String> cursor) {
    return new Listing<>(items, items.size() < limit ? null : cursor.apply(items.getLast()));
  }
}
