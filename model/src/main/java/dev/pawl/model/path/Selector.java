package dev.pawl.model.path;

import java.util.OptionalLong;

/** What brackets pick out of the children of a value. */
public sealed interface Selector
    permits Segment.Member, Segment.Element, Selector.Slice, Selector.Wildcard, Selector.Filter {

  /** {@code start:end:step}, as RFC 9535 defines it. */
  record Slice(OptionalLong start, OptionalLong end, long step) implements Selector {}

  /** {@code *}. */
  enum Wildcard implements Selector {
    WILDCARD
  }

  /** {@code ?condition}: the children for which the condition holds. */
  record Filter(Condition condition) implements Selector {}
}
