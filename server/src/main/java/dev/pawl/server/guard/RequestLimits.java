package dev.pawl.server.guard;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.problem.DatabaseTrouble;
import dev.pawl.server.problem.DirectProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses requests that are too large or unreadable, and all requests under overload. */
final class RequestLimits extends OncePerRequestFilter {

  /** The largest size of all headers together, in characters. */
  static final int MAX_HEAD_LENGTH = 8 * 1024;

  /** A definition of a megabyte, as JSON within JSON. */
  static final int MAX_DEFINITION_BYTES = 2 * 1024 * 1024;

  /** A draft and a version of it, of a megabyte each, as JSON within JSON. */
  static final int MAX_IMPORT_BYTES = 2 * MAX_DEFINITION_BYTES + 64 * 1024;

  /** Twice the data that a state may have. */
  static final int MAX_BODY_BYTES = 512 * 1024;

  // Drafts and validation.
  private static final Pattern DEFINITIONS = Pattern.compile("/api/flows(/[^/]+)?");

  /**
   * Paths that are served under overload: refusing calls of workers would only add work, and
   * monitoring matters most then.
   */
  private static final Pattern SERVED_UNDER_OVERLOAD =
      Pattern.compile("/health(/.*)?|/metrics|/api/workers/.*");

  private final BooleanSupplier isCrowded;

  /**
   * @param isCrowded returns true if too many requests wait for the database
   */
  RequestLimits(BooleanSupplier isCrowded) {
    this.isCrowded = isCrowded;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    int most = maxBytes(request.getRequestURI());
    if (head(request) > MAX_HEAD_LENGTH) {
      DirectProblem.write(
          response,
          HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE.value(),
          "head-too-large",
          "the headers have more than the %d characters allowed".formatted(MAX_HEAD_LENGTH));
    } else if (request.getContentLengthLong() > most) {
      DirectProblem.write(
          response, HttpStatus.CONTENT_TOO_LARGE.value(), "too-large", BoundedBody.tooLarge(most));
    } else if (hasNul(request)) {
      DirectProblem.write(
          response,
          HttpStatus.BAD_REQUEST.value(),
          "malformed",
          "the character U+0000 is not allowed in an address");
    } else if (!isQueryReadable(request)) {
      DirectProblem.write(
          response,
          HttpStatus.BAD_REQUEST.value(),
          "malformed",
          "the query cannot be read; it is name=value, joined by &, in UTF-8 and percent-encoded");
    } else if (!isAcceptReadable(request)) {
      DirectProblem.write(
          response,
          HttpStatus.NOT_ACCEPTABLE.value(),
          "not-acceptable",
          "header Accept: cannot be parsed; omit it or send application/json");
    } else if (isEncoded(request)) {
      DirectProblem.write(
          response,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE.value(),
          "unsupported-encoding",
          "send the body as it is, without Content-Encoding");
    } else if (isCrowded.getAsBoolean()
        && !SERVED_UNDER_OVERLOAD.matcher(request.getRequestURI()).matches()) {
      answerRetryLater(response, DatabaseTrouble.OVERLOADED);
    } else {
      pass(new BoundedBody(request, most), response, chain, most);
    }
  }

  /** Writes the problems of exceptions that filters throw; Spring MVC handles those after it. */
  private static void pass(
      BoundedBody request, HttpServletResponse response, FilterChain chain, int most)
      throws ServletException, IOException {
    try {
      chain.doFilter(request, response);
    } catch (ApiException unread) {
      if (request.isLate()) {
        DirectProblem.write(
            response, HttpStatus.REQUEST_TIMEOUT.value(), "too-slow", BoundedBody.TOO_SLOW);
        return;
      }
      DirectProblem.write(
          response, HttpStatus.CONTENT_TOO_LARGE.value(), "too-large", BoundedBody.tooLarge(most));
    } catch (UnavailableException away) {
      answerRetryLater(response, DatabaseTrouble.of(away));
    }
  }

  private static void answerRetryLater(HttpServletResponse response, DatabaseTrouble why)
      throws IOException {
    response.setHeader(HttpHeaders.RETRY_AFTER, "1");
    DirectProblem.write(response, HttpStatus.SERVICE_UNAVAILABLE.value(), why.code(), why.detail());
  }

  static int maxBytes(String path) {
    if (path.equals("/api/import")) {
      return MAX_IMPORT_BYTES;
    }
    return DEFINITIONS.matcher(path).matches() ? MAX_DEFINITION_BYTES : MAX_BODY_BYTES;
  }

  private static boolean hasNul(HttpServletRequest request) {
    String query = request.getQueryString();
    return request.getRequestURI().contains("%00") || query != null && query.contains("%00");
  }

  /** Parses the parameters now: Tomcat would otherwise fail at their first use. */
  private static boolean isQueryReadable(HttpServletRequest request) {
    try {
      request.getParameterMap();
      return true;
    } catch (IllegalStateException unreadable) {
      return false;
    }
  }

  private static boolean isAcceptReadable(HttpServletRequest request) {
    try {
      MediaType.parseMediaTypes(request.getHeader(HttpHeaders.ACCEPT));
      return true;
    } catch (InvalidMediaTypeException unreadable) {
      return false;
    }
  }

  private static boolean isEncoded(HttpServletRequest request) {
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    return encoding != null && !encoding.equalsIgnoreCase("identity");
  }

  private static int head(HttpServletRequest request) {
    int sum = request.getRequestURI().length();
    String query = request.getQueryString();
    sum += query == null ? 0 : query.length();
    for (String name : Collections.list(request.getHeaderNames())) {
      for (String value : Collections.list(request.getHeaders(name))) {
        sum += name.length() + value.length();
      }
    }
    return sum;
  }
}
