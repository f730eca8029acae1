package dev.pawl.server.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** A problem as an answer of its own, for those who stand before Spring. */
public final class DirectProblem {

  private DirectProblem() {}

  /**
   * Writes it, unless the answer has begun.
   *
   * @param detail plain words of ours: nothing in it is escaped
   */
  public static void write(HttpServletResponse response, int status, String code, String detail)
      throws IOException {
    if (response.isCommitted()) {
      return;
    }
    response.resetBuffer();
    response.setStatus(status);
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    byte[] body = text(status, code, detail).getBytes(StandardCharsets.UTF_8);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
    response.flushBuffer();
  }

  /** As {@code Problems} would say it. */
  public static String text(int status, String code, String detail) {
    HttpStatus known = HttpStatus.resolve(status);
    String title = known == null ? "Error" : known.getReasonPhrase();
    // Not formatted: this is said thousands of times a second where somebody floods a server.
    return "{\"type\":\"about:blank\",\"title\":\""
        + title
        + "\",\"status\":"
        + status
        + ",\"code\":\""
        + code
        + "\",\"detail\":\""
        + detail
        + "\"}";
  }
}
