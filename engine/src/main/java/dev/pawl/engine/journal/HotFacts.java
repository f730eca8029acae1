package dev.pawl.engine.journal;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.bytes.ByteReader;
import dev.pawl.engine.bytes.ByteWriter;
import dev.pawl.engine.bytes.DamagedBytesException;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The short form of the most frequent facts: the start of an execution and the outcomes of its
 * tasks, as long as no effects were recorded. It takes about 20 bytes and the payload, which comes
 * last, as JSON text.
 *
 * <pre>
 * 1  started    semantics flow name context ("" if empty) input
 * 2  succeeded  step timing output
 * 3  failed     step timing parts [error] [cause] [stackTrace] [worker]
 *
 * step    frame ("" for the root) visit attempt
 * timing  start in nanoseconds since 1970 in eight bytes, duration in nanoseconds
 * parts   the sum of 1 for error, 2 for cause, 4 for stackTrace, 8 for worker
 * </pre>
 */
final class HotFacts {

  private static final int STARTED = 1;
  private static final int SUCCEEDED = 2;
  private static final int FAILED = 3;

  private static final int HAS_ERROR = 1;
  private static final int HAS_CAUSE = 2;
  private static final int HAS_STACK_TRACE = 4;
  private static final int HAS_WORKER = 8;
  private static final int ALL_PARTS = HAS_ERROR | HAS_CAUSE | HAS_STACK_TRACE | HAS_WORKER;

  private static final long NANOS = 1_000_000_000L;

  /** The maximum distance from 1970, in seconds, whose nanoseconds fit into a long. */
  private static final long REACH = Long.MAX_VALUE / NANOS - 1;

  private static final int HEADER = 32;

  private HotFacts() {}

  static boolean isHot(Fact fact) {
    return switch (fact) {
      case Fact.Started started -> started.continued().isEmpty() && started.reason().isEmpty();
      case Fact.TaskSucceeded done -> done.effects().isEmpty() && fits(done.timing());
      case Fact.TaskFailed failed -> failed.effects().isEmpty() && fits(failed.timing());
      default -> false;
    };
  }

  private static boolean fits(Fact.Timing timing) {
    return Math.abs(timing.startedAt().getEpochSecond()) < REACH
        && timing.took().getSeconds() >= 0
        && timing.took().getSeconds() < REACH;
  }

  static ByteWriter write(int form, Fact fact) {
    return switch (fact) {
      case Fact.Started started -> {
        Json input = FactBytes.checked(started.input());
        ByteWriter bytes =
            withRoomFor(2 * HEADER + Math.toIntExact(started.context().size()), input);
        bytes.one(form);
        bytes.one(STARTED);
        bytes.count(started.semantics());
        bytes.text(started.flow());
        bytes.text(started.name());
        context(bytes, started.context());
        bytes.json(input);
        yield bytes;
      }
      case Fact.TaskSucceeded done -> {
        Json output = FactBytes.checked(done.output());
        ByteWriter bytes = withRoomFor(HEADER, output);
        bytes.one(form);
        bytes.one(SUCCEEDED);
        step(bytes, done.step(), done.attempt());
        timing(bytes, done.timing());
        bytes.json(output);
        yield bytes;
      }
      case Fact.TaskFailed failed -> {
        Optional<String> error = failed.failure().error();
        Optional<String> cause = failed.failure().cause();
        Optional<String> stackTrace = failed.details().stackTrace();
        Optional<String> worker = failed.details().worker();
        ByteWriter bytes = new ByteWriter(4 * HEADER);
        bytes.one(form);
        bytes.one(FAILED);
        step(bytes, failed.step(), failed.attempt());
        timing(bytes, failed.timing());
        bytes.one(
            (error.isPresent() ? HAS_ERROR : 0)
                | (cause.isPresent() ? HAS_CAUSE : 0)
                | (stackTrace.isPresent() ? HAS_STACK_TRACE : 0)
                | (worker.isPresent() ? HAS_WORKER : 0));
        error.ifPresent(bytes::text);
        cause.ifPresent(bytes::text);
        stackTrace.ifPresent(bytes::text);
        worker.ifPresent(bytes::text);
        yield bytes;
      }
      default -> throw new IllegalArgumentException(fact + " has no short form");
    };
  }

  private static ByteWriter withRoomFor(int header, Json payload) {
    return new ByteWriter(Math.addExact(header, Math.toIntExact(payload.size())));
  }

  private static void context(ByteWriter bytes, JsonObject context) {
    if (context.members().isEmpty()) {
      bytes.text("");
    } else {
      bytes.jsonText(FactBytes.checked(context));
    }
  }

  private static void step(ByteWriter bytes, StepId step, int attempt) {
    FrameId frame = step.frame();
    bytes.text(frame.hops().isEmpty() ? "" : frame.toString());
    bytes.count(step.visit());
    bytes.count(attempt);
  }

  private static void timing(ByteWriter bytes, Fact.Timing timing) {
    Instant at = timing.startedAt();
    bytes.fixed(at.getEpochSecond() * NANOS + at.getNano());
    bytes.number(timing.took().toNanos());
  }

  static Fact read(ByteReader bytes) {
    int kind = bytes.one();
    return switch (kind) {
      case STARTED -> started(bytes);
      case SUCCEEDED -> {
        StepId step = step(bytes);
        int attempt = bytes.count();
        Fact.Timing timing = timing(bytes);
        yield new Fact.TaskSucceeded(step, attempt, JsonText.parse(bytes.rest()), timing);
      }
      case FAILED -> {
        StepId step = step(bytes);
        int attempt = bytes.count();
        Fact.Timing timing = timing(bytes);
        Fact failed = failed(bytes, step, attempt, timing);
        end(bytes);
        yield failed;
      }
      default -> throw new UnreadableFactException("no short fact has the number " + kind);
    };
  }

  private static Fact started(ByteReader bytes) {
    int semantics = bytes.count();
    String flow = bytes.text();
    String name = bytes.text();
    String context = bytes.text();
    return new Fact.Started(
        semantics,
        flow,
        name,
        JsonText.parse(bytes.rest()),
        context.isEmpty() ? JsonObject.EMPTY : object(context),
        Optional.empty());
  }

  private static JsonObject object(String text) {
    Json json = JsonText.parse(text);
    if (json instanceof JsonObject object) {
      return object;
    }
    throw new DamagedBytesException("the context must be an object but is " + json.kind());
  }

  private static StepId step(ByteReader bytes) {
    String frame = bytes.text();
    try {
      return new StepId(frame.isEmpty() ? FrameId.ROOT : FrameId.parse(frame), bytes.count());
    } catch (IllegalArgumentException e) {
      throw new DamagedBytesException("'" + frame + "' is not a frame");
    }
  }

  private static Fact.Timing timing(ByteReader bytes) {
    long at = bytes.fixedLong();
    Instant startedAt = Instant.ofEpochSecond(Math.floorDiv(at, NANOS), Math.floorMod(at, NANOS));
    return new Fact.Timing(startedAt, Duration.ofNanos(bytes.number()));
  }

  private static Fact failed(ByteReader bytes, StepId step, int attempt, Fact.Timing timing) {
    int has = bytes.one();
    if (has > ALL_PARTS) {
      throw new DamagedBytesException("a failure has parts that are not known here");
    }
    Failure failure = new Failure(part(bytes, has, HAS_ERROR), part(bytes, has, HAS_CAUSE));
    return new Fact.TaskFailed(
        step,
        attempt,
        failure,
        timing,
        new Fact.FailureDetails(part(bytes, has, HAS_STACK_TRACE), part(bytes, has, HAS_WORKER)));
  }

  private static Optional<String> part(ByteReader bytes, int has, int which) {
    return (has & which) != 0 ? Optional.of(bytes.text()) : Optional.empty();
  }

  private static void end(ByteReader bytes) {
    if (bytes.left() > 0) {
      throw new DamagedBytesException("something follows its end");
    }
  }
}
