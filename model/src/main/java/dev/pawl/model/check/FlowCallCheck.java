package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.CALLS_ITSELF;
import static dev.pawl.model.finding.Finding.Code.UNKNOWN_FLOW;

import dev.pawl.model.FlowReferences;
import dev.pawl.model.FlowReferences.FlowCall;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentPosition;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * Warns about calls of other flows. These checks need the set of existing flows, which is not part
 * of the definition.
 */
public final class FlowCallCheck {

  private FlowCallCheck() {}

  /**
   * Returns a warning for each call of a flow that does not exist, up to {@link
   * Findings#MAX_FINDINGS}.
   *
   * @param document the definition, for positions in its text
   * @param exists accepts the codes of existing flows
   * @param suggestions codes to suggest instead of a misspelt one
   */
  public static List<Finding> unknownFlows(
      Document document,
      FlowReferences references,
      Predicate<String> exists,
      Collection<String> suggestions) {
    return references.flowCalls().stream()
        .filter(call -> call.code().filter(code -> !exists.test(code)).isPresent())
        .limit(Findings.MAX_FINDINGS)
        .map(call -> unknown(document, call, suggestions))
        .toList();
  }

  /**
   * Returns a warning for each state that waits for another execution of its own flow, up to {@link
   * Findings#MAX_FINDINGS}.
   *
   * @param document the definition, for positions in its text
   * @param ownCode code of the flow that the definition belongs to
   */
  public static List<Finding> callsOfItself(
      Document document, FlowReferences references, String ownCode) {
    return references.flowCalls().stream()
        .filter(call -> call.isSync() && call.code().filter(ownCode::equals).isPresent())
        .limit(Findings.MAX_FINDINGS)
        .map(
            call ->
                finding(
                    CALLS_ITSELF,
                    document,
                    call,
                    "the flow calls itself and waits: under a limit 'concurrent' of this flow,"
                        + " waiting executions can hold all permits that the called ones need",
                    "Leave the flow without such a limit, or give the limit a queueTimeout."))
        .toList();
  }

  private static Finding unknown(Document document, FlowCall call, Collection<String> suggestions) {
    String code = call.code().orElseThrow();
    return finding(
        UNKNOWN_FLOW,
        document,
        call,
        "there is no flow '" + code + "'; until there is one, the call fails",
        Nearest.of(code, suggestions)
            .map(name -> "Did you mean '" + name + "'?")
            .orElse("Add the flow, or correct its code."));
  }

  private static Finding finding(
      Finding.Code code, Document document, FlowCall call, String message, String advice) {
    DocumentPosition position = document.positionOf(call.location());
    return new Finding(code, call.location(), position.line(), position.column(), message, advice);
  }
}
