package dev.pawl.model.json;

import dev.pawl.sdk.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** JSON Pointers (RFC 6901) as text. */
public final class Pointer {

  private Pointer() {}

  /** The pointer to a member of what {@code parent} points to. */
  public static String member(String parent, String name) {
    return parent + '/' + name.replace("~", "~0").replace("/", "~1");
  }

  /** The pointer to an element of what {@code parent} points to. */
  public static String element(String parent, int index) {
    return parent + '/' + index;
  }

  /** The pointer to what holds this; empty for the root. */
  public static Optional<String> parent(String pointer) {
    int slash = pointer.lastIndexOf('/');
    return slash < 0 ? Optional.empty() : Optional.of(pointer.substring(0, slash));
  }

  /** The name or index at its end; empty for the root. */
  public static String last(String pointer) {
    return unescaped(pointer.substring(pointer.lastIndexOf('/') + 1));
  }

  /** What the pointer points to, if it exists. */
  public static Optional<Json> find(Json root, String pointer) {
    Optional<Json> found = Optional.of(root);
    for (String name : tokens(pointer)) {
      found = found.flatMap(json -> json.get(name).or(() -> index(name).flatMap(json::get)));
    }
    return found;
  }

  /** The names and indices on the way. */
  static List<String> tokens(String pointer) {
    if (pointer.isEmpty()) {
      return List.of();
    }
    return Arrays.stream(pointer.substring(1).split("/", -1)).map(Pointer::unescaped).toList();
  }

  private static String unescaped(String token) {
    return token.replace("~1", "/").replace("~0", "~");
  }

  private static Optional<Integer> index(String token) {
    boolean digits =
        !token.isEmpty() && token.length() < 9 && token.chars().allMatch(Pointer::digit);
    return digits ? Optional.of(Integer.valueOf(token)) : Optional.empty();
  }

  private static boolean digit(int c) {
    return c >= '0' && c <= '9';
  }
}
