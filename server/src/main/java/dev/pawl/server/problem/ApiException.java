package dev.pawl.server.problem;

import dev.pawl.model.finding.Finding;
import java.util.List;
import org.springframework.http.HttpStatus;

/** A refusal of a request, with the status, the code and the detail of its problem. */
public final class ApiException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final HttpStatus status;
  private final String code;
  private final transient List<Finding> findings;

  private ApiException(HttpStatus status, String code, String detail, List<Finding> findings) {
    super(detail);
    this.status = status;
    this.code = code;
    this.findings = List.copyOf(findings);
  }

  public static ApiException malformed(String detail) {
    return new ApiException(HttpStatus.BAD_REQUEST, "malformed", detail, List.of());
  }

  /** Also used for what belongs to other tenants, so that its existence is not revealed. */
  public static ApiException notFound(String what) {
    return new ApiException(HttpStatus.NOT_FOUND, "not-found", "there is no " + what, List.of());
  }

  /** Refuses a request whose sender is not known; the detail must not tell why. */
  public static ApiException unauthorized(String detail) {
    return new ApiException(HttpStatus.UNAUTHORIZED, "unauthorized", detail, List.of());
  }

  /** Reports that a flow did not produce what its caller waits for. */
  public static ApiException badOutcome(String code, String detail) {
    return new ApiException(HttpStatus.INTERNAL_SERVER_ERROR, code, detail, List.of());
  }

  public static ApiException forbidden(String detail) {
    return new ApiException(HttpStatus.FORBIDDEN, "forbidden", detail, List.of());
  }

  public static ApiException conflict(String code, String detail) {
    return new ApiException(HttpStatus.CONFLICT, code, detail, List.of());
  }

  public static ApiException tooLarge(String detail) {
    return new ApiException(HttpStatus.CONTENT_TOO_LARGE, "too-large", detail, List.of());
  }

  public static ApiException tooSlow(String detail) {
    return new ApiException(HttpStatus.REQUEST_TIMEOUT, "too-slow", detail, List.of());
  }

  public static ApiException refused(String code, String detail) {
    return new ApiException(HttpStatus.UNPROCESSABLE_CONTENT, code, detail, List.of());
  }

  /** Refuses a request that may succeed later; the response has Retry-After. */
  public static ApiException tooMany(String code, String detail) {
    return new ApiException(HttpStatus.TOO_MANY_REQUESTS, code, detail, List.of());
  }

  public static ApiException invalid(List<Finding> findings) {
    return invalid(
        "invalid-definition",
        "the definition has errors; each says where it is and what to do",
        findings);
  }

  /** Refuses content, with all findings. */
  public static ApiException invalid(String code, String detail, List<Finding> findings) {
    return new ApiException(HttpStatus.UNPROCESSABLE_CONTENT, code, detail, findings);
  }

  HttpStatus status() {
    return status;
  }

  String code() {
    return code;
  }

  List<Finding> findings() {
    return findings;
  }
}
