package dev.pawl.server.access;

import dev.pawl.server.guard.Strangers;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** Signing in with a browser. */
@RestController
public final class SignInController {

  static final String PATH = "/signin";

  private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Pawl</title></head>
      <body><h1>Pawl</h1><p>%s</p></body></html>
      """;

  private static final String NEW_LINK =
      "Type <code>pawl signin</code> on the machine of the server, or with your key on another, for"
          + " a new link.";

  private static final String SOMEBODY =
      "Signed in as %s. <a href=\"/api/docs\">What this server can do</a>.";

  private static final String NOBODY = "You are not signed in. " + NEW_LINK;

  private static final String REFUSED =
      "You are not signed in: %s. " + NEW_LINK + " <a href=\"/\">Who is signed in here</a>.";

  private final SignIns signIns;
  private final SessionCookie cookie;
  private final Strangers strangers;

  SignInController(SignIns signIns, SessionCookie cookie, Strangers strangers) {
    this.signIns = signIns;
    this.cookie = cookie;
    this.strangers = strangers;
  }

  /** Programs that look at links before people do ask for the head: that must use up nothing. */
  @GetMapping(PATH)
  ResponseEntity<String> signIn(HttpServletRequest request, @RequestParam String code)
      throws HttpRequestMethodNotSupportedException {
    if (!request.getMethod().equals("GET")) {
      throw new HttpRequestMethodNotSupportedException(request.getMethod(), List.of("GET"));
    }
    // Only failures count: an address that has none left may still have somebody with a good link.
    Optional<SignIns.Session> redeemed = signIns.redeem(code);
    if (redeemed.isEmpty()) {
      if (!strangers.mayTry(request.getRemoteAddr())) {
        return refused(
            request,
            HttpStatus.TOO_MANY_REQUESTS,
            Strangers.DETAIL,
            Refusal.tooMany(Strangers.CODE, Strangers.DETAIL));
      }
      String detail =
          "this link was used before, or is older than %d minutes"
              .formatted(SignIns.LINK.toMinutes());
      return refused(
          request,
          HttpStatus.FORBIDDEN,
          detail,
          Refusal.forbidden(detail + "; pawl signin makes a new one"));
    }
    SignIns.Session session = redeemed.get();
    Doorkeeper.introduce(request, session.caller());
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .header(HttpHeaders.SET_COOKIE, cookie.of(session.text()))
        .header(HttpHeaders.LOCATION, "/")
        .build();
  }

  /** Answers browsers with a page, and throws the problem for all others. */
  private static ResponseEntity<String> refused(
      HttpServletRequest request, HttpStatus status, String detail, Refusal problem) {
    if (!isBrowser(request)) {
      throw problem;
    }
    return ResponseEntity.status(status)
        .contentType(HTML)
        .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
        .body(PAGE.formatted(REFUSED.formatted(HtmlUtils.htmlEscape(detail))));
  }

  private static boolean isBrowser(HttpServletRequest request) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    return accept != null && accept.contains(MediaType.TEXT_HTML_VALUE);
  }

  @GetMapping("/")
  ResponseEntity<String> home(HttpServletRequest request) {
    Optional<Caller> caller = cookie.read(request).flatMap(signIns::caller);
    String text =
        caller.map(known -> SOMEBODY.formatted(HtmlUtils.htmlEscape(known.name()))).orElse(NOBODY);
    return ResponseEntity.ok().contentType(HTML).body(PAGE.formatted(text));
  }

  /**
   * A link to sign in with.
   *
   * @param path to open on this server; it works once
   */
  record Link(String path, Instant expiresAt) {}

  @PostMapping("/api/session/link")
  @Answers(201)
  ResponseEntity<Link> link(Caller caller) {
    return ResponseEntity.status(HttpStatus.CREATED)
        .body(new Link(path(signIns.link(caller)), Instant.now().plus(SignIns.LINK)));
  }

  /** Signs out. */
  @DeleteMapping("/api/session")
  @Answers(204)
  ResponseEntity<Void> end(HttpServletRequest request) {
    cookie.read(request).ifPresent(signIns::end);
    return ResponseEntity.noContent().build();
  }

  /** Where a browser goes with a code. */
  public static String path(String code) {
    return PATH + "?code=" + code;
  }
}
