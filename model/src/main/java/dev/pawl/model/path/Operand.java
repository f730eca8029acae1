package dev.pawl.model.path;

import dev.pawl.sdk.Json;
import java.util.List;

/** An operand in the condition of a filter. */
public sealed interface Operand {

  record Literal(Json value) implements Operand {}

  /** A regular expression compiled when the path was parsed. */
  record Pattern(Regex regex) implements Operand {}

  /**
   * A path within a filter.
   *
   * @param relative true if it starts at the current child ({@code @}), false if at the root
   */
  record Query(boolean relative, List<Segment> segments) implements Operand {

    public Query {
      segments = List.copyOf(segments);
    }

    public boolean isSingular() {
      return segments.stream().allMatch(Segment::isSingular);
    }
  }

  /** The function {@code length(value)}. */
  record LengthOf(Operand value) implements Operand {}

  /** The function {@code count(query)}. */
  record CountOf(Query query) implements Operand {}

  /** The function {@code value(query)}: the value of a query that selects exactly one. */
  record ValueOf(Query query) implements Operand {}
}
