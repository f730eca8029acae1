package dev.pawl.server.guard;

import dev.pawl.server.access.Endpoints;
import dev.pawl.server.problem.DirectProblem;
import dev.pawl.triggers.webhook.WebhookAddress;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Writes errors of Tomcat itself as problems, in the form of all others, and refuses impossible
 * paths of webhooks.
 */
final class ProblemValve extends ErrorReportValve {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemValve.class);

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    if (isForNoWebhook(request)) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      response.setSuspended(false);
      report(request, response, null);
      return;
    }
    super.invoke(request, response);
    if (response.getStatus() == HttpServletResponse.SC_REQUEST_TIMEOUT) {
      // Do not wait for the rest of a body that arrives too slowly.
      request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
  }

  /**
   * Returns true for paths that no webhook can have. They get one answer here, because what comes
   * later decodes and normalizes paths, and would answer by what it makes of each of them.
   */
  private static boolean isForNoWebhook(Request request) {
    String path = request.getRequestURI();
    return path != null
        && path.startsWith(Endpoints.WEBHOOKS)
        && WebhookAddress.parse(path.substring(Endpoints.WEBHOOKS.length())).isEmpty();
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable thrown) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    if (thrown != null && DisconnectedClientHelper.isClientDisconnectedException(thrown)) {
      LOG.debug("the client has closed its connection", thrown);
    } else if (thrown != null && status >= 500) {
      LOG.error("a request failed outside of its controller", thrown);
    }
    SecurityHeaders.WRITER.writeHeaders(request, response);
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setCharacterEncoding("UTF-8");
    try {
      Writer out = response.getReporter();
      if (out != null) {
        out.write(DirectProblem.text(status, code(status), detail(status, request)));
        response.finishResponse();
      }
    } catch (IOException gone) {
      LOG.debug("the client has closed its connection", gone);
    }
  }

  private static String code(int status) {
    return switch (status) {
      case 404 -> "not-found";
      case 405 -> "method-not-allowed";
      case 408 -> "too-slow";
      case 413 -> "too-large";
      case 431 -> "head-too-large";
      case 501 -> "not-implemented";
      case 503 -> "unavailable";
      case 505 -> "http-version";
      default -> status < 500 ? "malformed" : "internal";
    };
  }

  private static String detail(int status, Request request) {
    return switch (status) {
      case 404 ->
          isForNoWebhook(request)
              ? "there is no webhook with this path"
              : "there is nothing here; /api/openapi.json lists all endpoints";
      case 405 -> "this method is not supported here";
      case 408 -> "the request arrived too slowly";
      case 413 -> "the body is larger than allowed";
      case 431 -> "the headers are larger than allowed";
      case 501 -> notImplemented(request);
      case 503 -> "the server is starting or stopping; try again";
      case 505 -> "the version of HTTP in the first line is not supported; use HTTP/1.1";
      default ->
          status < 500
              ? "the request cannot be read; check its path, its headers and its length"
              : "internal error of the server, which is a bug; see its log";
    };
  }

  /** Nothing that was sent is repeated here: the text is not escaped. */
  private static String notImplemented(Request request) {
    return "CONNECT".equals(request.getMethod())
        ? "the method CONNECT is not supported: this server is no proxy"
        : "the Transfer-Encoding is not supported; send the body with a Content-Length, or with"
            + " Transfer-Encoding: chunked";
  }
}
