package dev.pawl.model.json;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where each value of a text stands: a tree like the value itself, so that it never needs more room
 * than the text, however long the names in it are.
 */
final class Places {

  /** The longest pointer to a value, in characters. */
  static final int MAX_POINTER = 4000;

  static final Places NONE = new Places(Position.UNKNOWN);

  private final Position position;
  private Map<String, Places> inside = Map.of();

  Places(Position position) {
    this.position = position;
  }

  Places add(String token, Position at) {
    if (inside.isEmpty()) {
      inside = new HashMap<>();
    }
    Places place = new Places(at);
    inside.put(token, place);
    return place;
  }

  /** The place of what the pointer leads to, or of the last thing on the way that exists. */
  Position find(String pointer) {
    Optional<Places> at = Optional.of(this);
    Position last = position;
    for (String token : Pointer.tokens(pointer)) {
      at = at.flatMap(place -> Optional.ofNullable(place.inside.get(token)));
      last = at.map(place -> place.position).orElse(last);
    }
    return last;
  }
}
