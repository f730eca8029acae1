package dev.pawl.testkit.simulation;

import dev.pawl.engine.Command;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.RuntimeClock;
import dev.pawl.engine.run.Hanging;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Handlers, readers and writers that do what the names of their resources say. */
final class LiveHandlers implements dev.pawl.engine.run.Outside {

  private static final Duration BETWEEN_BEATS = Duration.ofMillis(200);

  private final Supplier<Control> control;
  private final RuntimeClock clock;
  private final Queue<String> faults;
  private final Map<String, Json> inputs = new ConcurrentHashMap<>();

  LiveHandlers(Supplier<Control> control, RuntimeClock clock, Queue<String> faults) {
    this.control = control;
    this.clock = clock;
    this.faults = faults;
  }

  @Override
  public Optional<Handler> handler(String resource) {
    return Optional.of(resource.startsWith("items:") ? LiveHandlers::items : this::handle);
  }

  private Json handle(HandlerCall call) throws HandlerException, InterruptedException {
    Json known = inputs.putIfAbsent(call.idempotencyKey(), call.input());
    if (known != null && !known.equals(call.input())) {
      faults.add(call.idempotencyKey() + " stands for " + known + " and for " + call.input());
    }
    Optional<Json> results = call.input().get(Command.WriteResults.RESULTS);
    if (results.isPresent()) {
      return JsonObject.of("written", JsonNumber.of(((JsonArray) results.get()).elements().size()));
    }
    Behaviour behaviour = Behaviour.of(call.resource());
    if (call.taskToken().isPresent()) {
      TaskToken token = TaskToken.parse(call.taskToken().get());
      clock.call(Thread.ofVirtual(), () -> answer(token, behaviour, call));
      return Json.of("on its way");
    }
    work(behaviour, call);
    if (behaviour.failsAt(call.attempt(), call.input())) {
      throw new HandlerException(behaviour.error(), "told to fail");
    }
    return Behaviour.output(call.input());
  }

  private void work(Behaviour behaviour, HandlerCall call) throws InterruptedException {
    long chance = Dice.hash(call.attempt(), call.idempotencyKey());
    switch (behaviour.kind()) {
      case ANSWERS, ANSWERS_TWICE -> clock.sleep(Duration.ofMillis(Math.floorMod(chance, 30)));
      case HANGS -> {
        if (chance % 2 == 0) {
          throw new Hanging();
        }
        clock.sleep(Duration.ofDays(1));
      }
      case ANSWERS_LATE -> {
        long until = clock.nanos() + late(call).toNanos();
        while (clock.nanos() - until < 0) {
          call.heartbeat().beat();
          clock.sleep(BETWEEN_BEATS);
        }
      }
    }
  }

  /** So late that a machine which stops for a while does not make it punctual. */
  private static Duration late(HandlerCall call) {
    return call.timeout().orElse(Duration.ZERO).plusSeconds(4);
  }

  /** Whoever got a token answers with it, whichever node gave it. */
  private void answer(TaskToken token, Behaviour behaviour, HandlerCall call) {
    try {
      switch (behaviour.kind()) {
        case ANSWERS -> send(token, behaviour, call);
        case ANSWERS_TWICE -> {
          send(token, behaviour, call);
          send(token, behaviour, call);
        }
        case HANGS -> {}
        case ANSWERS_LATE -> {
          clock.sleep(late(call));
          send(token, behaviour, call);
        }
      }
    } catch (InterruptedException | RuntimeException e) {
      faults.add("an answer to " + call.idempotencyKey() + " was not taken: " + e);
    }
  }

  private void send(TaskToken token, Behaviour behaviour, HandlerCall call) {
    if (behaviour.failsAt(call.attempt(), call.input())) {
      control.get().fail(TenantId.DEFAULT, token, behaviour.failure());
    } else {
      control.get().succeed(TenantId.DEFAULT, token, Behaviour.output(call.input()));
    }
  }

  private static Json items(HandlerCall call) {
    int count = Integer.parseInt(call.resource().split(":")[1]);
    return JsonArray.of(IntStream.range(0, count).mapToObj(Outside::item).toList());
  }
}
