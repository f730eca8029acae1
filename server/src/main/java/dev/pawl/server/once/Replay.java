package dev.pawl.server.once;

import dev.pawl.server.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Gives an answer that was given before, to those alone who would get through the door today: it
 * stands behind the doorkeeper, and before everybody who would do something.
 */
final class Replay implements HandlerInterceptor {

  /** Said of an answer that was given before. */
  static final String REPLAYED = "Idempotency-Replayed";

  /** What is shown this one time is not kept. */
  private static final Set<String> SECRETS =
      Set.of("/api/keys", "/api/session/link", "/api/tenants", "/api/tenants/{code}/keys");

  private static final String ANSWER = Replay.class.getName() + ".answer";

  static void prepare(HttpServletRequest request, Answered.Answer answer) {
    request.setAttribute(ANSWER, answer);
  }

  /** By the door it came to, however its path was written. */
  static boolean isSecret(HttpServletRequest request) {
    return SECRETS.contains(
        String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE)));
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws IOException {
    if (!(request.getAttribute(ANSWER) instanceof Answered.Answer answer)) {
      return true;
    }
    response.setHeader(REPLAYED, "true");
    if (isSecret(request)) {
      throw Refusal.conflict(
          "shown-once",
          "that was done, and its answer is shown once; what was lost must be revoked and issued"
              + " anew");
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
