package dev.pawl.simulation.contract.node;

import dev.pawl.sdk.DownstreamException;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** A handler of a system that is down until it is repaired, and the calls that reached it. */
final class FlakyDownstream implements Handler {

  static final String NAME = "shop.example:443";
  static final String ERROR = "Shop.Down";

  private final Supplier<Instant> now;
  private final ConcurrentLinkedQueue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
  private volatile boolean isDown = true;

  /** A call that reached the system. */
  record Arrival(Instant at, HandlerCall call, boolean failed) {}

  FlakyDownstream(Supplier<Instant> now) {
    this.now = now;
  }

  void repair() {
    isDown = false;
  }

  void breakDown() {
    isDown = true;
  }

  List<Arrival> arrivals() {
    return List.copyOf(arrivals);
  }

  List<Arrival> failures() {
    return arrivals.stream().filter(Arrival::failed).toList();
  }

  List<Arrival> successes() {
    return arrivals.stream().filter(arrival -> !arrival.failed()).toList();
  }

  @Override
  public Json handle(HandlerCall call) throws DownstreamException {
    boolean fails = isDown;
    arrivals.add(new Arrival(now.get(), call, fails));
    if (fails) {
      throw new DownstreamException(ERROR, "connection refused");
    }
    return call.input();
  }

  @Override
  public Optional<String> downstream(HandlerCall call) {
    return Optional.of(NAME);
  }
}
