package dev.pawl.engine.run;

import dev.pawl.engine.Command;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.StepId;
import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.Limits;
import dev.pawl.engine.data.SecretReferences;
import dev.pawl.model.ErrorName;
import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.DownstreamException;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.StackTraces;
import dev.pawl.sdk.UnsentCallException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Calls handlers and converts their results to facts. */
public final class HandlerInvocations {

  /** The maximum length of the name of a downstream. */
  public static final int MAX_DOWNSTREAM_CHARACTERS = 200;

  /** What a path of the API can name. */
  private static final Pattern DOWNSTREAM = Pattern.compile("[!-~&&[^/\\\\%;]]+");

  private HandlerInvocations() {}

  /** Returns the timing of work that took no time. */
  public static Fact.Timing timing(Instant startedAt) {
    return new Fact.Timing(startedAt, Duration.ZERO);
  }

  /** Returns the timing of work between two times. */
  public static Fact.Timing timing(Instant startedAt, Instant endedAt) {
    return new Fact.Timing(startedAt, Duration.between(startedAt, endedAt));
  }

  /** Calls the handler of some work; empty if there is none or it answers later. */
  static Optional<Fact> call(
      ExecutionPorts ports, ExecutionId id, Command.Work work, Timeline time) {
    Optional<Handler> handler = ports.handler(work.call().resource());
    if (handler.isEmpty()) {
      return Optional.empty();
    }
    try {
      HandlerCall call = handlerCall(ports, id, CallOrigin.UNKNOWN, work, CallServices.NONE);
      return call(handler.get(), call, work, time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /**
   * Creates the argument of a handler from a command.
   *
   * @param ports add what the tenant has configured to the services
   * @param origin tenant, flow and business key of the execution, as far as they are known; the
   *     other fields are not used
   */
  public static HandlerCall handlerCall(
      ExecutionPorts ports,
      ExecutionId id,
      CallOrigin origin,
      Command.Work work,
      CallServices services) {
    Command.Call call = work.call();
    String execution = id.toString();
    CallOrigin step =
        new CallOrigin(
            origin.tenant(),
            origin.flow(),
            execution,
            work.step().toString(),
            origin.businessKey());
    return new HandlerCall(
        call.resource(),
        call.input(),
        call.config(),
        IdempotencyKey.of(execution, work.step(), isItemReading(work.number())),
        Math.abs(work.number()),
        call.timeout(),
        call.token(),
        step,
        ports.callEnvironment().servicesFor(step, services));
  }

  /**
   * Returns the idempotency key of a call: equal over attempts and nodes, different for each call
   * of a step. It has at most 128 characters, all of them letters, digits or one of {@code -._~}.
   */
  public static String idempotencyKey(ExecutionId id, StepId step, int number) {
    return IdempotencyKey.of(id.toString(), step, isItemReading(number));
  }

  /** Returns true if a call reads the items of a Map, whose size is not limited like an output. */
  public static boolean isItemReading(int number) {
    return number < 0;
  }

  /**
   * Calls a handler; empty if its outcome comes later by task token or not at all. The outcome
   * contains no secret that the handler has received.
   */
  public static Optional<Fact> call(
      Handler handler, HandlerCall call, Command.Work work, Timeline time)
      throws InterruptedException {
    return call(handler, call, work, time, CallGate.NONE);
  }

  /**
   * Calls a handler if the gate allows it.
   *
   * @throws CallHeldException if the gate holds the call; nothing has happened then
   */
  public static Optional<Fact> call(
      Handler handler, HandlerCall call, Command.Work work, Timeline time, CallGate gate)
      throws InterruptedException {
    try {
      Optional<Fact> outcome = outcome(handler, call, work, time, gate);
      SecretMasker masker = SecretAwareServices.maskerOf(call.services());
      return outcome.map(masker::mask);
    } catch (InterruptedException | Error e) {
      SecretMasker masker = SecretAwareServices.maskerOf(call.services());
      if (masker.isEmpty()) {
        throw e;
      }
      if (e instanceof InterruptedException) {
        throw new InterruptedException(masker.mask(String.valueOf(e.getMessage())));
      }
      // The caller would report its message as it is.
      Fact failed = failed(work, failure(e), timing(time.now()), details(e, masker), List.of());
      return Optional.of(masker.mask(failed));
    }
  }

  private static Optional<Fact> outcome(
      Handler handler, HandlerCall call, Command.Work work, Timeline time, CallGate gate)
      throws InterruptedException {
    Instant startedAt = time.now();
    EffectRecorder recorder = new EffectRecorder(call.services(), time);
    try {
      HandlerCall prepared = prepared(handler, call, recorder);
      Optional<String> downstream = downstream(handler, prepared, call.services());
      Json output;
      if (downstream.isEmpty()) {
        output = handler.handle(prepared);
      } else {
        gate.enter(downstream.get());
        output = guarded(handler, prepared, call.services(), gate);
      }
      if (call.taskToken().isPresent()) {
        return Optional.empty(); // the task token completes the step
      }
      if (!isItemReading(work.number())) {
        Limits.checked(output, "the result of '" + call.resource() + "'");
      }
      Fact.Timing timing = new Fact.Timing(startedAt, Duration.between(startedAt, time.now()));
      return Optional.of(
          interpret(
              work,
              new Fact.TaskSucceeded(
                  work.step(), work.attempt(), output, timing, recorder.effects())));
    } catch (DeferredResultException later) {
      return Optional.empty();
    } catch (InterruptedException | CallHeldException e) {
      throw e;
    } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
      Fact.Timing timing = new Fact.Timing(startedAt, Duration.between(startedAt, time.now()));
      Fact.FailureDetails details = details(e, recorder.masker());
      return Optional.of(
          interpret(work, failed(work, failure(e), timing, details, recorder.effects())));
    }
  }

  /** Returns the downstream of a call, without secrets; empty if the handler names none. */
  private static Optional<String> downstream(
      Handler handler, HandlerCall call, CallServices services) {
    Optional<String> named;
    try {
      named = handler.downstream(call);
    } catch (Exception e) {
      // The call itself will fail with the same error, or it can do without.
      return Optional.empty();
    }
    Optional<String> safe = named.map(SecretAwareServices.maskerOf(services)::mask);
    safe.ifPresent(HandlerInvocations::requireDownstreamName);
    return safe;
  }

  private static void requireDownstreamName(String downstream) {
    if (downstream.length() > MAX_DOWNSTREAM_CHARACTERS) {
      throw new IllegalArgumentException(
          "downstream: the handler names one of %d characters; at most %d are allowed"
              .formatted(downstream.length(), MAX_DOWNSTREAM_CHARACTERS));
    }
    if (!DOWNSTREAM.matcher(downstream).matches()) {
      throw new IllegalArgumentException(
          "downstream: the handler names '%s'; use visible characters of ASCII except / \\ %% and ;"
              .formatted(downstream));
    }
  }

  private static Json guarded(
      Handler handler, HandlerCall call, CallServices services, CallGate gate) throws Exception {
    Json output;
    try {
      output = handler.handle(call);
    } catch (DownstreamException e) {
      SecretMasker masker = SecretAwareServices.maskerOf(services);
      gate.failed(masker.mask(e.error()), masker.mask(String.valueOf(e.getMessage())));
      throw e;
    } catch (UnsentCallException e) {
      throw e;
    } catch (HandlerException e) {
      gate.succeeded();
      throw e;
    }
    gate.succeeded();
    return output;
  }

  /** Returns the call as the handler sees it: with its time limit and secrets. */
  private static HandlerCall prepared(Handler handler, HandlerCall call, CallServices services) {
    return new HandlerCall(
        call.resource(),
        call.input(),
        call.config().map(config -> SecretReferences.resolve(config, services::secret)),
        call.idempotencyKey(),
        call.attempt(),
        call.timeout().or(() -> handler.descriptor().timeout()),
        call.taskToken(),
        call.origin(),
        services);
  }

  /** Converts the outcome of a call to the fact of its command: a reader returns items. */
  public static Fact interpret(Command.Work work, Fact answer) {
    return switch (work) {
      case Command.RunTask task -> answer;
      case Command.ReadItems read ->
          switch (answer) {
            case Fact.TaskSucceeded done -> items(read, done);
            case Fact.TaskFailed failed ->
                failed(read, failed.failure(), failed.timing(), failed.details(), failed.effects());
            default -> answer;
          };
      case Command.WriteResults write ->
          answer instanceof Fact.TaskFailed failed
              ? failed(
                  write,
                  new Failure(Optional.of(ErrorName.RESULT_WRITER), failed.failure().cause()),
                  failed.timing(),
                  failed.details(),
                  failed.effects())
              : answer;
    };
  }

  private static Fact failed(
      Command.Work work,
      Failure failure,
      Fact.Timing timing,
      Fact.FailureDetails details,
      List<Fact.RecordedEffect> effects) {
    return new Fact.TaskFailed(work.step(), work.attempt(), failure, timing, details, effects);
  }

  private static Fact items(Command.ReadItems read, Fact.TaskSucceeded done) {
    try {
      List<Json> items = ItemFormats.items(read.source(), done.output());
      List<Json> rest = items.subList(Math.min(read.offset(), items.size()), items.size());
      return new Fact.ItemsRead(read.step(), read.attempt(), read.offset(), rest, true);
    } catch (HandlerException | RuntimeException e) {
      return failed(read, failure(e), done.timing(), Fact.FailureDetails.NONE, done.effects());
    }
  }

  /** Creates the failure of a handler call that ended with an exception. */
  public static Fact failed(StepId step, int attempt, Throwable cause, Timeline time) {
    return new Fact.TaskFailed(
        step, attempt, failure(cause), timing(time.now()), details(cause, SecretMasker.NONE));
  }

  /** Returns what the history shows of an exception besides its name and message. */
  private static Fact.FailureDetails details(Throwable e, SecretMasker masker) {
    return e instanceof DataException
        ? Fact.FailureDetails.NONE
        : new Fact.FailureDetails(StackTraces.of(e, masker::mask), Optional.empty());
  }

  private static Failure failure(Throwable e) {
    Optional<String> cause = Optional.ofNullable(e.getMessage());
    if (e instanceof DataException tooLarge) {
      return Failure.of(tooLarge.error(), String.valueOf(e.getMessage()));
    }
    return e instanceof HandlerException named
        ? new Failure(Optional.of(named.error()).filter(name -> !name.isEmpty()), cause)
        : new Failure(Optional.of(e.getClass().getSimpleName()), cause);
  }

  /** Creates the failure of a call that timed out or missed a heartbeat. */
  public static Fact timedOut(Command.Work work, String error, Timeline time) {
    Optional<Duration> limit =
        error.equals(ErrorName.TIMEOUT) ? work.call().timeout() : work.call().heartbeat();
    return timedOut(work, error, limit.orElse(Duration.ZERO), time);
  }

  /** Creates the failure of a call that exceeded a limit. */
  public static Fact timedOut(Command.Work work, String error, Duration limit, Timeline time) {
    return failed(
        work,
        Failure.timedOut(error, limit),
        timing(time.now()),
        Fact.FailureDetails.NONE,
        List.of());
  }
}
