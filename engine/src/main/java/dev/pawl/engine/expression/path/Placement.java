package dev.pawl.engine.expression.path;

import dev.pawl.model.path.Path;
import dev.pawl.model.path.Segment;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a value into a document at a reference path. */
final class Placement {

  private Placement() {}

  static Json place(Path path, Json document, Json value) {
    if (!path.isReference()) {
      throw new IllegalArgumentException("'" + path + "' names no single place to write to");
    }
    List<Segment> segments = path.segments();
    @Nullable Json[] way = new Json[segments.size()];
    Json here = document;
    for (int i = 0; i < way.length; i++) {
      way[i] = here;
      here = below(path, segments.get(i), here);
    }
    Json placed = value;
    for (int i = way.length - 1; i >= 0; i--) {
      placed = replaced(segments.get(i), way[i], placed);
    }
    return placed;
  }

  /** Returns the current value below a segment; null if it must be created. */
  private static @Nullable Json below(Path path, Segment segment, @Nullable Json here) {
    if (segment instanceof Segment.Member member) {
      if (here == null) {
        return null;
      }
      if (here instanceof JsonObject object) {
        return object.members().get(member.name());
      }
    }
    if (segment instanceof Segment.Element element
        && here instanceof JsonArray array
        && element.index() < array.length()) {
      return array.elements().get((int) element.index());
    }
    throw Paths.invalid(path, Paths.why(segment, here));
  }

  private static Json replaced(Segment segment, @Nullable Json here, Json value) {
    if (segment instanceof Segment.Element element && here instanceof JsonArray array) {
      List<Json> elements = new ArrayList<>(array.elements());
      elements.set((int) element.index(), value);
      return JsonArray.of(elements);
    }
    JsonObject object = here instanceof JsonObject present ? present : JsonObject.EMPTY;
    return object.with(((Segment.Member) segment).name(), value);
  }
}
