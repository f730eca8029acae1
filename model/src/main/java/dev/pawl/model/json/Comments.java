package dev.pawl.model.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The comments of a YAML text, by the JSON Pointer of the value they belong to.
 *
 * @param above lines before a member or an element, each with its {@code #}; a blank line is empty
 * @param beside the comment after a member or an element on the same line
 * @param atEnd lines after the last value
 */
public record Comments(
    Map<String, List<String>> above, Map<String, String> beside, List<String> atEnd) {

  public static final Comments NONE = new Comments(Map.of(), Map.of(), List.of());

  public Comments {
    above = Collections.unmodifiableMap(new LinkedHashMap<>(above));
    beside = Collections.unmodifiableMap(new LinkedHashMap<>(beside));
    atEnd = List.copyOf(atEnd);
  }
}
