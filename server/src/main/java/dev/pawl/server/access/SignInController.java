package dev.pawl.server.access;

import dev.pawl.server.console.ConsolePage;
import dev.pawl.server.guard.AnonymousRateLimit;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
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

/** The endpoints with which browsers sign in and out. */
@RestController
public final class SignInController {

  public static final String PATH = "/signin";

  private final SignIns signIns;
  private final SessionCookie cookie;
  private final AnonymousRateLimit limit;
  private final ConsolePage page;

  SignInController(
      SignIns signIns, SessionCookie cookie, AnonymousRateLimit limit, ConsolePage page) {
    this.signIns = signIns;
    this.cookie = cookie;
    this.limit = limit;
    this.page = page;
  }

  /** Redeems a sign-in link; HEAD, which link scanners send, does not use it up. */
  @GetMapping(PATH)
  @OpenAccess
  ResponseEntity<String> signIn(
      HttpServletRequest request, HttpServletResponse response, @RequestParam String code)
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
            response,
            HttpStatus.TOO_MANY_REQUESTS,
            ApiException.tooMany(AnonymousRateLimit.CODE, AnonymousRateLimit.DETAIL));
      }
      String detail =
          "this link was used before, or is older than %d minutes"
              .formatted(SignIns.LINK_TIME.toMinutes());
      return refused(
          request,
          response,
          HttpStatus.FORBIDDEN,
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

  /** Returns the console to browsers, which explains, and throws the problem for other clients. */
  private ResponseEntity<String> refused(
      HttpServletRequest request,
      HttpServletResponse response,
      HttpStatus status,
      ApiException problem) {
    if (!ConsolePage.isWantedBy(request)) {
      throw problem;
    }
    return ResponseEntity.status(status)
        .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
        .body(page.prepare(response));
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

  /** Opens a session with the key of the request, which the browser need not keep. */
  @PostMapping("/api/session")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Signs a browser in: exchanges the key of the request for the cookie of a session.",
      flowScope = FlowScope.NO_FLOW)
  @ApiStatus(204)
  ResponseEntity<Void> open(Caller caller) {
    if (SecurityContextHolder.getContext().getAuthentication() instanceof CallerAuthentication known
        && known.isBySession()) {
      throw ApiException.conflict(
          "signed-in",
          "this request is signed in by a session; a new one needs a key, sent as Authorization:"
              + " Bearer pawl_...");
    }
    return ResponseEntity.noContent()
        .header(HttpHeaders.SET_COOKIE, cookie.of(signIns.open(caller).text()))
        .build();
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
