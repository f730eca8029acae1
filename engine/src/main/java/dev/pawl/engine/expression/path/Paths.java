package dev.pawl.engine.expression.path;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.Segment;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes values at paths; the caller provides the root value of a path. */
public final class Paths {

  /** The code of an error about a path that does not match the data. */
  public static final String PATH = "path";

  private Paths() {}

  /** Returns all values that match the path, in the order of RFC 9535; may be empty. */
  public static List<Json> select(Path path, Json root, Budget budget) {
    if (path.isDefinite()) {
      Json found = Selection.single(root, path.segments(), budget);
      return found == null ? List.of() : List.of(found);
    }
    return new Selection(root, budget).all(root, path.segments());
  }

  /**
   * Reads the value of a path in a field of a state: for a definite path the value, for any other
   * an array of all matches.
   *
   * @throws ExpressionException with code {@code path} if a definite path has no value
   */
  public static Json read(Path path, Json root, Budget budget) {
    if (!path.isDefinite()) {
      return JsonArray.of(select(path, root, budget));
    }
    Json found = Selection.single(root, path.segments(), budget);
    if (found == null) {
      throw missing(path, root, budget);
    }
    return found;
  }

  /**
   * Returns a copy of the document with the value at a reference path. Missing members on the way
   * are created; array elements must exist.
   *
   * @throws ExpressionException with code {@code path} if the value cannot be placed in the
   *     document
   * @throws IllegalArgumentException if the path is not a reference path
   */
  public static Json write(Path path, Json document, Json value) {
    return Placement.place(path, document, value);
  }

  private static ExpressionException missing(Path path, Json root, Budget budget) {
    Json here = root;
    for (Segment segment : path.segments()) {
      Json next = Selection.step(here, segment, budget);
      if (next == null) {
        return invalid(path, why(segment, here));
      }
      here = next;
    }
    return invalid(path, "it leads nowhere");
  }

  static ExpressionException invalid(Path path, String reason) {
    return new ExpressionException(PATH, "Invalid path '" + path + "' : " + reason);
  }

  static String why(Segment segment, @Nullable Json here) {
    String kind = here == null ? "nothing" : here.kind();
    return switch (segment) {
      case Segment.Member member when here instanceof JsonObject ->
          "no such member '" + member.name() + "'";
      case Segment.Member member -> "no member '" + member.name() + "' in " + withArticle(kind);
      case Segment.Element element when here instanceof JsonArray array ->
          "no element " + element.index() + " in an array of " + array.length();
      case Segment.Element element -> "no element " + element.index() + " in " + withArticle(kind);
      case Segment.Length length -> withArticle(kind) + " has no length";
      case Segment.Children children -> "no such value";
      case Segment.Descendants descendants -> "no such value";
    };
  }

  private static String withArticle(String kind) {
    return switch (kind) {
      case "null", "nothing" -> kind;
      case "array", "object" -> "an " + kind;
      default -> "a " + kind;
    };
  }
}
