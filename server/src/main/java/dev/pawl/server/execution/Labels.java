package dev.pawl.server.execution;

import dev.pawl.model.NameLimit;
import dev.pawl.server.problem.ApiException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parses labels of query parameters, such as {@code label=team:blue}. */
final class Labels {

  private Labels() {}

  static Map<String, String> read(List<String> texts) {
    Map<String, String> labels = new HashMap<>();
    for (String text : texts) {
      int colon = text.indexOf(':');
      if (colon < 1) {
        throw ApiException.malformed("label: must have the form name:value, got '" + text + "'");
      }
      labels.put(text.substring(0, colon), text.substring(colon + 1));
    }
    NameLimit.problem(labels)
        .ifPresent(
            why -> {
              throw ApiException.refused("bad-label", why);
            });
    return labels;
  }
}
