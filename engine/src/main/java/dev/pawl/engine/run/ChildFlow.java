package dev.pawl.engine.run;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.model.ErrorName;
import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.Optional;

/**
 * A Task that calls another flow: {@code flow:CODE} starts it and goes on, {@code flow:CODE.sync}
 * waits for its output. The resources of AWS for the same are understood too.
 *
 * @param name what the execution is to be called
 * @param envelope how AWS wraps what comes back; plain output where empty
 */
public record ChildFlow(
    String code, Optional<String> name, Json input, boolean waits, Optional<Envelope> envelope) {

  /** How deep flows may start each other: deeper ones start themselves and would never end. */
  public static final int MAX_DEPTH = 100;

  private static final String OURS = "flow:";
  private static final String AWS = "arn:aws:states:::states:startExecution";
  private static final String SYNC = ".sync";
  private static final String TOKEN = ".waitForTaskToken";

  /** Whether the output inside the description of the execution is text or JSON. */
  public enum Envelope {
    TEXT,
    JSON
  }

  /** Whether a resource of that name is another flow, not somebody's work. */
  public static boolean isNamedBy(String resource) {
    return resource.startsWith(OURS) || resource.startsWith(AWS);
  }

  /** The code of the flow that a resource names, if it names one by itself. */
  public static Optional<String> code(String resource) {
    if (!resource.startsWith(OURS)) {
      return Optional.empty();
    }
    int end = resource.length() - (resource.endsWith(SYNC) ? SYNC.length() : 0);
    return Optional.of(resource.substring(OURS.length(), end));
  }

  /** What the work asks for, if it calls a flow. Only Tasks do. */
  public static Optional<ChildFlow> of(Command.Work work) {
    return work instanceof Command.RunTask task ? of(task.call()) : Optional.empty();
  }

  private static Optional<ChildFlow> of(Command.Call call) {
    String resource = call.resource();
    Optional<String> named = code(resource);
    if (named.isPresent()) {
      return Optional.of(
          new ChildFlow(
              named.get(),
              Optional.empty(),
              call.input(),
              resource.endsWith(SYNC),
              Optional.empty()));
    }
    if (!resource.startsWith(AWS)) {
      return Optional.empty();
    }
    return switch (resource.substring(AWS.length())) {
      case "", TOKEN -> Optional.of(ofAws(call.input(), false, Envelope.JSON));
      case SYNC -> Optional.of(ofAws(call.input(), true, Envelope.TEXT));
      case SYNC + ":2" -> Optional.of(ofAws(call.input(), true, Envelope.JSON));
      default -> Optional.empty();
    };
  }

  private static ChildFlow ofAws(Json arguments, boolean waits, Envelope envelope) {
    String arn = arguments.get("StateMachineArn").map(Json::asText).orElse("");
    return new ChildFlow(
        arn.substring(arn.lastIndexOf(':') + 1),
        arguments.get("Name").map(Json::asText),
        arguments.get("Input").orElse(JsonObject.EMPTY),
        waits,
        Optional.of(envelope));
  }

  /**
   * Why the call cannot be followed, if it cannot.
   *
   * @param exists whether there is such a flow
   * @param depth how many flows would then have started each other
   */
  public Optional<Failure> refusal(boolean exists, int depth) {
    if (!exists) {
      return Optional.of(
          Failure.of(
              "StepFunctions.StateMachineDoesNotExistException",
              "there is no flow '%s'".formatted(code)));
    }
    Optional<String> badName = name.flatMap(NameLimit.EXECUTION::problem);
    if (badName.isPresent()) {
      return Optional.of(Failure.of("StepFunctions.InvalidNameException", badName.get()));
    }
    return depth <= MAX_DEPTH
        ? Optional.empty()
        : Optional.of(
            Failure.of(
                ErrorName.RUNTIME,
                "flows start each other %d deep: does one start itself?".formatted(MAX_DEPTH)));
  }

  /** The answer to a call that does not wait. */
  public Fact started(Command.Work work, ExecutionId child, Instant now) {
    JsonObject answer =
        envelope.isEmpty()
            ? JsonObject.of("ExecutionId", Json.of(child.toString()))
            : JsonObject.of("ExecutionArn", Json.of(child.toString()))
                .with("StartDate", JsonNumber.of(now.toEpochMilli() / 1000.0));
    return new Fact.TaskSucceeded(work.step(), work.attempt(), answer, Calls.timing(now));
  }

  /** The answer to a call that waits. */
  Fact outcome(Command.Work work, Execution ended, Instant now) {
    return outcome(work.step(), work.attempt(), envelope, ended, now);
  }

  /** The answer to an attempt that waits for an execution that has now ended. */
  public static Fact outcome(
      StepId step, int attempt, Optional<Envelope> envelope, Execution ended, Instant now) {
    Optional<Json> description = envelope.map(how -> describe(ended, now, how));
    if (ended.status() == Status.SUCCEEDED) {
      Json output = description.orElseGet(() -> ended.output().orElseThrow());
      return new Fact.TaskSucceeded(step, attempt, output, Calls.timing(now));
    }
    Failure failure =
        description
            .map(text -> Failure.of(ErrorName.TASK_FAILED, text.toString()))
            .orElseGet(() -> ended.failure().orElseThrow());
    return new Fact.TaskFailed(step, attempt, failure, Calls.timing(now));
  }

  private static JsonObject describe(Execution ended, Instant now, Envelope envelope) {
    JsonObject description =
        JsonObject.of("ExecutionArn", Json.of(ended.id().toString()))
            .with("Input", wrapped(ended.origin().input(), envelope))
            .with("Name", Json.of(ended.origin().name()))
            .with("StartDate", JsonNumber.of(ended.origin().startedAt().toEpochMilli()))
            .with("StateMachineArn", Json.of(ended.origin().flow()))
            .with("Status", Json.of(ended.status().name()))
            .with("StopDate", JsonNumber.of(now.toEpochMilli()));
    if (ended.output().isPresent()) {
      return description.with("Output", wrapped(ended.output().get(), envelope));
    }
    JsonObject failed = ended.failure().map(Failure::toJson).orElse(JsonObject.EMPTY);
    for (var part : failed.members().entrySet()) {
      description = description.with(part.getKey(), part.getValue());
    }
    return description;
  }

  private static Json wrapped(Json value, Envelope envelope) {
    return envelope == Envelope.TEXT ? Json.of(value.toString()) : value;
  }
}
