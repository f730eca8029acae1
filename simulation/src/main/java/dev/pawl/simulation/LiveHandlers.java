package dev.pawl.simulation;

import dev.pawl.engine.Command;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.run.DeferredResultException;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Handlers, readers and writers that behave as the names of their resources say. */
final class LiveHandlers implements ExecutionPorts {

  private static final Duration HEARTBEAT_INTERVAL = Duration.ofMillis(200);

  private final Supplier<ExecutionControl> control;
  private final RuntimeClock clock;
  private final Queue<String> faults;
  private final Map<String, Json> inputs = new ConcurrentHashMap<>();

  LiveHandlers(Supplier<ExecutionControl> control, RuntimeClock clock, Queue<String> faults) {
    this.control = control;
    this.clock = clock;
    this.faults = faults;
  }

  @Override
  public Optional<Handler> handler(String resource) {
    return Optional.of(HandlerBehaviour.isReader(resource) ? LiveHandlers::items : this::handle);
  }

  private Json handle(HandlerCall call) throws HandlerException, InterruptedException {
    Json known = inputs.putIfAbsent(call.idempotencyKey(), call.input());
    if (known != null && !known.equals(call.input())) {
      faults.add(call.idempotencyKey() + " stands for " + known + " and for " + call.input());
    }
    Optional<Json> results = call.input().get(Command.WriteResults.RESULTS);
    if (results.isPresent()) {
      return HandlerBehaviour.written((JsonArray) results.get());
    }
    HandlerBehaviour behaviour = HandlerBehaviour.of(call.resource());
    if (call.taskToken().isPresent()) {
      TaskToken token = TaskToken.parse(call.taskToken().get());
      clock.call(Thread.ofVirtual(), () -> answer(token, behaviour, call));
      return Json.of("on its way");
    }
    work(behaviour, call);
    if (behaviour.failsAt(call.attempt(), call.input())) {
      throw new HandlerException(behaviour.error(), "told to fail");
    }
    return HandlerBehaviour.output(call.input());
  }

  private void work(HandlerBehaviour behaviour, HandlerCall call) throws InterruptedException {
    long chance = SeededRandom.hash(call.attempt(), call.idempotencyKey());
    switch (behaviour.kind()) {
      case ANSWERS, ANSWERS_TWICE -> clock.sleep(Duration.ofMillis(Math.floorMod(chance, 30)));
      case HANGS -> {
        if (chance % 2 == 0) {
          throw new DeferredResultException();
        }
        clock.sleep(Duration.ofDays(1));
      }
      case ANSWERS_LATE -> {
        long until = clock.nanos() + lateness(call).toNanos();
        while (clock.nanos() - until < 0) {
          call.heartbeat();
          clock.sleep(HEARTBEAT_INTERVAL);
        }
      }
    }
  }

  /**
   * Returns a delay so long after the timeout that a pause of the machine does not make the answer
   * punctual.
   */
  private static Duration lateness(HandlerCall call) {
    return call.timeout().orElse(Duration.ZERO).plusSeconds(4);
  }

  /** Completes the task by its token, through any node. */
  private void answer(TaskToken token, HandlerBehaviour behaviour, HandlerCall call) {
    try {
      switch (behaviour.kind()) {
        case ANSWERS -> send(token, behaviour, call);
        case ANSWERS_TWICE -> {
          send(token, behaviour, call);
          send(token, behaviour, call);
        }
        case HANGS -> {}
        case ANSWERS_LATE -> {
          clock.sleep(lateness(call));
          send(token, behaviour, call);
        }
      }
    } catch (InterruptedException | RuntimeException e) {
      faults.add("an answer to " + call.idempotencyKey() + " was not taken: " + e);
    }
  }

  private void send(TaskToken token, HandlerBehaviour behaviour, HandlerCall call) {
    if (behaviour.failsAt(call.attempt(), call.input())) {
      control.get().fail(TenantId.DEFAULT, token, behaviour.failure());
    } else {
      control.get().succeed(TenantId.DEFAULT, token, HandlerBehaviour.output(call.input()));
    }
  }

  private static Json items(HandlerCall call) {
    return HandlerBehaviour.items(call.resource());
  }
}
