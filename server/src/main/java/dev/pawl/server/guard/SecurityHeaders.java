package dev.pawl.server.guard;

import java.util.List;
import org.springframework.security.web.header.Header;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.writers.StaticHeadersWriter;

/**
 * The security headers of every response: browsers must not interpret it as a page, show it in a
 * frame or store it. A header that a controller sets itself is left as it is.
 */
public final class SecurityHeaders {

  public static final HeaderWriter WRITER =
      new StaticHeadersWriter(
          List.of(
              new Header(
                  "Content-Security-Policy",
                  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
              new Header("X-Content-Type-Options", "nosniff"),
              new Header("X-Frame-Options", "DENY"),
              new Header("Referrer-Policy", "no-referrer"),
              new Header("Cross-Origin-Resource-Policy", "same-origin"),
              new Header("Cache-Control", "no-store")));

  private SecurityHeaders() {}
}
