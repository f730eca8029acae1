package dev.pawl.server.idempotency;

import dev.pawl.server.problem.ApiException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Writes the stored response of a repeated request. It runs after the access check, so that only
 * callers who may still call the endpoint get it, and before everything that has an effect.
 */
final class StoredResponse implements HandlerInterceptor {

  /** The header of a stored response. */
  static final String REPLAYED = "Idempotency-Replayed";

  /** Endpoints whose responses contain secrets and are not stored. */
  private static final Set<String> SECRETS =
      Set.of(
          "/api/keys",
          "/api/session/link",
          "/api/tenants",
          "/api/tenants/{code}/keys",
          "/api/flows/{flow}/trigger/secret");

  private static final String STORE_ATTRIBUTE = StoredResponse.class.getName() + ".answer";

  static void prepare(HttpServletRequest request, IdempotencyStore.SavedResponse answer) {
    request.setAttribute(STORE_ATTRIBUTE, answer);
  }

  /** Decides by the matched endpoint, however its path is encoded. */
  static boolean isSecret(HttpServletRequest request) {
    return request.getMethod().equals("POST")
        && SECRETS.contains(
            String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)));
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws IOException {
    if (!(request.getAttribute(STORE_ATTRIBUTE) instanceof IdempotencyStore.SavedResponse answer)) {
      return true;
    }
    response.setHeader(REPLAYED, "true");
    if (isSecret(request)) {
      throw ApiException.conflict(
          "shown-once",
          "the request was carried out, and its secret is returned only once; if it is lost,"
              + " revoke it and issue a new one");
    }
    response.setStatus(answer.status());
    if (!answer.type().isEmpty()) {
      response.setContentType(answer.type());
    }
    if (!answer.location().isEmpty()) {
      response.setHeader(HttpHeaders.LOCATION, answer.location());
    }
    response.getOutputStream().write(answer.body());
    return false;
  }
}
