package dev.pawl.server.web;

/** The order of all filters that a request passes, outermost first. */
public enum FilterOrder {
  /** Sends each response completely before its request counts as finished. */
  RESPONSE_COMPLETION,
  /** Observes requests for the metrics, including those that later filters refuse. */
  REQUEST_OBSERVATION,
  /** Takes the address of the client from the proxy, if there is one. */
  PROXIED_ADDRESS,
  /** Serves nothing but health checks on the port for them. */
  HEALTH_PORT,
  /** Writes changes and refusals to the audit, including those without a valid key. */
  AUDIT,
  /** Refuses requests that are too large, unreadable, or too many for the database. */
  REQUEST_LIMITS,
  /** Serves the files and the page of the web console, which need no key. */
  CONSOLE,
  /** Refuses requests with an API key in the query. */
  KEY_IN_QUERY,
  /** Authenticates the caller by an API key. */
  API_KEY,
  /** Authenticates the caller by the cookie of a session. */
  SESSION,
  /** Requires a caller who may call anything at all; this filter is a part of Spring Security. */
  AUTHORIZATION,
  /** Refuses starts of tenants that have used up their rate. */
  START_RATE,
  /** Answers repeated writes with their stored responses. */
  IDEMPOTENCY,
  /** Compresses large responses. */
  COMPRESSION
}
