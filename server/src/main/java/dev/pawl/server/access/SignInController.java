package dev.pawl.server.access;

import dev.pawl.server.guard.AnonymousRateLimit;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** The endpoints with which browsers sign in and out. */
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

  private static final String SIGNED_IN =
      "Signed in as %s. <a href=\"/api/docs\">What this server can do</a>.";

  private static final String NOT_SIGNED_IN = "You are not signed in. " + NEW_LINK;

  private static final String REFUSED =
      "You are not signed in: %s. " + NEW_LINK + " <a href=\"/\">Who is signed in here</a>.";

  private final SignIns signIns;
  private final SessionCookie cookie;
  private final AnonymousRateLimit limit;

  SignInController(SignIns signIns, SessionCookie cookie, AnonymousRateLimit limit) {
    this.signIns = signIns;
    this.cookie = cookie;
    this.limit = limit;
  }

  /** Redeems a sign-in link; HEAD, which link scanners send, does not use it up. */
  @GetMapping(PATH)
  @OpenAccess
  ResponseEntity<String> signIn(HttpServletRequest request, @RequestParam String code)
      throws HttpRequestMethodNotSupportedException {
    if (!request.getMethod().equals("GET")) {
      throw new HttpRequestMethodNotSupportedException(request.getMethod(), List.of("GET"));
    }
    // Only failures are limited: a valid link works from every address.
    Optional<SignIns.Session> redeemed = signIns.redeem(code);
    if (redeemed.isEmpty()) {
      if (!limit.mayTry(request.getRemoteAddr())) {
        return refused(
            request,
            HttpStatus.TOO_MANY_REQUESTS,
            AnonymousRateLimit.DETAIL,
            ApiException.tooMany(AnonymousRateLimit.CODE, AnonymousRateLimit.DETAIL));
      }
      String detail =
          "this link was used before, or is older than %d minutes"
              .formatted(SignIns.LINK_TIME.toMinutes());
      return refused(
          request,
          HttpStatus.FORBIDDEN,
          detail,
          ApiException.forbidden(detail + "; pawl signin makes a new one"));
    }
    SignIns.Session session = redeemed.get();
    // For the audit.
    SecurityContextHolder.getContext()
        .setAuthentication(new CallerAuthentication(session.caller(), true));
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .header(HttpHeaders.SET_COOKIE, cookie.of(session.text()))
        .header(HttpHeaders.LOCATION, "/")
        .build();
  }

  /** Returns a page to browsers and throws the problem for other clients. */
  private static ResponseEntity<String> refused(
      HttpServletRequest request, HttpStatus status, String detail, ApiException problem) {
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
  @OpenAccess
  ResponseEntity<String> home(HttpServletRequest request) {
    Optional<Caller> caller = cookie.read(request).flatMap(signIns::caller);
    String text =
        caller
            .map(known -> SIGNED_IN.formatted(HtmlUtils.htmlEscape(known.name())))
            .orElse(NOT_SIGNED_IN);
    return ResponseEntity.ok().contentType(HTML).body(PAGE.formatted(text));
  }

  /** A link that signs a browser in. */
  record SignInLink(
      @Schema(
              description = "Path to open on this server; it works once.",
              example = "/signin?code=9f86d081884c7d65")
          String path,
      @Schema(description = "Time from which the link is refused.") Instant expiresAt) {}

  @PostMapping("/api/session/link")
  @RequiresPermission(
      value = Permission.ADMINISTER,
      summary = "Creates a link with which a browser can sign in once.")
  @ApiStatus(201)
  ResponseEntity<SignInLink> link(Caller caller) {
    return ResponseEntity.status(HttpStatus.CREATED)
        .body(new SignInLink(path(signIns.link(caller)), Instant.now().plus(SignIns.LINK_TIME)));
  }

  /** Ends the session of the request. */
  @DeleteMapping("/api/session")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Signs a browser out.",
      flowScope = FlowScope.NO_FLOW)
  @ApiStatus(204)
  ResponseEntity<Void> end(HttpServletRequest request) {
    cookie.read(request).ifPresent(signIns::end);
    return ResponseEntity.noContent().build();
  }

  /** Returns the path of the sign-in link of a code. */
  public static String path(String code) {
    return PATH + "?code=" + code;
  }
}
