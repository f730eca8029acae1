package dev.pawl.handlers.http;

import dev.pawl.handlers.egress.CallDeadline;
import dev.pawl.handlers.egress.GuardedHttpClient;
import dev.pawl.handlers.egress.HttpAnswer;
import dev.pawl.handlers.egress.HttpFailure;
import dev.pawl.handlers.egress.OutgoingRequest;
import dev.pawl.handlers.egress.PercentEncoding;
import dev.pawl.handlers.http.RequestAuth.ClientCredentials;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gets access tokens by the client credentials grant of OAuth 2.0 and keeps them in memory until
 * shortly before they expire.
 */
final class AccessTokens {

  private static final int MAX_KEPT_TOKENS = 1000;
  private static final int EXPIRY_MARGIN_SECONDS = 30;
  private static final int DEFAULT_LIFETIME_SECONDS = 60;

  private record KeptToken(String value, Instant expires) {}

  private final GuardedHttpClient client;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ClientCredentials, KeptToken> tokens = new LinkedHashMap<>();

  AccessTokens(GuardedHttpClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
  }

  /** Returns a token, if possible one that is already known. */
  String get(CallServices services, ClientCredentials credentials, CallDeadline deadline)
      throws HandlerException {
    lock.lock();
    try {
      KeptToken kept = tokens.get(credentials);
      if (kept != null && clock.instant().isBefore(kept.expires())) {
        return kept.value();
      }
    } finally {
      lock.unlock();
    }
    KeptToken fresh = request(services, credentials, deadline);
    lock.lock();
    try {
      tokens.put(credentials, fresh);
      if (tokens.size() > MAX_KEPT_TOKENS) {
        tokens.remove(tokens.keySet().iterator().next());
      }
    } finally {
      lock.unlock();
    }
    return fresh.value();
  }

  /** Forgets a token that was refused. */
  void forget(ClientCredentials credentials) {
    lock.lock();
    try {
      tokens.remove(credentials);
    } finally {
      lock.unlock();
    }
  }

  private KeptToken request(
      CallServices services, ClientCredentials credentials, CallDeadline deadline)
      throws HandlerException {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "client_credentials");
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Accept", "application/json");
    headers.put("Content-Type", "application/x-www-form-urlencoded");
    if (credentials.inBody()) {
      form.put("client_id", credentials.clientId());
      form.put("client_secret", credentials.clientSecret());
    } else {
      // RFC 6749, 2.3.1: both parts are form-encoded before they are joined.
      headers.put(
          "Authorization",
          RequestAuth.basic(
              PercentEncoding.encode(credentials.clientId()),
              PercentEncoding.encode(credentials.clientSecret())));
    }
    if (!credentials.scope().isEmpty()) {
      form.put("scope", credentials.scope());
    }
    if (!credentials.audience().isEmpty()) {
      form.put("audience", credentials.audience());
    }
    HttpAnswer answer;
    try {
      answer =
          client.send(
              new OutgoingRequest(
                  "POST",
                  credentials.tokenUrl(),
                  headers,
                  Optional.of(encoded(form)),
                  credentials.permission(),
                  0),
              deadline);
    } catch (HttpFailure e) {
      throw HttpErrors.of(e);
    }
    if (answer.status() != 200) {
      throw HttpErrors.of(services, "POST", answer);
    }
    return token(answer);
  }

  private KeptToken token(HttpAnswer answer) throws HandlerException {
    Json body = AnswerContent.json(answer.body()).orElse(Json.of(""));
    if (!(body.get("access_token").orElse(null) instanceof JsonString token)) {
      throw new HandlerException(
          HttpErrors.CLIENT_ERROR.name(),
          "the answer of %s contains no access_token".formatted(answer.url().withoutQuery()));
    }
    long lifetime =
        body.get("expires_in").orElse(null) instanceof JsonNumber seconds && seconds.isLong()
            ? seconds.longValue()
            : DEFAULT_LIFETIME_SECONDS;
    return new KeptToken(
        token.value(), clock.instant().plusSeconds(lifetime - EXPIRY_MARGIN_SECONDS));
  }

  private static byte[] encoded(Map<String, String> form) {
    StringBuilder text = new StringBuilder();
    form.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? "" : "&")
                .append(PercentEncoding.encode(name))
                .append('=')
                .append(PercentEncoding.encode(value)));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
