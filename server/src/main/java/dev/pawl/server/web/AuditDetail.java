package dev.pawl.server.web;

import jakarta.servlet.http.HttpServletRequest;

/** A detail of a request for the audit that its path does not contain. */
public final class AuditDetail {

  private static final String ATTRIBUTE = AuditDetail.class.getName();

  private AuditDetail() {}

  /** Sets the detail of a request, in the form of a query string. */
  public static void set(HttpServletRequest request, String detail) {
    request.setAttribute(ATTRIBUTE, detail);
  }

  /** Returns the path of a request, followed by its detail if it has one. */
  public static String target(HttpServletRequest request) {
    Object detail = request.getAttribute(ATTRIBUTE);
    return request.getRequestURI() + (detail == null ? "" : "?" + detail);
  }
}
