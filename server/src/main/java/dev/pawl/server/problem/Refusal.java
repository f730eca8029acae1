package dev.pawl.server.problem;

import dev.pawl.model.finding.Finding;
import java.util.List;
import org.springframework.http.HttpStatus;

/** Something that is not done, and why. */
public final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final HttpStatus status;
  private final String code;
  private final transient List<Finding> findings;

  private Refusal(HttpStatus status, String code, String detail, List<Finding> findings) {
    super(detail);
    this.status = status;
    this.code = code;
    this.findings = List.copyOf(findings);
  }

  public static Refusal malformed(String detail) {
    return new Refusal(HttpStatus.BAD_REQUEST, "malformed", detail, List.of());
  }

  /** Also for things of other tenants: that they exist is nobody's business. */
  public static Refusal notFound(String what) {
    return new Refusal(HttpStatus.NOT_FOUND, "not-found", "there is no " + what, List.of());
  }

  public static Refusal forbidden(String detail) {
    return new Refusal(HttpStatus.FORBIDDEN, "forbidden", detail, List.of());
  }

  public static Refusal conflict(String code, String detail) {
    return new Refusal(HttpStatus.CONFLICT, code, detail, List.of());
  }

  public static Refusal tooLarge(String detail) {
    return new Refusal(HttpStatus.CONTENT_TOO_LARGE, "too-large", detail, List.of());
  }

  public static Refusal tooSlow(String detail) {
    return new Refusal(HttpStatus.REQUEST_TIMEOUT, "too-slow", detail, List.of());
  }

  public static Refusal refused(String code, String detail) {
    return new Refusal(HttpStatus.UNPROCESSABLE_CONTENT, code, detail, List.of());
  }

  /** For now; later there may be room. */
  public static Refusal tooMany(String code, String detail) {
    return new Refusal(HttpStatus.TOO_MANY_REQUESTS, code, detail, List.of());
  }

  public static Refusal invalid(List<Finding> findings) {
    return invalid(
        "invalid-definition",
        "the definition has errors; each says where it is and what to do",
        findings);
  }

  /** Refuses content, with all that is wrong with it. */
  public static Refusal invalid(String code, String detail, List<Finding> findings) {
    return new Refusal(HttpStatus.UNPROCESSABLE_CONTENT, code, detail, findings);
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
