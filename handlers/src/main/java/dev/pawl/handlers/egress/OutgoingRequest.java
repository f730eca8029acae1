package dev.pawl.handlers.egress;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP request to another system.
 *
 * @param method method in capitals
 * @param headers headers in their order; framing headers such as {@code Host} are refused
 * @param permission what the request may reach
 * @param maxRedirects maximum number of redirects that are followed, at most 3; 0 returns them
 */
public record OutgoingRequest(
    String method,
    HttpUrl url,
    Map<String, String> headers,
    Optional<byte[]> body,
    EgressPermission permission,
    int maxRedirects) {

  /** The maximum number of redirects that can be allowed. */
  public static final int MAX_REDIRECTS = 3;

  public OutgoingRequest {
    if (!method.matches("GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS")) {
      throw new IllegalArgumentException(
          "method: %s is not allowed; use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS"
              .formatted(method.replaceAll("[^A-Za-z]", "?")));
    }
    if (maxRedirects < 0 || maxRedirects > MAX_REDIRECTS) {
      throw new IllegalArgumentException(
          "followRedirects: %d is not allowed; use a number from 0 to %d"
              .formatted(maxRedirects, MAX_REDIRECTS));
    }
    headers = new LinkedHashMap<>(headers);
    RequestHeaders.check(headers);
  }

  /** Returns the request to the target of a redirect, without credentials if the host changes. */
  OutgoingRequest redirected(int status, HttpUrl target) {
    boolean becomesGet = status == 303 || status <= 302 && method.equals("POST");
    Map<String, String> kept = new LinkedHashMap<>();
    headers.forEach(
        (name, value) -> {
          if (url.sameOrigin(target) || RequestHeaders.mayChangeHost(name)) {
            kept.put(name, value);
          }
        });
    return new OutgoingRequest(
        becomesGet && !method.equals("HEAD") ? "GET" : method,
        target,
        kept,
        becomesGet ? Optional.empty() : body,
        // What the operator approved for one host does not extend to another.
        url.sameOrigin(target) ? permission : EgressPermission.http(permission.tenant()),
        maxRedirects);
  }
}
