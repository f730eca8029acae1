package dev.pawl.model.json;

import dev.pawl.sdk.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Builds and resolves JSON Pointers (RFC 6901). */
public final class Pointer {

  private Pointer() {}

  /** Returns the pointer to a member of the object at {@code parent}. */
  public static String member(String parent, String name) {
    return parent + '/' + name.replace("~", "~0").replace("/", "~1");
  }

  /** Returns the pointer to an element of the array at {@code parent}. */
  public static String element(String parent, int index) {
    return parent + '/' + index;
  }

  /** Returns the pointer to the enclosing value; empty for the root. */
  public static Optional<String> parent(String pointer) {
    int slash = pointer.lastIndexOf('/');
    return slash < 0 ? Optional.empty() : Optional.of(pointer.substring(0, slash));
  }

  /** Returns the last name or index of a pointer; empty for the root. */
  public static String last(String pointer) {
    return unescaped(pointer.substring(pointer.lastIndexOf('/') + 1));
  }

  /** Returns the value at a pointer; empty if it does not exist. */
  public static Optional<Json> find(Json root, String pointer) {
    Optional<Json> found = Optional.of(root);
    for (String name : tokens(pointer)) {
      found = found.flatMap(json -> json.get(name).or(() -> index(name).flatMap(json::get)));
    }
    return found;
  }

  /** Returns the unescaped names and indices of a pointer. */
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
