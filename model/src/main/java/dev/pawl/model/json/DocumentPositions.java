package dev.pawl.model.json;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The positions of all values in a text, as a tree shaped like the value. A map from pointers to
 * positions could become much larger than the text, since pointers repeat long names.
 */
final class DocumentPositions {

  /** The maximum length of a pointer to a value, in characters. */
  static final int MAX_POINTER = 4000;

  static final DocumentPositions NONE = new DocumentPositions(DocumentPosition.UNKNOWN);

  private final DocumentPosition position;
  private Map<String, DocumentPositions> inside = Map.of();

  DocumentPositions(DocumentPosition position) {
    this.position = position;
  }

  DocumentPositions add(String token, DocumentPosition at) {
    if (inside.isEmpty()) {
      inside = new HashMap<>();
    }
    DocumentPositions place = new DocumentPositions(at);
    inside.put(token, place);
    return place;
  }

  /** Returns the position of a value, or of its nearest enclosing value that exists. */
  DocumentPosition find(String pointer) {
    Optional<DocumentPositions> at = Optional.of(this);
    DocumentPosition last = position;
    for (String token : Pointer.tokens(pointer)) {
      at = at.flatMap(place -> Optional.ofNullable(place.inside.get(token)));
      last = at.map(place -> place.position).orElse(last);
    }
    return last;
  }
}
