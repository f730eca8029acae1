package dev.pawl.handlers.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A request before its credentials are added.
 *
 * @param auth credentials as in the setting {@code auth}
 * @param key value of the header Idempotency-Key
 */
record RequestDraft(
    String method,
    HttpTarget target,
    Map<String, String> headers,
    Optional<RequestBody> body,
    int maxRedirects,
    RequestAuth auth,
    String key) {

  RequestDraft {
    headers = new LinkedHashMap<>(headers);
  }

  boolean hasHeader(String name) {
    return headers.keySet().stream().anyMatch(name::equalsIgnoreCase);
  }

  /** Returns a copy for another page of the same answer. */
  RequestDraft page(HttpTarget other, int number) {
    return new RequestDraft(method, other, headers, body, maxRedirects, auth, key + "-" + number);
  }
}
