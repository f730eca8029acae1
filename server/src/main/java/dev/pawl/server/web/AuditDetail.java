package dev.pawl.server.web;

import jakarta.servlet.http.HttpServletRequest;

/** What a request asked for that its path does not say, for the audit. */
public final class AuditDetail {

  private static final String ATTRIBUTE = AuditDetail.class.getName();

  private AuditDetail() {}

  /** Adds a detail, written like a query, to what the audit says of a request. */
  public static void set(HttpServletRequest request, String detail) {
    request.setAttribute(ATTRIBUTE, detail);
  }

  /** The path of a request, followed by its detail if it has one. */
  public static String target(HttpServletRequest request) {
    Object detail = request.getAttribute(ATTRIBUTE);
    return request.getRequestURI() + (detail == null ? "" : "?" + detail);
  }
}
