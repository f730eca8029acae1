package dev.pawl.server.problem;

import dev.pawl.engine.data.DataException;
import dev.pawl.engine.node.BusyException;
import dev.pawl.engine.node.IncidentException;
import dev.pawl.engine.node.KeyReusedException;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.model.ErrorName;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns whatever went wrong into a problem. What nobody foresaw is told to the log alone. */
@RestControllerAdvice
public class Problems extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  /** Longer sentences quote what was sent, and the names of our classes. */
  private static final int LONGEST = 300;

  /** Thousands may have the same trouble at once: to tell of each would be trouble of its own. */
  private static final long BETWEEN_COMPLAINTS = Duration.ofSeconds(1).toNanos();

  private final AtomicLong complained = new AtomicLong(System.nanoTime() - BETWEEN_COMPLAINTS);

  static ProblemDetail problem(HttpStatusCode status, String code, @Nullable String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setProperty("code", code);
    return problem;
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> refused(Refusal refusal) {
    if (refusal.status() == HttpStatus.TOO_MANY_REQUESTS) {
      return later(refusal.status(), refusal.code(), refusal.getMessage());
    }
    ProblemDetail problem = problem(refusal.status(), refusal.code(), refusal.getMessage());
    if (!refusal.findings().isEmpty()) {
      problem.setProperty("errors", refusal.findings().stream().map(FindingView::of).toList());
    }
    return ResponseEntity.status(refusal.status()).body(problem);
  }

  /** What the engine does not take. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> refused(IllegalArgumentException refusal) {
    if (refusal.getCause() instanceof DataException data
        && data.error().equals(ErrorName.DATA_LIMIT)) {
      return refused(Refusal.tooLarge(String.valueOf(data.getMessage())));
    }
    HttpStatus status = HttpStatus.UNPROCESSABLE_CONTENT;
    return ResponseEntity.status(status).body(problem(status, "refused", refusal.getMessage()));
  }

  /** What is asked for needs a definition that cannot be read. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> unreadable(IncidentException incident) {
    LOG.warn("an execution cannot be read", incident);
    return refused(
        Refusal.conflict(
            "incident", "its definition, or its history, cannot be read; explain tells more"));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> outOfTime(DateTimeException impossible) {
    return refused(Refusal.malformed("a time is between the years 1 and 9999"));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> reused(KeyReusedException reused) {
    return refused(
        Refusal.refused(
            "idempotency-key-reused",
            "this Idempotency-Key came with another request; use a new one for each"));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> busy(BusyException busy) {
    return later(HttpStatus.TOO_MANY_REQUESTS, "busy", busy.getMessage());
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unavailable(UnavailableException away) {
    if (isAboutData(away)) {
      HttpStatus status = HttpStatus.UNPROCESSABLE_CONTENT;
      return ResponseEntity.status(status)
          .body(problem(status, "refused", "a value of this request cannot be stored"));
    }
    Away why = Away.of(away);
    long now = System.nanoTime();
    long last = complained.get();
    if (now - last > BETWEEN_COMPLAINTS && complained.compareAndSet(last, now)) {
      LOG.warn("the store cannot be used: {}", why, away);
    }
    return later(HttpStatus.SERVICE_UNAVAILABLE, why.code(), why.detail());
  }

  /** Classes 22 and 54 of SQL: what came cannot be what it should be, or is too long for a row. */
  private static boolean isAboutData(UnavailableException away) {
    return away.getCause() instanceof SQLException refused
        && refused.getSQLState() != null
        && (refused.getSQLState().startsWith("22") || refused.getSQLState().startsWith("54"));
  }

  private static ResponseEntity<ProblemDetail> later(
      HttpStatus status, String code, @Nullable String detail) {
    return ResponseEntity.status(status)
        .header(HttpHeaders.RETRY_AFTER, "1")
        .body(problem(status, code, detail));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unforeseen(Exception failed) {
    LOG.error("a request failed", failed);
    HttpStatus status = HttpStatus.INTERNAL_SERVER_ERROR;
    return ResponseEntity.status(status)
        .body(problem(status, "internal", "this is a bug of the server; its log says more"));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException failed,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof Refusal refusal) {
        return handleExceptionInternal(
            failed,
            problem(refusal.status(), refusal.code(), refusal.getMessage()),
            headers,
            refusal.status(),
            request);
      }
    }
    String detail =
        Optional.ofNullable(failed.getMostSpecificCause().getMessage())
            .map(text -> text.lines().findFirst().orElse(""))
            .map(text -> text.startsWith("Required request body") ? "this call needs a body" : text)
            .filter(text -> !text.contains("`") && text.length() < LONGEST)
            .orElse("the body is not the JSON that belongs here, or is too large or too deep");
    return handleExceptionInternal(
        failed, problem(status, "malformed", detail), headers, status, request);
  }

  /** What Spring has to say gets a code too. */
  @Override
  protected ResponseEntity<Object> createResponseEntity(
      @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    if (body instanceof ProblemDetail problem
        && (problem.getProperties() == null || !problem.getProperties().containsKey("code"))) {
      problem.setProperty("code", code(status));
    }
    return super.createResponseEntity(body, headers, status, request);
  }

  private static String code(HttpStatusCode status) {
    return switch (status.value()) {
      case 404 -> "not-found";
      case 405 -> "method-not-allowed";
      case 406 -> "not-acceptable";
      case 413 -> "too-large";
      case 415 -> "unsupported-media-type";
      case 503 -> "unavailable";
      default -> status.is4xxClientError() ? "malformed" : "internal";
    };
  }
}
