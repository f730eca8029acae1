package dev.pawl.server.problem;

import dev.pawl.engine.data.DataException;
import dev.pawl.engine.node.BusyException;
import dev.pawl.engine.node.ConcurrencyLimitException;
import dev.pawl.engine.node.IncidentException;
import dev.pawl.engine.node.KeyReusedException;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.model.ErrorName;
import dev.pawl.postgres.connection.Fault;
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

/** Turns whatever went wrong into a problem. What nobody foresaw is told to the log alone. */
@RestControllerAdvice
public class Problems extends FrameworkProblems {

  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  /** How many characters tell one failure from another. */
  private static final int REFERENCE = 8;

  /** Causes of causes. */
  private static final int DEEPEST = 50;

  /** Thousands may have the same trouble at once: to tell of each would be trouble of its own. */
  private static final long BETWEEN_COMPLAINTS = Duration.ofSeconds(1).toNanos();

  private final AtomicLong complained = new AtomicLong(System.nanoTime() - BETWEEN_COMPLAINTS);

  Problems(RequestErrors errors) {
    super(errors);
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
    if (isOfTheDatabase(refusal)) {
      return internal(refusal);
    }
    boolean isOurs = isThrownByUs(refusal);
    if (!isOurs && mayComplain()) {
      LOG.warn("a library refused a value that should have been checked before", refusal);
    }
    HttpStatus status = HttpStatus.UNPROCESSABLE_CONTENT;
    String detail =
        isOurs ? refusal.getMessage() : "a value of this request is not allowed where it stands";
    return ResponseEntity.status(status).body(problem(status, "refused", detail));
  }

  /** What others throw is said in their words, which are not for callers. */
  private static boolean isThrownByUs(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith("dev.pawl.");
  }

  private boolean mayComplain() {
    long now = System.nanoTime();
    long last = complained.get();
    return now - last > BETWEEN_COMPLAINTS && complained.compareAndSet(last, now);
  }

  /** Whether it was caused by what the database said, which is for the log alone. */
  private static boolean isOfTheDatabase(Throwable failed) {
    int depth = 0;
    for (Throwable cause = failed; cause != null && depth < DEEPEST; cause = cause.getCause()) {
      if (cause instanceof SQLException) {
        return true;
      }
      depth++;
    }
    return false;
  }

  /** What is asked for needs a definition that cannot be read. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> unreadable(IncidentException incident) {
    if (mayComplain()) {
      LOG.warn("an execution cannot be read: {}", incident.getMessage());
    }
    return refused(
        Refusal.conflict(
            "incident",
            "the execution cannot be read: %s; see /explain".formatted(incident.getMessage())));
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
  ResponseEntity<ProblemDetail> beyondLimit(ConcurrencyLimitException rejected) {
    return later(HttpStatus.TOO_MANY_REQUESTS, "concurrency-limit", rejected.getMessage());
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
                  "this request cannot be stored: %s; the log says more under the reference %s"
                      .formatted(Fault.refusal(refused), reference)));
    }
    Away why = Away.of(away);
    if (mayComplain()) {
      LOG.warn("the store cannot be used: {}", why, away);
    }
    return later(HttpStatus.SERVICE_UNAVAILABLE, why.code(), why.detail());
  }

  /** Classes 22 and 54 of SQL: what came cannot be what it should be, or is too long for a row. */
  private static boolean isAboutData(SQLException refused) {
    return refused.getSQLState() != null
        && (refused.getSQLState().startsWith("22") || refused.getSQLState().startsWith("54"));
  }

  private static ResponseEntity<ProblemDetail> later(
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
                "this is a bug of the server; its log says more under the reference " + reference));
  }

  /** What an answer and the log have in common. */
  private static String reference() {
    return UUID.randomUUID().toString().substring(0, REFERENCE);
  }
}
