package dev.pawl.model.path;

import java.util.OptionalLong;

/** A selector in brackets, which selects children of a value. */
public sealed interface Selector
    permits Segment.Member, Segment.Element, Selector.Slice, Selector.Wildcard, Selector.Filter {

  /** A slice as RFC 9535 defines it: {@code start:end:step}. */
  record Slice(OptionalLong start, OptionalLong end, long step) implements Selector {}

  /** All children: {@code *}. */
  enum Wildcard implements Selector {
    WILDCARD
  }

  /** The children for which a condition holds: {@code ?condition}. */
  record Filter(FilterCondition condition) implements Selector {}
}
