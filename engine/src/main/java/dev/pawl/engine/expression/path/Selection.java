package dev.pawl.engine.expression.path;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.CodePoints;
import dev.pawl.model.path.Segment;
import dev.pawl.model.path.Selector;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows the segments of a path through a document. */
final class Selection {

  private final Budget budget;
  private final Filtering filtering;

  Selection(Json root, Budget budget) {
    this.budget = budget;
    this.filtering = new Filtering(this, root, budget);
  }

  /** Returns the value at singular segments; null if there is none. */
  static @Nullable Json single(Json start, List<Segment> segments, Budget budget) {
    budget.visit(segments.size());
    Json here = start;
    for (int i = 0; i < segments.size() && here != null; i++) {
      here = step(here, segments.get(i), budget);
    }
    return here;
  }

  static @Nullable Json step(Json here, Segment segment, Budget budget) {
    return switch (segment) {
      case Segment.Member member -> member(here, member);
      case Segment.Element element -> element(here, element);
      case Segment.Length length -> length(here, budget);
      case Segment.Children children -> throw new IllegalStateException("not singular");
      case Segment.Descendants descendants -> throw new IllegalStateException("not singular");
    };
  }

  private static @Nullable Json member(Json here, Segment.Member member) {
    return here instanceof JsonObject object ? object.members().get(member.name()) : null;
  }

  private static @Nullable Json element(Json here, Segment.Element element) {
    if (here instanceof JsonArray array) {
      long index = element.index() < 0 ? array.length() + element.index() : element.index();
      if (index >= 0 && index < array.length()) {
        return array.elements().get((int) index);
      }
    }
    return null;
  }

  static @Nullable Json length(Json value, Budget budget) {
    return switch (value) {
      case JsonArray array -> Json.of(array.length());
      case JsonObject object -> Json.of(object.members().size());
      case JsonString text -> {
        budget.visit(text.value().length() / 16);
        yield Json.of(CodePoints.count(text.value()));
      }
      case JsonNumber number -> null;
      case JsonBool bool -> null;
      case JsonNull nothing -> null;
    };
  }

  /** Returns all values that match the segments. */
  List<Json> all(Json start, List<Segment> segments) {
    List<Json> found = List.of(start);
    for (Segment segment : segments) {
      budget.visit(found.size());
      List<Json> next = new ArrayList<>();
      for (Json here : found) {
        follow(segment, here, next);
      }
      found = next;
    }
    return found;
  }

  private void follow(Segment segment, Json here, List<Json> out) {
    switch (segment) {
      case Segment.Member member -> add(member(here, member), out);
      case Segment.Element element -> add(element(here, element), out);
      case Segment.Length length -> add(length(here, budget), out);
      case Segment.Children children -> pick(children.selectors(), here, out);
      case Segment.Descendants descendants -> descend(descendants.selectors(), here, out);
    }
  }

  private static void add(@Nullable Json value, List<Json> out) {
    if (value != null) {
      out.add(value);
    }
  }

  private void descend(List<Selector> selectors, Json here, List<Json> out) {
    Collection<Json> children = children(here);
    if (children.isEmpty()) {
      return;
    }
    budget.enter();
    budget.visit(children.size());
    pick(selectors, here, out);
    for (Json child : children) {
      descend(selectors, child, out);
    }
    budget.leave();
  }

  private void pick(List<Selector> selectors, Json here, List<Json> out) {
    for (Selector selector : selectors) {
      switch (selector) {
        case Segment.Member member -> add(member(here, member), out);
        case Segment.Element element -> add(element(here, element), out);
        case Selector.Wildcard wildcard -> {
          Collection<Json> children = children(here);
          budget.visit(children.size());
          out.addAll(children);
        }
        case Selector.Filter filter -> {
          for (Json child : children(here)) {
            budget.visit(1);
            if (filtering.holds(filter.condition(), child)) {
              out.add(child);
            }
          }
        }
        case Selector.Slice slice -> {
          if (here instanceof JsonArray array) {
            slice(slice, array.elements(), out);
          }
        }
      }
    }
  }

  private static Collection<Json> children(Json value) {
    return switch (value) {
      case JsonArray array -> array.elements();
      case JsonObject object -> object.members().values();
      case JsonString text -> List.of();
      case JsonNumber number -> List.of();
      case JsonBool bool -> List.of();
      case JsonNull nothing -> List.of();
    };
  }

  private void slice(Selector.Slice slice, List<Json> elements, List<Json> out) {
    int length = elements.size();
    long step = slice.step();
    if (step > 0) {
      long end = within(slice.end().orElse(length), length, 0, length);
      for (long i = within(slice.start().orElse(0), length, 0, length); i < end; i += step) {
        budget.visit(1);
        out.add(elements.get((int) i));
      }
    } else if (step < 0) {
      long end =
          slice.end().isPresent() ? within(slice.end().getAsLong(), length, -1, length - 1) : -1;
      for (long i = within(slice.start().orElse(length - 1), length, -1, length - 1);
          i > end;
          i += step) {
        budget.visit(1);
        out.add(elements.get((int) i));
      }
    }
  }

  private static long within(long bound, int length, int lowest, int highest) {
    long index = bound < 0 ? length + bound : bound;
    return Math.clamp(index, lowest, highest);
  }
}
