package dev.pawl.server.guard;

import dev.pawl.server.problem.DirectProblem;
import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;

/** What the web server itself has to say against a request, in the words of all other problems. */
final class ProblemValve extends ErrorReportValve {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemValve.class);

  @Override
  protected void report(Request request, Response response, @Nullable Throwable thrown) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    if (thrown != null && status >= 500) {
      LOG.error("a request failed outside of its controller", thrown);
    }
    AnswerHeaders.ALL.forEach(response::setHeader);
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setCharacterEncoding("UTF-8");
    try {
      Writer out = response.getReporter();
      if (out != null) {
        out.write(DirectProblem.text(status, code(status), detail(status)));
        response.finishResponse();
      }
    } catch (IOException gone) {
      LOG.debug("nobody waits for the answer", gone);
    }
  }

  private static String code(int status) {
    return switch (status) {
      case 404 -> "not-found";
      case 405 -> "method-not-allowed";
      case 413 -> "too-large";
      case 431 -> "head-too-large";
      default -> status < 500 ? "malformed" : "internal";
    };
  }

  private static String detail(int status) {
    return switch (status) {
      case 404 -> "there is nothing here; /api/openapi.json lists all there is";
      case 405 -> "this method is not used here";
      case 413 -> "the body is larger than allowed";
      case 431 -> "the headers are larger than allowed";
      default ->
          status < 500
              ? "the request cannot be read; check its path, its headers and its length"
              : "this is a bug of the server; its log says more";
    };
  }
}
