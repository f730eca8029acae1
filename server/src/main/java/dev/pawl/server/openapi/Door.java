package dev.pawl.server.openapi;

import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.MediaType;

/**
 * A door as Spring knows it.
 *
 * @param type of what it answers, if that is not JSON
 */
record Door(String verb, String path, Method method, Optional<MediaType> type) {

  /** As it stands in the table of doors. */
  String name() {
    return verb + " " + path;
  }

  /** Such as getFlowsByFlowVersions: from what never changes without notice. */
  String id() {
    StringBuilder id = new StringBuilder(verb.toLowerCase(Locale.ROOT));
    for (String part : path.substring(1).split("[/.-]")) {
      boolean variable = part.startsWith("{");
      String word = variable ? part.substring(1, part.length() - 1) : part;
      if (!word.equals("api") && !word.isEmpty()) {
        id.append(variable ? "By" : "")
            .append(Character.toUpperCase(word.charAt(0)))
            .append(word.substring(1));
      }
    }
    return id.toString();
  }

  boolean isWrite() {
    return !verb.equals("GET");
  }

  /** Whether it tells what happens, as long as somebody listens. */
  boolean isStream() {
    return method.getReturnType() == void.class;
  }
}
