package dev.pawl.server.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** Details of a request for the audit that its path does not contain. */
public final class AuditDetail {

  private static final String ATTRIBUTE = AuditDetail.class.getName();
  private static final String CHANGE = StateChange.class.getName();

  private AuditDetail() {}

  /**
   * The state before and after a request, as the API shows it.
   *
   * @param before null if there was none
   * @param after null if there is none any more
   */
  public record StateChange(@Nullable Object before, @Nullable Object after) {}

  /** Sets the detail of a request, in the form of a query string. */
  public static void set(HttpServletRequest request, String detail) {
    request.setAttribute(ATTRIBUTE, detail);
  }

  /**
   * Records the state before and after the request that this thread serves, and returns the state
   * after it.
   */
  public static <T> T changed(Optional<? extends Object> before, T after) {
    record(new StateChange(before.orElse(null), after));
    return after;
  }

  /** Records the state that the request of this thread has removed. */
  public static void removed(Object before) {
    record(new StateChange(before, null));
  }

  private static void record(StateChange change) {
    RequestContextHolder.currentRequestAttributes()
        .setAttribute(CHANGE, change, RequestAttributes.SCOPE_REQUEST);
  }

  /** Returns the state before and after a request; empty if it was not recorded. */
  public static Optional<StateChange> change(HttpServletRequest request) {
    return Optional.ofNullable((StateChange) request.getAttribute(CHANGE));
  }

  /** Returns the path of a request, followed by its detail if it has one. */
  public static String target(HttpServletRequest request) {
    Object detail = request.getAttribute(ATTRIBUTE);
    return request.getRequestURI() + (detail == null ? "" : "?" + detail);
  }
}
