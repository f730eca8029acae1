package dev.pawl.server.problem;

import dev.pawl.engine.data.DataException;
import dev.pawl.engine.node.BusyException;
import dev.pawl.engine.node.ConcurrencyLimitException;
import dev.pawl.engine.node.KeyReusedException;
import dev.pawl.engine.node.TenantPausedException;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.model.ErrorName;
import dev.pawl.postgres.connection.SqlFault;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.util.DisconnectedClientHelper;

/** Converts exceptions into problems; details of unexpected ones go to the log only. */
@RestControllerAdvice
public class Problems extends FrameworkProblems {

  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  /** The length of the reference that connects a response with the log. */
  private static final int REFERENCE_LENGTH = 8;

  /** The largest depth of causes that is searched. */
  private static final int MAX_CAUSE_DEPTH = 50;

  /** The time between two log entries about the same kind of failure. */
  private static final long NANOS_BETWEEN_WARNINGS = Duration.ofSeconds(1).toNanos();

  /** Retry-After of a paused tenant: people end a pause, not the next second. */
  private static final String PAUSED_RETRY_SECONDS = "30";

  private final AtomicLong lastWarning = new AtomicLong(System.nanoTime() - NANOS_BETWEEN_WARNINGS);

  Problems(RequestErrors errors) {
    super(errors);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> refused(ApiException refusal) {
    if (refusal.status() == HttpStatus.TOO_MANY_REQUESTS) {
      return retryLater(refusal.status(), refusal.code(), refusal.getMessage());
    }
    ProblemDetail problem = problem(refusal.status(), refusal.code(), refusal.getMessage());
    if (!refusal.findings().isEmpty()) {
      problem.setProperty("errors", refusal.findings().stream().map(FindingView::of).toList());
    }
    ResponseEntity.BodyBuilder answer = ResponseEntity.status(refusal.status());
    if (refusal.status() == HttpStatus.UNAUTHORIZED) {
      answer.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    }
    return answer.body(problem);
  }

  /** Converts refusals of the engine. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> refused(IllegalArgumentException refusal) {
    if (refusal.getCause() instanceof DataException data
        && data.error().equals(ErrorName.DATA_LIMIT)) {
      return refused(ApiException.tooLarge(String.valueOf(data.getMessage())));
    }
    if (isOfTheDatabase(refusal)) {
      return internal(refusal);
    }
    boolean isOurs = isThrownByUs(refusal);
    if (!isOurs && mayWarn()) {
      LOG.warn("a library refused a value that should have been checked before", refusal);
    }
    HttpStatus status = HttpStatus.UNPROCESSABLE_CONTENT;
    String detail =
        isOurs ? refusal.getMessage() : "a value of this request is not allowed where it stands";
    return ResponseEntity.status(status).body(problem(status, "refused", detail));
  }

  /** Returns true for an exception of our code; messages of libraries are not for callers. */
  private static boolean isThrownByUs(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith("dev.pawl.");
  }

  private boolean mayWarn() {
    long now = System.nanoTime();
    long last = lastWarning.get();
    return now - last > NANOS_BETWEEN_WARNINGS && lastWarning.compareAndSet(last, now);
  }

  /** Returns true if the database caused a failure; its messages are for the log only. */
  private static boolean isOfTheDatabase(Throwable failed) {
    int depth = 0;
    for (Throwable cause = failed;
        cause != null && depth < MAX_CAUSE_DEPTH;
        cause = cause.getCause()) {
      if (cause instanceof SQLException) {
        return true;
      }
      depth++;
    }
    return false;
  }

  /** Converts failures to read an execution, for example with a definition of another version. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> unreadable(IncidentException incident) {
    if (mayWarn()) {
      LOG.warn("an execution cannot be read: {}", incident.getMessage());
    }
    return refused(
        ApiException.conflict(
            "incident",
            "the execution cannot be read: %s; see /explain".formatted(incident.getMessage())));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> outOfTime(DateTimeException impossible) {
    return refused(ApiException.malformed("a time must be between the years 1 and 9999"));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> reused(KeyReusedException reused) {
    return refused(
        ApiException.refused(
            "idempotency-key-reused",
            "this Idempotency-Key was used with a different request; use a new key for each"
                + " request"));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> busy(BusyException busy) {
    return retryLater(HttpStatus.TOO_MANY_REQUESTS, "busy", busy.getMessage());
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> beyondLimit(ConcurrencyLimitException rejected) {
    return retryLater(HttpStatus.TOO_MANY_REQUESTS, "concurrency-limit", rejected.getMessage());
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> quotaExceeded(QuotaExceededException exceeded) {
    ProblemDetail problem = problem(HttpStatus.FORBIDDEN, "quota-exceeded", exceeded.getMessage());
    problem.setProperty("current", exceeded.current());
    problem.setProperty("limit", exceeded.limit());
    return ResponseEntity.status(HttpStatus.FORBIDDEN).body(problem);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> paused(TenantPausedException paused) {
    HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
    return ResponseEntity.status(status)
        .header(HttpHeaders.RETRY_AFTER, PAUSED_RETRY_SECONDS)
        .body(problem(status, "tenant-paused", paused.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unavailable(UnavailableException away) {
    if (away.getCause() instanceof SQLException refused && isAboutData(refused)) {
      String reference = reference();
      LOG.warn("a request cannot be stored, reference {}", reference, away);
      HttpStatus status = HttpStatus.UNPROCESSABLE_CONTENT;
      return ResponseEntity.status(status)
          .body(
              problem(
                  status,
                  "refused",
                  "this request cannot be stored: %s; see the log under the reference %s"
                      .formatted(SqlFault.refusal(refused), reference)));
    }
    DatabaseTrouble why = DatabaseTrouble.of(away);
    if (mayWarn()) {
      LOG.warn("the store cannot be used: {}", why, away);
    }
    return retryLater(HttpStatus.SERVICE_UNAVAILABLE, why.code(), why.detail());
  }

  /** Classes 22 and 54 of SQL: what came cannot be what it should be, or is too long for a row. */
  private static boolean isAboutData(SQLException refused) {
    return refused.getSQLState() != null
        && (refused.getSQLState().startsWith("22") || refused.getSQLState().startsWith("54"));
  }

  private static ResponseEntity<ProblemDetail> retryLater(
      HttpStatus status, String code, @Nullable String detail) {
    return ResponseEntity.status(status)
        .header(HttpHeaders.RETRY_AFTER, "1")
        .body(problem(status, code, detail));
  }

  @ExceptionHandler
  @Nullable ResponseEntity<ProblemDetail> unforeseen(Exception failed) {
    if (DisconnectedClientHelper.isClientDisconnectedException(failed)) {
      LOG.debug("the client has closed its connection", failed);
      return null;
    }
    return internal(failed);
  }

  private static ResponseEntity<ProblemDetail> internal(Exception failed) {
    String reference = reference();
    LOG.error("a request failed, reference {}", reference, failed);
    HttpStatus status = HttpStatus.INTERNAL_SERVER_ERROR;
    return ResponseEntity.status(status)
        .body(
            problem(
                status,
                "internal",
                "internal error of the server, which is a bug; see its log under the reference "
                    + reference));
  }

  /** What an answer and the log have in common. */
  private static String reference() {
    return UUID.randomUUID().toString().substring(0, REFERENCE_LENGTH);
  }
}
