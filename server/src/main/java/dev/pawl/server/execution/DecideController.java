package dev.pawl.server.execution;

import dev.pawl.engine.Execution;
import dev.pawl.engine.OpenHumanStep;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.schema.Violation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint that decides Human steps. */
@RestController
public final class DecideController {

  private final ExecutionControl control;
  private final ExecutionQueries queries;

  DecideController(ExecutionControl control, ExecutionQueries queries) {
    this.control = control;
    this.queries = queries;
  }

  /** A decision on a Human step. */
  record DecisionRequest(
      @Schema(
              description =
                  "Id of the step, or the name of its state; may be absent if only one step waits"
                      + " for a decision.",
              example = "/@3")
          @Nullable String step,
      @Schema(
              description = "One of the outcomes of the state; may be absent if it has only one.",
              example = "approve")
          @Nullable String outcome,
      @Schema(
              description = "Data that conforms to the Form of the state.",
              example = "{\"amount\": 100}")
          @Nullable Json data,
      @Schema(description = ReasonText.DESCRIPTION, example = ReasonText.EXAMPLE)
          @Nullable String reason) {}

  @PostMapping("/api/flows/executions/{id}/decide")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Decides a Human step with one of its outcomes and data that matches its Form.")
  @ApiStatus(202)
  ResponseEntity<ExecutionView> decide(
      Caller caller, @PathVariable String id, @RequestBody DecisionRequest body) {
    String reason = ReasonText.require(body.reason());
    Executions.Summary found = queries.require(caller, id);
    ActionPreconditions.checkLive(found);
    ExecutionKey key = found.info().key();
    Executions.ExecutionRecord recounted = control.reader().load(key).orElseThrow();
    OpenHumanStep open = requireOpenStep(recounted, Optional.ofNullable(body.step()));
    Json data = body.data() == null ? JsonObject.EMPTY : body.data();
    Optional<String> outcome = Optional.ofNullable(body.outcome());
    requireNoViolations(open, open.violations(outcome, data));
    MessageAcceptance delivery =
        control.decide(key, open.step(), caller.name(), open.complete(outcome, data, reason));
    if (delivery == MessageAcceptance.REPEATED) {
      throw ApiException.conflict(
          "decided", "step " + describe(open) + " has been decided already; see /steps");
    }
    return queries.accepted(delivery, key);
  }

  /**
   * Returns the open step that the decision is for.
   *
   * @throws ApiException if no open step or more than one matches
   */
  private OpenHumanStep requireOpenStep(
      Executions.ExecutionRecord recounted, Optional<String> given) {
    Execution execution = control.reader().execution(recounted);
    List<OpenHumanStep> open =
        control.reader().openHumanSteps(recounted.summary().info(), execution);
    Predicate<OpenHumanStep> fits =
        one ->
            given.isEmpty()
                || one.step().toString().equals(given.get())
                || one.state().name().equals(given.get());
    List<OpenHumanStep> fitting = open.stream().filter(fits).toList();
    if (fitting.size() > 1) {
      throw ApiException.refused(
          "ambiguous-step",
          "step: several steps wait for a decision; name one of " + joinNames(fitting));
    }
    if (fitting.isEmpty()) {
      throw ApiException.conflict("not-open", notOpen(recounted, given) + waitingSteps(open));
    }
    return fitting.getFirst();
  }

  private String notOpen(Executions.ExecutionRecord recounted, Optional<String> given) {
    if (given.isEmpty()) {
      return "no step of this execution waits for a decision";
    }
    Optional<StepChange> known =
        parseStepId(given.get())
            .flatMap(
                id -> control.reader().history(recounted, id::equals).steps().stream().findFirst());
    if (known.isEmpty()) {
      return "no step '%s' of this execution waits for a decision".formatted(given.get());
    }
    StepChange step = known.get();
    return "step %s ('%s', a %s state) is %s and does not wait for a decision"
        .formatted(step.id(), step.place().state(), step.place().kind(), step.status());
  }

  private static Optional<StepId> parseStepId(String text) {
    try {
      return Optional.of(StepId.parse(text));
    } catch (IllegalArgumentException nameOfAState) {
      return Optional.empty();
    }
  }

  private static String waitingSteps(List<OpenHumanStep> open) {
    return open.isEmpty() ? "" : "; waiting are " + joinNames(open);
  }

  private static String joinNames(List<OpenHumanStep> steps) {
    return steps.stream().map(DecideController::describe).collect(Collectors.joining(", "));
  }

  private static String describe(OpenHumanStep open) {
    return "%s ('%s')".formatted(open.step(), open.state().name());
  }

  private static void requireNoViolations(OpenHumanStep open, List<Violation> violations) {
    if (!violations.isEmpty()) {
      throw ApiException.invalid(
          "bad-decision",
          "the decision does not fit step %s: %s"
              .formatted(
                  describe(open),
                  violations.stream().map(Violation::toString).collect(Collectors.joining("; "))),
          violations.stream()
              .map(
                  one ->
                      new Finding(Finding.Code.BAD_VALUE, one.location(), 0, 0, one.message(), ""))
              .toList());
    }
  }
}
