package dev.pawl.engine.run;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.model.ErrorName;
import dev.pawl.model.FlowResource;
import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The start of another flow by a Task whose resource is a {@link FlowResource}.
 *
 * @param name name of the new execution
 * @param waits true if the Task waits for the end of the execution
 * @param envelope how Step Functions wraps the result; empty for the plain output
 * @param version version of the flow; empty for the current one
 * @param problem what is wrong with the settings
 */
public record ChildFlow(
    String code,
    Optional<String> name,
    Json input,
    boolean waits,
    Optional<Envelope> envelope,
    OptionalInt version,
    Optional<String> problem) {

  /** The maximum depth of flows that start each other; deeper chains are endless recursion. */
  public static final int MAX_DEPTH = 100;

  /** The form of the output in the description of the execution: text or JSON. */
  public enum Envelope {
    TEXT,
    JSON
  }

  /** Returns the flow start that work requests; empty unless it is a Task that calls a flow. */
  public static Optional<ChildFlow> of(Command.Work work) {
    return work instanceof Command.RunTask task ? of(task.call()) : Optional.empty();
  }

  private static Optional<ChildFlow> of(Command.Call call) {
    return FlowResource.parse(call.resource())
        .map(
            flow ->
                switch (flow.notation()) {
                  case PAWL ->
                      new ChildFlow(
                          flow.code().orElseThrow(),
                          Optional.empty(),
                          call.input(),
                          flow.isSync(),
                          Optional.empty(),
                          OptionalInt.empty(),
                          Optional.empty());
                  case SETTINGS -> RunFlow.read(call);
                  case AWS_JSON -> ofAws(call.input(), flow.isSync(), Envelope.JSON);
                  case AWS_TEXT -> ofAws(call.input(), flow.isSync(), Envelope.TEXT);
                });
  }

  private static ChildFlow ofAws(Json arguments, boolean waits, Envelope envelope) {
    String arn = arguments.get(FlowResource.ARN_ARGUMENT).map(Json::asText).orElse("");
    return new ChildFlow(
        FlowResource.codeOfArn(arn),
        arguments.get("Name").map(Json::asText),
        arguments.get("Input").orElse(JsonObject.EMPTY),
        waits,
        Optional.of(envelope),
        OptionalInt.empty(),
        Optional.empty());
  }

  /**
   * Returns the reason why the flow cannot be started; empty if it can.
   *
   * @param exists true if there is a flow with this code and version
   * @param depth number of flows that would then have started each other
   */
  public Optional<Failure> refusal(boolean exists, int depth) {
    if (problem.isPresent()) {
      return Optional.of(Failure.of(RunFlow.CONFIG_INVALID, problem.get()));
    }
    if (!exists) {
      return Optional.of(
          Failure.of(
              "StepFunctions.StateMachineDoesNotExistException",
              "there is no flow '%s'%s"
                  .formatted(
                      code, version.isPresent() ? " with version " + version.getAsInt() : "")));
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

  /** Returns the result of a Task that does not wait for the execution. */
  public Fact started(Command.Work work, ExecutionId child, Instant now) {
    JsonObject answer =
        envelope.isEmpty()
            ? JsonObject.of("ExecutionId", Json.of(child.toString()))
            : JsonObject.of("ExecutionArn", Json.of(child.toString()))
                .with("StartDate", JsonNumber.of(now.toEpochMilli() / 1000.0));
    return new Fact.TaskSucceeded(
        work.step(), work.attempt(), answer, HandlerInvocations.timing(now));
  }

  /** Returns the result of a Task that waited for the execution. */
  Fact outcome(Command.Work work, Execution ended, Instant now) {
    return outcome(work.step(), work.attempt(), envelope, ended, now);
  }

  /** Returns the result of an attempt that waited for an execution, which has now ended. */
  public static Fact outcome(
      StepId step, int attempt, Optional<Envelope> envelope, Execution ended, Instant now) {
    Optional<Json> description = envelope.map(how -> describe(ended, now, how));
    if (ended.status() == Status.SUCCEEDED) {
      Json output = description.orElseGet(() -> ended.output().orElseThrow());
      return new Fact.TaskSucceeded(step, attempt, output, HandlerInvocations.timing(now));
    }
    Failure failure =
        description
            .map(text -> Failure.of(ErrorName.TASK_FAILED, text.toString()))
            .orElseGet(() -> ended.failure().orElseThrow());
    return new Fact.TaskFailed(step, attempt, failure, HandlerInvocations.timing(now));
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
