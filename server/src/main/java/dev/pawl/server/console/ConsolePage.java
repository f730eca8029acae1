package dev.pawl.server.console;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * The page that loads the web console. Each response has a nonce of its own, which allows the style
 * elements that the console creates.
 */
public final class ConsolePage {

  /** The text in the built page that is replaced by the nonce of the response. */
  private static final String PLACEHOLDER = "PAWL_NONCE";

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-%s'; img-src 'self' data:;"
          + " font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'";

  private static final String NOT_BUILT =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Pawl</title></head>
      <body><h1>Pawl</h1><p>This server was built without the web console, because npm (Node.js
      20.19 or newer) was not found. Install it and build again.
      <a href="/api/docs">The API</a> works without it.</p></body></html>
      """;

  private static final int NONCE_BYTES = 18;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String text;

  private ConsolePage(String text) {
    this.text = text;
  }

  /** Reads the page from the class path. */
  static ConsolePage read() {
    try (InputStream in = ConsolePage.class.getResourceAsStream("/static/index.html")) {
      return new ConsolePage(
          in == null ? NOT_BUILT : new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns true for a request of a browser that wants a page; programs send their key. */
  public static boolean isWantedBy(HttpServletRequest request) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    return accept != null
        && accept.contains(MediaType.TEXT_HTML_VALUE)
        && request.getHeader(HttpHeaders.AUTHORIZATION) == null;
  }

  /** Sets the headers of a response that is the page, and returns its text. */
  public String prepare(HttpServletResponse response) {
    byte[] random = new byte[NONCE_BYTES];
    RANDOM.nextBytes(random);
    String nonce = Base64.getEncoder().encodeToString(random);
    response.setHeader("Content-Security-Policy", POLICY.formatted(nonce));
    response.setHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT);
    response.setContentType("text/html;charset=UTF-8");
    return text.replace(PLACEHOLDER, nonce);
  }
}
