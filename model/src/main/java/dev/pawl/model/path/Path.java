package dev.pawl.model.path;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path into a JSON value, such as {@code $.order.lines[0]}, {@code $$.Execution.Id} or {@code
 * $total.net}. The caller provides the value that the root stands for.
 */
public final class Path {

  /** The maximum length of a path, in characters. */
  public static final int MAX_LENGTH = 10_000;

  /**
   * The maximum number of segments; it also limits the depth of the objects that a result path
   * creates.
   */
  public static final int MAX_SEGMENTS = 100;

  private final String source;
  private final Root root;
  private final List<Segment> segments;
  private final boolean definite;
  private final boolean reference;

  Path(String source, Root root, List<Segment> segments) {
    this.source = source;
    this.root = root;
    this.segments = List.copyOf(segments);
    this.definite = segments.stream().allMatch(Segment::isSingular);
    this.reference = segments.stream().allMatch(Path::isReference);
  }

  /**
   * A path found within longer text.
   *
   * @param end the index of the first character after the path
   */
  public record Part(Path path, int end) {}

  /**
   * Parses a path.
   *
   * @throws PathSyntaxException if the text is not a path
   */
  public static Path parse(String text) {
    Part part = parseAt(text, 0);
    if (part.end() < text.length()) {
      throw new PathSyntaxException(
          part.end(), "unexpected '" + text.charAt(part.end()) + "' after '" + part.path() + "'");
    }
    return part.path();
  }

  /**
   * Parses the path that starts at the given index and ends at the first character that cannot
   * belong to it.
   *
   * @throws PathSyntaxException if no path starts there
   */
  public static Part parseAt(String text, int start) {
    return new PathParser(text, start).path();
  }

  private static boolean isReference(Segment segment) {
    return switch (segment) {
      case Segment.Member member -> true;
      case Segment.Element element -> element.index() >= 0;
      case Segment.Length length -> false;
      case Segment.Children children -> false;
      case Segment.Descendants descendants -> false;
    };
  }

  /** Returns the path as written. */
  public String source() {
    return source;
  }

  public Root root() {
    return root;
  }

  public List<Segment> segments() {
    return segments;
  }

  /** Returns true if the path selects at most one value, whatever the data. */
  public boolean isDefinite() {
    return definite;
  }

  /**
   * Returns true if this is a Reference Path: it has only names and non-negative indices, so that
   * it identifies one location to write to.
   */
  public boolean isReference() {
    return reference;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Path that && source.equals(that.source);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }

  @Override
  public String toString() {
    return source;
  }
}
