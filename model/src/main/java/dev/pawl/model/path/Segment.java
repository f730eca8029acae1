package dev.pawl.model.path;

import java.util.List;

/** A segment of a path, which selects descendants of values. */
public sealed interface Segment {

  /** Returns true if the segment selects at most one value from each value. */
  default boolean isSingular() {
    return true;
  }

  /** A member: {@code .name} or {@code ['name']}. */
  record Member(String name) implements Segment, Selector {}

  /** An array element: {@code [index]}; a negative index counts from the end. */
  record Element(long index) implements Segment, Selector {}

  /** The number of elements, members or characters: {@code .length()} at the end of a path. */
  enum Length implements Segment {
    LENGTH
  }

  /** Brackets with anything but a single name or index. */
  record Children(List<Selector> selectors) implements Segment {

    public Children {
      selectors = List.copyOf(selectors);
    }

    @Override
    public boolean isSingular() {
      return false;
    }
  }

  /** The selectors applied to a value and all its descendants: {@code ..}. */
  record Descendants(List<Selector> selectors) implements Segment {

    public Descendants {
      selectors = List.copyOf(selectors);
    }

    @Override
    public boolean isSingular() {
      return false;
    }
  }
}
