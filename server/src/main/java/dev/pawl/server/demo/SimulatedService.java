package dev.pawl.server.demo;

import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A handler that behaves like a service of a company: it takes time, fails now and then, and calls
 * nothing.
 *
 * @param description what it does, for people
 * @param downstream the system that it seems to call; its failures open a circuit breaker
 * @param median duration that half of the calls exceed
 * @param work what it returns or fails with
 */
record SimulatedService(
    HandlerDescriptor description, Optional<String> downstream, Duration median, Work work)
    implements Handler {

  /**
   * Width of the log-normal distribution of durations: one call in twenty takes 2.7 times the
   * median.
   */
  private static final double SPREAD = 0.6;

  private static final double MAX_TIMES_MEDIAN = 8;

  /** What a service returns for a call. */
  @FunctionalInterface
  interface Work {
    Json run(HandlerCall call, RandomGenerator random) throws Exception;
  }

  /** Creates a service without a downstream system of its own. */
  static SimulatedService of(
      String category, String name, String description, int medianMillis, Work work) {
    return new SimulatedService(
        new HandlerDescriptor(
            name,
            category,
            description,
            "",
            JsonBool.TRUE,
            JsonBool.TRUE,
            JsonBool.TRUE,
            List.of(),
            EffectScope.EXTERNAL,
            Optional.empty()),
        Optional.empty(),
        Duration.ofMillis(medianMillis),
        work);
  }

  /** Returns this service with the errors that its description names. */
  SimulatedService failingWith(HandlerError... errors) {
    HandlerDescriptor now = description;
    return new SimulatedService(
        new HandlerDescriptor(
            now.displayName(),
            now.category(),
            now.description(),
            now.icon(),
            now.configSchema(),
            now.inputSchema(),
            now.outputSchema(),
            List.of(errors),
            now.effect(),
            now.timeout()),
        downstream,
        median,
        work);
  }

  /** Returns this service behind a circuit breaker. */
  SimulatedService calling(String system) {
    return new SimulatedService(description, Optional.of(system), median, work);
  }

  @Override
  public Json handle(HandlerCall call) throws Exception {
    RandomGenerator random = RandomGenerator.getDefault();
    double factor = Math.min(MAX_TIMES_MEDIAN, Math.exp(SPREAD * random.nextGaussian()));
    Thread.sleep(Duration.ofMillis((long) (median.toMillis() * factor)));
    Json result = work.run(call, random);
    call.effect(
        new ExternalEffect("call", call.resource(), call.idempotencyKey(), "done (simulated)"));
    return result;
  }

  @Override
  public Optional<String> downstream(HandlerCall call) {
    return downstream;
  }

  @Override
  public HandlerDescriptor descriptor() {
    return description;
  }
}
