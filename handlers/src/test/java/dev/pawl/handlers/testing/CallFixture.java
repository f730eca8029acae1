package dev.pawl.handlers.testing;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.EvaluationTime;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Jsonata;
import dev.pawl.handlers.HandlerCatalog;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.jsonata.JsonataSyntaxException;
import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.OutboundConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Calls built-in handlers as the engine does, and keeps what they record. */
public final class CallFixture implements CallServices {

  /** The idempotency key of all calls. */
  public static final String KEY = "e1.f2~3-k";

  private final Map<String, Handler> others = new TreeMap<>();
  private final Map<String, String> secrets = new TreeMap<>();
  private final Map<String, OutboundConnection> connections = new TreeMap<>();
  private final List<ExternalEffect> effects = new ArrayList<>();
  private final Map<String, Handler> handlers;
  private Duration timeout = Duration.ofSeconds(20);

  public CallFixture(EgressPolicy policy) {
    this.handlers =
        HandlerCatalog.create(
            policy, (tenant, name) -> Optional.ofNullable(others.get(name)), CallFixture::evaluate);
  }

  public CallFixture handler(String name, Handler handler) {
    others.put(name, handler);
    return this;
  }

  public CallFixture secretValue(String name, String value) {
    secrets.put(name, value);
    return this;
  }

  public CallFixture timeout(Duration other) {
    timeout = other;
    return this;
  }

  /** Adds a connection of kind HTTP without permission for private networks. */
  public CallFixture connection(
      String name,
      String address,
      String auth,
      Map<String, OutboundConnection.ConnectionOperation> operations) {
    return connection(name, address, auth, operations, false);
  }

  public CallFixture connection(
      String name,
      String address,
      String auth,
      Map<String, OutboundConnection.ConnectionOperation> operations,
      boolean allowPrivate) {
    connections.put(
        name,
        new OutboundConnection(
            name,
            OutboundConnection.Kind.HTTP,
            address,
            OutboundConnection.Tls.NONE,
            (JsonObject) Json.parse(auth),
            operations,
            JsonObject.EMPTY,
            allowPrivate));
    return this;
  }

  public Map<String, Handler> handlers() {
    return handlers;
  }

  public List<ExternalEffect> effects() {
    return effects;
  }

  /** Calls a handler with settings and an input, both in JSON with {@code '} for quotes. */
  public Json call(String resource, String config, String input) throws Exception {
    return call(resource, Json.parse(config.replace('\'', '"')), Json.parse(input));
  }

  public Json call(String resource, String config) throws Exception {
    return call(resource, config, "{}");
  }

  public Json call(String resource, Json config, Json input) throws Exception {
    return handlers
        .get(resource)
        .handle(
            new HandlerCall(
                resource,
                input,
                Optional.of(config),
                KEY,
                2,
                Optional.of(timeout),
                Optional.empty(),
                new CallOrigin(7, "orders", "e1", "/@3", Optional.empty()),
                this));
  }

  @Override
  public void recordEffect(ExternalEffect effect) {
    effects.add(effect);
  }

  @Override
  public Optional<String> secret(String name) {
    return Optional.ofNullable(secrets.get(name));
  }

  @Override
  public Optional<OutboundConnection> connection(String name) {
    return Optional.ofNullable(connections.get(name));
  }

  private static Json evaluate(String expression, Json input) throws HandlerException {
    try {
      return Jsonata.evaluate(
              JsonataExpression.parse(expression),
              Optional.of(input),
              Map.of(),
              new FixedTime(),
              new Budget())
          .orElse(JsonNull.NULL);
    } catch (JsonataSyntaxException | ExpressionException e) {
      throw new HandlerException("States.QueryEvaluationError", String.valueOf(e.getMessage()));
    }
  }

  private record FixedTime() implements EvaluationTime {
    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public long nextLong() {
      return 4;
    }
  }
}
