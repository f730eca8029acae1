package dev.pawl.handlers.egress;

import dev.pawl.handlers.egress.HttpFailure.Reason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.ssl.SSLContexts;

/**
 * Sends HTTP requests to targets that the {@link EgressGuard} allows, each over a connection of its
 * own to an address that was checked. Redirects, time and size are limited; proxies of the
 * environment, cookies and automatic retries are not used.
 */
public final class GuardedHttpClient {

  private final EgressGuard guard;
  private final HttpLimitValues limits;
  private final PinnedConnections connections;

  /** Creates a client with the standard limits. */
  public GuardedHttpClient(EgressGuard guard) {
    this(guard, HttpLimitValues.STANDARD);
  }

  /** Creates a client with other limits, which trusts the certificates that the JVM trusts. */
  public GuardedHttpClient(EgressGuard guard, HttpLimitValues limits) {
    this(guard, limits, SSLContexts.createDefault());
  }

  /** Creates a client that trusts other certificates. */
  public GuardedHttpClient(EgressGuard guard, HttpLimitValues limits, SSLContext trust) {
    this.guard = guard;
    this.limits = limits;
    this.connections = new PinnedConnections(limits, trust);
  }

  /** Returns the deadline of a call that starts now and may take that long. */
  public CallDeadline deadline(Duration wanted) {
    return CallDeadline.in(wanted.compareTo(limits.total()) < 0 ? wanted : limits.total());
  }

  /** Returns the deadline of a call that starts now. */
  public CallDeadline deadline() {
    return CallDeadline.in(limits.total());
  }

  /**
   * Sends a request and returns its answer, whatever its status.
   *
   * @throws HttpFailure if there is no answer that may be used
   */
  public HttpAnswer send(OutgoingRequest request, CallDeadline deadline) throws HttpFailure {
    OutgoingRequest hop = request;
    for (int redirects = 0; ; redirects++) {
      HttpAnswer answer = sendOnce(hop, deadline);
      if (!answer.isRedirect() || request.maxRedirects() == 0) {
        return answer;
      }
      if (redirects == request.maxRedirects()) {
        throw new HttpFailure(
            Reason.REDIRECT,
            "%s redirects more than %d times"
                .formatted(request.url().withoutQuery(), request.maxRedirects()));
      }
      hop = hop.redirected(answer.status(), target(hop.url(), answer));
    }
  }

  static HttpUrl target(HttpUrl from, HttpAnswer answer) throws HttpFailure {
    HttpUrl target;
    try {
      target = from.resolve(answer.header("location").orElse(""));
    } catch (IllegalArgumentException e) {
      throw new HttpFailure(
          Reason.DENIED,
          "%s redirects to a target that may not be called".formatted(from.withoutQuery()));
    }
    if (from.isEncrypted() && !target.isEncrypted()) {
      throw new HttpFailure(
          Reason.DENIED, "%s redirects from https to http".formatted(from.withoutQuery()));
    }
    return target;
  }

  private HttpAnswer sendOnce(OutgoingRequest request, CallDeadline deadline) throws HttpFailure {
    HttpUrl url = request.url();
    if (deadline.isOver()) {
      throw timeout(url, deadline);
    }
    ResolvedTarget target;
    try {
      target = guard.check(url.host(), url.port(), request.permission());
    } catch (EgressDeniedException e) {
      throw new HttpFailure(Reason.DENIED, e.getMessage());
    } catch (UnknownHostException e) {
      throw new HttpFailure(Reason.CONNECT, "the host %s is not known".formatted(url.host()));
    }
    AtomicBoolean aborted = new AtomicBoolean();
    HttpUriRequestBase message = message(request);
    try (PinnedConnections.Connection connection = connections.open(target, deadline)) {
      DeadlineWatch watch =
          new DeadlineWatch(
              deadline,
              () -> {
                aborted.set(true);
                message.cancel();
                connection.abort();
              });
      try {
        HttpHost host = new HttpHost(url.scheme(), url.host(), url.port());
        return connection
            .client()
            .execute(host, message, response -> answer(url, response, deadline));
      } finally {
        watch.stop();
      }
    } catch (CappedBody.TooLargeException | MessageConstraintException e) {
      throw new HttpFailure(
          Reason.TOO_LARGE,
          "the answer of %s is larger than %d bytes, or one of its headers than %d bytes"
              .formatted(url.withoutQuery(), limits.maxBodyBytes(), limits.maxHeaderBytes()));
    } catch (ConnectTimeoutException | ConnectException e) {
      throw noAnswer(url);
    } catch (SocketTimeoutException e) {
      throw timeout(url, deadline);
    } catch (SSLException e) {
      throw aborted.get() ? timeout(url, deadline) : noTls(url);
    } catch (IOException | RuntimeException e) {
      throw aborted.get() || deadline.isOver() ? timeout(url, deadline) : noAnswer(url);
    }
  }

  private static HttpUriRequestBase message(OutgoingRequest request) {
    HttpUriRequestBase message =
        new HttpUriRequestBase(request.method(), URI.create(request.url().toString()));
    request.headers().forEach(message::setHeader);
    message.setHeader("Accept-Encoding", "gzip");
    if (!message.containsHeader("User-Agent")) {
      message.setHeader("User-Agent", "Pawl");
    }
    request.body().ifPresent(bytes -> message.setEntity(new ByteArrayEntity(bytes, null)));
    return message;
  }

  private HttpAnswer answer(HttpUrl url, ClassicHttpResponse response, CallDeadline deadline)
      throws IOException {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : response.getHeaders()) {
      headers.merge(
          header.getName().toLowerCase(Locale.ROOT),
          header.getValue() == null ? "" : header.getValue(),
          (one, other) -> one + ", " + other);
    }
    byte[] body = CappedBody.read(response.getEntity(), limits.maxBodyBytes(), deadline);
    String reason = response.getReasonPhrase();
    return new HttpAnswer(
        response.getCode(), reason == null ? "" : reason, Map.copyOf(headers), body, url);
  }

  private static HttpFailure timeout(HttpUrl url, CallDeadline deadline) {
    return new HttpFailure(
        Reason.TIMEOUT,
        "no complete response from %s within %d ms"
            .formatted(url.withoutQuery(), deadline.total().toMillis()));
  }

  private static HttpFailure noAnswer(HttpUrl url) {
    return new HttpFailure(
        Reason.CONNECT,
        "no response from %s: the connection failed or was closed".formatted(url.withoutQuery()));
  }

  private static HttpFailure noTls(HttpUrl url) {
    return new HttpFailure(
        Reason.CONNECT,
        "no encrypted connection to %s: check that its certificate is valid and names this host"
            .formatted(url.withoutQuery()));
  }
}
