package dev.pawl.model.path;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path into a JSON value, such as {@code $.order.lines[0]}, {@code $$.Execution.Id} or {@code
 * $total.net}. The root tells which value it is about; finding that value is the caller's part.
 */
public final class Path {

  /** The longest path that is read, in characters. */
  public static final int MAX_LENGTH = 10_000;

  /** The most segments a path may have; what a result path creates is as deep as it is long. */
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

  /** A path found inside longer text, and where that text goes on. */
  public record Part(Path path, int end) {}

  /**
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
   * Reads the path that starts at the given index and ends where the text no longer fits.
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

  /** The path as it was written. */
  public String source() {
    return source;
  }

  public Root root() {
    return root;
  }

  public List<Segment> segments() {
    return segments;
  }

  /** Whether the path leads to at most one value, whatever the data. */
  public boolean isDefinite() {
    return definite;
  }

  /**
   * Whether this is a Reference Path: names and non-negative indices only, so that it names one
   * place to write to.
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
