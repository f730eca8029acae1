package dev.pawl.model.path;

import java.util.List;

/** One step of a path from values to values below them. */
public sealed interface Segment {

  /** Whether the segment leads from one value to at most one. */
  default boolean isSingular() {
    return true;
  }

  /** {@code .name} or {@code ['name']}. */
  record Member(String name) implements Segment, Selector {}

  /** {@code [index]}; a negative index counts from the end. */
  record Element(long index) implements Segment, Selector {}

  /**
   * {@code .length()}, at the end of a path: how many elements, members or characters there are.
   */
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

  /** {@code ..}: the selectors applied to a value and everything below it. */
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
