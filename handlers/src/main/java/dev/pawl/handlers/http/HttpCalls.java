package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.CallDeadline;
import dev.pawl.handlers.egress.GuardedHttpClient;
import dev.pawl.handlers.egress.HttpAnswer;
import dev.pawl.handlers.egress.HttpFailure;
import dev.pawl.handlers.egress.HttpFailure.Reason;
import dev.pawl.handlers.egress.OutgoingRequest;
import dev.pawl.handlers.http.RequestAuth.ClientCredentials;
import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sends the requests of handlers: adds credentials and the idempotency key, and records each
 * request as an effect.
 */
public final class HttpCalls {

  /** The maximum duration of a handler call whose state sets none. */
  static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final int UNAUTHORIZED = 401;

  private final GuardedHttpClient client;
  private final AccessTokens tokens;
  private final InstantSource clock;

  /** Creates the sender that all HTTP handlers of a node share. */
  public HttpCalls(GuardedHttpClient client, InstantSource clock) {
    this.client = client;
    this.tokens = new AccessTokens(client, clock);
    this.clock = clock;
  }

  InstantSource clock() {
    return clock;
  }

  /** Returns the deadline of a call that starts now. */
  CallDeadline deadline(HandlerCall call) {
    return client.deadline(call.timeout().orElse(TIMEOUT));
  }

  /**
   * Sends a request and returns its answer, whatever its status.
   *
   * @throws HandlerException under one of the names of {@link HttpErrors} if there is no answer
   */
  HttpAnswer send(HandlerCall call, RequestDraft draft, CallDeadline deadline)
      throws HandlerException {
    HttpAnswer answer = sendOnce(call, draft, deadline);
    if (answer.status() == UNAUTHORIZED && draft.auth() instanceof ClientCredentials credentials) {
      // The token may have been revoked before its time.
      tokens.forget(credentials);
      return sendOnce(call, draft, deadline);
    }
    return answer;
  }

  private HttpAnswer sendOnce(HandlerCall call, RequestDraft draft, CallDeadline deadline)
      throws HandlerException {
    OutgoingRequest request = request(call.services(), draft, deadline);
    String target = draft.method() + " " + draft.target().url().withoutQuery();
    try {
      HttpAnswer answer = client.send(request, deadline);
      call.effect(new ExternalEffect("http", target, draft.key(), answer.statusLine()));
      return answer;
    } catch (HttpFailure e) {
      HandlerException failure = HttpErrors.of(e);
      if (e.reason() != Reason.DENIED) {
        call.effect(
            new ExternalEffect("http", target, draft.key(), "no answer: " + failure.error()));
      }
      throw failure;
    }
  }

  private OutgoingRequest request(CallServices services, RequestDraft draft, CallDeadline deadline)
      throws HandlerException {
    Map<String, String> headers = new LinkedHashMap<>(draft.headers());
    draft
        .body()
        .filter(body -> !draft.hasHeader("Content-Type"))
        .ifPresent(body -> headers.put("Content-Type", body.contentType()));
    if (!draft.key().isEmpty() && !draft.hasHeader("Idempotency-Key")) {
      headers.put("Idempotency-Key", draft.key());
    }
    switch (draft.auth()) {
      case RequestAuth.None none -> {}
      case RequestAuth.FixedHeader header -> put(headers, header.name(), header.value());
      case ClientCredentials credentials ->
          put(headers, "Authorization", "Bearer " + tokens.get(services, credentials, deadline));
      case RequestAuth.Signature signature -> sign(headers, draft, signature);
    }
    try {
      return new OutgoingRequest(
          draft.method(),
          draft.target().url(),
          headers,
          draft.body().map(RequestBody::bytes),
          draft.target().permission(),
          draft.maxRedirects());
    } catch (IllegalArgumentException e) {
      throw HandlerSettings.invalid(String.valueOf(e.getMessage()));
    }
  }

  private void sign(
      Map<String, String> headers, RequestDraft draft, RequestAuth.Signature signature) {
    byte[] body = draft.body().map(RequestBody::bytes).orElse(new byte[0]);
    byte[] signed = body;
    if (signature.timestampHeader().isPresent()) {
      String seconds = Long.toString(clock.instant().getEpochSecond());
      put(headers, signature.timestampHeader().get(), seconds);
      byte[] prefix = (seconds + ".").getBytes(StandardCharsets.US_ASCII);
      signed = concat(prefix, body);
    }
    String digits = RequestAuth.hexHmac(signature.secret(), signed);
    put(headers, signature.header(), signature.prefix() + digits);
  }

  static byte[] concat(byte[] start, byte[] end) {
    byte[] all = new byte[start.length + end.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(end, 0, all, start.length, end.length);
    return all;
  }

  /** Replaces a header whatever the case of its name. */
  private static void put(Map<String, String> headers, String name, String value) {
    headers.keySet().removeIf(name::equalsIgnoreCase);
    headers.put(name, value);
  }
}
