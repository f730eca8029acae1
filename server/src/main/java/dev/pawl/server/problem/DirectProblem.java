package dev.pawl.server.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** Writes problems outside of Spring MVC: in filters and in Tomcat. */
public final class DirectProblem {

  private DirectProblem() {}

  /**
   * Writes a problem unless the response is committed.
   *
   * @param detail a text of ours: it is not escaped
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

  /** Returns the JSON of a problem, in the form of {@link Problems}. */
  public static String text(int status, String code, String detail) {
    HttpStatus known = HttpStatus.resolve(status);
    String title = known == null ? "Error" : known.getReasonPhrase();
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
