package dev.pawl.server.openapi;

import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.MediaType;

/**
 * An endpoint as Spring MVC maps it.
 *
 * @param type media type of the answer, if it is not JSON
 */
record ApiOperation(String verb, String path, Method method, Optional<MediaType> type) {

  /** Returns the name in the table of endpoints. */
  String name() {
    return verb + " " + path;
  }

  /** Returns the path as OpenAPI writes it, which has no parameters of several parts. */
  String documentedPath() {
    return path.replace("/{*more}", "");
  }

  /**
   * Returns the operation id, such as getFlowsByFlowVersions, which follows from method and path.
   */
  String id() {
    StringBuilder id = new StringBuilder(verb.toLowerCase(Locale.ROOT));
    for (String part : documentedPath().substring(1).split("[/.-]")) {
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

  /** Returns true if the answer is a stream of server-sent events. */
  boolean isStream() {
    return method.getReturnType() == void.class;
  }
}
