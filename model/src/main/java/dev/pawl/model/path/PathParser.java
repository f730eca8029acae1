package dev.pawl.model.path;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Parses roots, segments and selectors. */
final class PathParser {

  private final PathScanner in;
  private final int start;
  private final FilterParser filters;

  PathParser(String text, int start) {
    this.in = new PathScanner(text, start);
    this.start = start;
    this.filters = new FilterParser(in, this);
  }

  Path.Part path() {
    if (!in.accept('$')) {
      throw in.error("a path starts with '$'");
    }
    Root root = root();
    List<Segment> segments = segments();
    return new Path.Part(new Path(in.textFrom(start), root, segments), in.position());
  }

  private Root root() {
    if (in.accept('$')) {
      return Root.Context.CONTEXT;
    }
    String name = in.variableName();
    return name.isEmpty() ? Root.Input.INPUT : new Root.Variable(name);
  }

  /**
   * Parses all segments from the current position, possibly none; skips blanks only between
   * segments.
   */
  List<Segment> segments() {
    List<Segment> segments = new ArrayList<>();
    while (true) {
      int end = in.position();
      in.skipBlanks();
      Segment segment;
      if (in.accept('.')) {
        segment = dotted();
      } else if (in.accept('[')) {
        segment = childrenOf(brackets());
      } else {
        in.moveTo(end);
        return segments;
      }
      segments.add(segment);
      if (segments.size() > Path.MAX_SEGMENTS) {
        throw in.errorAt(end, "a path may have at most " + Path.MAX_SEGMENTS + " segments");
      }
      if (segment == Segment.Length.LENGTH) {
        if (!segments.stream().allMatch(Segment::isSingular)) {
          throw in.errorAt(end, "length() needs a path to a single value");
        }
        return segments;
      }
    }
  }

  private Segment dotted() {
    if (in.accept('.')) {
      return new Segment.Descendants(
          in.accept('[')
              ? brackets()
              : List.of(
                  in.accept('*')
                      ? Selector.Wildcard.WILDCARD
                      : new Segment.Member(in.memberName())));
    }
    if (in.accept('[')) {
      return childrenOf(brackets());
    }
    if (in.accept('*')) {
      return new Segment.Children(List.of(Selector.Wildcard.WILDCARD));
    }
    String name = in.memberName();
    if (in.peek() != '(') {
      return new Segment.Member(name);
    }
    if (name.equals("length") && in.accept("()")) {
      return Segment.Length.LENGTH;
    }
    throw in.error("there is no function " + name + "() in paths; only length() may end a path");
  }

  private static Segment childrenOf(List<Selector> selectors) {
    if (selectors.size() == 1) {
      switch (selectors.getFirst()) {
        case Segment.Member member -> {
          return member;
        }
        case Segment.Element element -> {
          return element;
        }
        case Selector.Slice slice -> {}
        case Selector.Wildcard wildcard -> {}
        case Selector.Filter filter -> {}
      }
    }
    return new Segment.Children(selectors);
  }

  private List<Selector> brackets() {
    List<Selector> selectors = new ArrayList<>();
    do {
      in.skipBlanks();
      selectors.add(selector());
      in.skipBlanks();
    } while (in.accept(','));
    in.expect(']');
    return selectors;
  }

  private Selector selector() {
    char c = in.peek();
    if (c == '\'' || c == '"') {
      return new Segment.Member(in.string());
    } else if (c == '*') {
      in.next();
      return Selector.Wildcard.WILDCARD;
    } else if (c == '?') {
      in.next();
      return new Selector.Filter(filters.condition());
    } else if (c == ':' || c == '-' || PathScanner.isDigit(c)) {
      return indexOrSlice();
    } else if (c == '(') {
      return fromTheEnd();
    }
    throw in.error("expected a quoted name, an index, a slice, '*' or '?' within the brackets");
  }

  private Selector indexOrSlice() {
    OptionalLong first = optionalInteger();
    int end = in.position();
    in.skipBlanks();
    if (!in.accept(':')) {
      in.moveTo(end);
      return new Segment.Element(first.orElseThrow());
    }
    in.skipBlanks();
    OptionalLong second = optionalInteger();
    in.skipBlanks();
    OptionalLong step = OptionalLong.empty();
    if (in.accept(':')) {
      in.skipBlanks();
      step = optionalInteger();
    }
    return new Selector.Slice(first, second, step.orElse(1));
  }

  private OptionalLong optionalInteger() {
    char c = in.peek();
    return c == '-' || PathScanner.isDigit(c)
        ? OptionalLong.of(in.integer())
        : OptionalLong.empty();
  }

  /**
   * Parses an index from the end such as {@code (@.length-1)}, the only script of older JSONPath
   * dialects that is supported.
   */
  private Selector fromTheEnd() {
    int opening = in.position();
    in.next();
    in.skipBlanks();
    if (in.accept("@.length")) {
      in.skipBlanks();
      if (in.accept('-')) {
        in.skipBlanks();
        long distance = in.integer();
        in.skipBlanks();
        if (distance > 0 && in.accept(')')) {
          return new Segment.Element(-distance);
        }
      }
    }
    throw in.errorAt(opening, "the only script allowed is (@.length-n); a filter starts with '?'");
  }
}
