package dev.pawl.chaos.node;

import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.engine.Command;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.run.DeferredResultException;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.simulation.HandlerBehaviour;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/**
 * The handlers of programs: every call records an effect in the ledger before anything else
 * happens.
 */
public final class LedgerHandlers implements ExecutionPorts {

  /** The error of the first attempts of a call, as many as its input says. */
  static final String FLAKY = "Chaos.Flaky";

  private static final Duration LATE_ANSWER_DELAY = Duration.ofMillis(2_500);
  private static final String FATAL = "Chaos.Fatal";
  private static final String TOKEN = ".waitForTaskToken";

  private final EffectRecorder recorder;
  private final String node;
  private final Optional<Path> module;
  private final RuntimeClock clock;

  /**
   * Handlers of a node without a module.
   *
   * @param ledger the port of the ledger
   * @param node the name of this process in the ledger
   */
  public LedgerHandlers(int ledger, String node) {
    this(EffectRecorder.at(ledger), node, Optional.empty(), RuntimeClock.SYSTEM);
  }

  /**
   * Handlers of a node.
   *
   * @param module the file that exists while the module is installed
   * @param clock the clock of the node
   */
  public LedgerHandlers(
      EffectRecorder recorder, String node, Optional<Path> module, RuntimeClock clock) {
    this.recorder = recorder;
    this.node = node;
    this.module = module;
    this.clock = clock;
  }

  @Override
  public Optional<Handler> handler(String resource) {
    String name =
        resource.endsWith(TOKEN)
            ? resource.substring(0, resource.length() - TOKEN.length())
            : resource;
    return switch (name) {
      case "ledger", "callback" -> Optional.of(this::mark);
      case "module" -> module.filter(Files::exists).map(installed -> this::mark);
      case "echo" -> Optional.of(HandlerCall::input);
      case "stubborn" -> Optional.of(this::neverReturn);
      case "first-late" -> Optional.of(this::answerLate);
      case "items" -> Optional.of(LedgerHandlers::readItems);
      case "results" -> Optional.of(LedgerHandlers::writeResults);
      default -> generated(resource);
    };
  }

  private Optional<Handler> generated(String resource) {
    if (HandlerBehaviour.isReader(resource)) {
      return Optional.of(call -> HandlerBehaviour.items(resource));
    }
    return HandlerBehaviour.isNamedBy(resource) ? Optional.of(this::behave) : Optional.empty();
  }

  private Json mark(HandlerCall call) throws Exception {
    post(call);
    long failures = number(call, "failures");
    if (call.attempt() <= failures) {
      throw new HandlerException(failures == Integer.MAX_VALUE ? FATAL : FLAKY, "on purpose");
    }
    return JsonObject.of("n", JsonNumber.of(number(call, "adds")));
  }

  /** Computes without end and ignores interruption. */
  private Json neverReturn(HandlerCall call) throws Exception {
    post(call);
    BigInteger product = BigInteger.ONE;
    while (product.signum() > 0) {
      product = product.multiply(BigInteger.TEN).mod(BigInteger.valueOf(1_000_003));
    }
    return Json.of(product.longValue());
  }

  /** Lets the first attempt exceed its timeout and ignore interruption. */
  private Json answerLate(HandlerCall call) throws Exception {
    long until = System.nanoTime() + LATE_ANSWER_DELAY.toNanos();
    post(call);
    while (call.attempt() == 1 && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(until - System.nanoTime());
      Thread.interrupted();
    }
    return JsonObject.of("n", JsonNumber.of(number(call, "adds")));
  }

  private void post(HandlerCall call) throws IOException, InterruptedException, HandlerException {
    boolean ok = !text(call, "ok").equals("false");
    Effect effect =
        new Effect(
            text(call, "run"),
            text(call, "label"),
            call.idempotencyKey(),
            call.attempt(),
            JsonObject.of("n", JsonNumber.of(number(call, "adds"))),
            node,
            Instant.EPOCH,
            call.taskToken());
    recorder.record(effect, new Ledger.LedgerAnswer(ok, Duration.ofMillis(number(call, "after"))));
  }

  /** Behaves as the resource of a random flow says. */
  private Json behave(HandlerCall call) throws Exception {
    Optional<Json> results = call.input().get(Command.WriteResults.RESULTS);
    if (results.isPresent()) {
      return HandlerBehaviour.written((JsonArray) results.get());
    }
    HandlerBehaviour behaviour = HandlerBehaviour.of(call.resource());
    boolean fails = behaviour.failsAt(call.attempt(), call.input());
    Json result = HandlerBehaviour.output(call.input());
    Effect effect =
        new Effect(
            "",
            call.origin().step(),
            call.idempotencyKey(),
            call.attempt(),
            result,
            node,
            Instant.EPOCH,
            call.taskToken().filter(token -> !fails && !behaviour.timesOut()));
    recorder.record(effect, Ledger.LedgerAnswer.AT_ONCE);
    switch (behaviour.kind()) {
      case ANSWERS, ANSWERS_TWICE -> {}
      case HANGS -> throw new DeferredResultException();
      case ANSWERS_LATE ->
          clock.sleep(call.timeout().orElse(Duration.ZERO).plus(LATE_ANSWER_DELAY));
    }
    if (fails) {
      throw new HandlerException(behaviour.error(), "on purpose");
    }
    return result;
  }

  private static String text(HandlerCall call, String name) {
    return call.input().get(name).map(Json::asText).orElse("");
  }

  private static long number(HandlerCall call, String name) {
    String text = text(call, name);
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  /** Returns the numbers from 1 to the count of the source, each with its run. */
  public static Json readItems(HandlerCall call) {
    long count = number(call, "count");
    return JsonArray.of(LongStream.rangeClosed(1, count).<Json>mapToObj(JsonNumber::of).toList());
  }

  /** Adds up the results and fails if one is missing, duplicated or out of order. */
  public static Json writeResults(HandlerCall call) {
    Json given = call.input().get(Command.WriteResults.RESULTS).orElseThrow();
    List<Json> results = ((JsonArray) given).elements();
    long sum = 0;
    long misplaced = 0;
    for (int i = 0; i < results.size(); i++) {
      Json output = results.get(i).get("Output").orElse(JsonObject.EMPTY);
      long n = Long.parseLong(output.get("n").map(Json::asText).orElse("0"));
      sum += n;
      misplaced += n == i + 1L ? 0 : 1;
    }
    return JsonObject.of("n", JsonNumber.of(sum))
        .with("count", JsonNumber.of(results.size()))
        .with("misplaced", JsonNumber.of(misplaced));
  }
}
