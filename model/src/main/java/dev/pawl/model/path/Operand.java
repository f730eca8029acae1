package dev.pawl.model.path;

import dev.pawl.sdk.Json;
import java.util.List;

/** A value inside a filter's condition. */
public sealed interface Operand {

  record Literal(Json value) implements Operand {}

  /** A regular expression known when the path was read. */
  record Pattern(Regex regex) implements Operand {}

  /**
   * @param relative whether it starts at the child being looked at ({@code @}) or at the root
   */
  record Query(boolean relative, List<Segment> segments) implements Operand {

    public Query {
      segments = List.copyOf(segments);
    }

    public boolean isSingular() {
      return segments.stream().allMatch(Segment::isSingular);
    }
  }

  /** {@code length(value)}. */
  record LengthOf(Operand value) implements Operand {}

  /** {@code count(query)}. */
  record CountOf(Query query) implements Operand {}

  /** {@code value(query)}: the value of a query that finds exactly one. */
  record ValueOf(Query query) implements Operand {}
}
