package dev.pawl.server.execution;

import dev.pawl.engine.Execution;
import dev.pawl.engine.OpenHumanStep;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepId;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.schema.Violation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
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

/** Decides Human steps. */
@RestController
public final class DecideController {

  private final Control control;
  private final Showing showing;

  DecideController(Control control, Showing showing) {
    this.control = control;
    this.showing = showing;
  }

  /**
   * A decision on a Human step.
   *
   * @param step its id, such as {@code /@3}, or the name of its state; may be absent where only one
   *     step waits for a decision
   * @param outcome one of the outcomes of its state; may be absent where there is only one
   * @param data what the Form of its state asks for
   */
  record Decision(
      @Nullable String step,
      @Nullable String outcome,
      @Nullable Json data,
      @Nullable String reason) {}

  @PostMapping("/api/flows/executions/{id}/decide")
  @Answers(202)
  ResponseEntity<ExecutionView> decide(
      Caller caller, @PathVariable String id, @RequestBody Decision body) {
    String reason = Reasons.checked(body.reason());
    Executions.Summary found = showing.found(caller, id);
    if (found.status().isTerminal()) {
      throw Refusal.conflict("ended", "the execution has ended: it is " + found.status());
    }
    ExecutionKey key = found.card().key();
    Executions.Recounted recounted = control.recount(key).orElseThrow();
    OpenHumanStep open = meant(recounted, Optional.ofNullable(body.step()));
    Json data = body.data() == null ? JsonObject.EMPTY : body.data();
    Optional<String> outcome = Optional.ofNullable(body.outcome());
    check(open, open.violations(outcome, data));
    Mail.Delivery delivery =
        control.decide(key, open.step(), caller.name(), open.complete(outcome, data, reason));
    if (delivery == Mail.Delivery.REPEATED) {
      throw Refusal.conflict(
          "decided", "step " + named(open) + " has been decided already; see /steps");
    }
    return showing.accepted(delivery, key);
  }

  /** The open step that a decision is for. */
  private OpenHumanStep meant(Executions.Recounted recounted, Optional<String> given) {
    Execution execution = control.execution(recounted);
    List<OpenHumanStep> open = control.openHumanSteps(recounted.summary().card(), execution);
    Predicate<OpenHumanStep> fits =
        one ->
            given.isEmpty()
                || one.step().toString().equals(given.get())
                || one.state().name().equals(given.get());
    List<OpenHumanStep> fitting = open.stream().filter(fits).toList();
    if (fitting.size() > 1) {
      throw Refusal.refused(
          "ambiguous-step",
          "step: several steps wait for a decision; name one of " + listed(fitting));
    }
    if (fitting.isEmpty()) {
      throw Refusal.conflict("not-open", notOpen(recounted, given) + waiting(open));
    }
    return fitting.getFirst();
  }

  private String notOpen(Executions.Recounted recounted, Optional<String> given) {
    if (given.isEmpty()) {
      return "no step of this execution waits for a decision";
    }
    Optional<Step> known =
        parsed(given.get())
            .flatMap(id -> control.history(recounted, id::equals).steps().stream().findFirst());
    if (known.isEmpty()) {
      return "no step '%s' of this execution waits for a decision".formatted(given.get());
    }
    Step step = known.get();
    return "step %s ('%s', a %s state) is %s and does not wait for a decision"
        .formatted(step.id(), step.place().state(), step.place().type(), step.status());
  }

  private static Optional<StepId> parsed(String text) {
    try {
      return Optional.of(StepId.parse(text));
    } catch (IllegalArgumentException nameOfAState) {
      return Optional.empty();
    }
  }

  private static String waiting(List<OpenHumanStep> open) {
    return open.isEmpty() ? "" : "; waiting are " + listed(open);
  }

  private static String listed(List<OpenHumanStep> steps) {
    return steps.stream().map(DecideController::named).collect(Collectors.joining(", "));
  }

  private static String named(OpenHumanStep open) {
    return "%s ('%s')".formatted(open.step(), open.state().name());
  }

  private static void check(OpenHumanStep open, List<Violation> violations) {
    if (!violations.isEmpty()) {
      throw Refusal.invalid(
          "bad-decision",
          "the decision does not fit step %s: %s"
              .formatted(
                  named(open),
                  violations.stream().map(Violation::toString).collect(Collectors.joining("; "))),
          violations.stream()
              .map(
                  one ->
                      new Finding(Finding.Code.BAD_VALUE, one.location(), 0, 0, one.message(), ""))
              .toList());
    }
  }
}
