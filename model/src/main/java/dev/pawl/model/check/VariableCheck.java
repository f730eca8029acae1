package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.EXPRESSION_AS_TEXT;
import static dev.pawl.model.finding.Finding.Code.UNASSIGNED_VARIABLE;
import static dev.pawl.model.finding.Finding.Code.VARIABLE_OF_OUTER_SCOPE;

import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.jsonata.BuiltInFunctions;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks that every variable that is read is assigned somewhere, and is assigned only in its own
 * scope.
 *
 * <p>A machine is a scope. It sees the variables of the enclosing machines but cannot assign them.
 * A name that the enclosing machine assigns only afterwards can be used inside.
 */
final class VariableCheck {

  private static final Set<String> FUNCTIONS = BuiltInFunctions.NAMES;

  private final Findings findings;

  VariableCheck(Findings findings) {
    this.findings = findings;
  }

  void check(MachineOutline flow) {
    check(VariableScope.of(flow));
  }

  private void check(VariableScope scope) {
    for (StateOutline stop : scope.machine().states()) {
      stop.read().forEach((variable, pointer) -> checkRead(scope, variable, pointer));
      stop.assigned().forEach((variable, pointer) -> checkAssigned(scope, variable, pointer));
      stop.mentioned().forEach(mention -> checkMentioned(scope, mention));
      VariableScope.StateScope surroundings = scope.at(stop);
      stop.machines().forEach(inner -> check(VariableScope.inside(surroundings, inner)));
    }
  }

  private void checkRead(VariableScope scope, String variable, String pointer) {
    if (!scope.knows(variable) && !findings.isFull(Finding.Severity.WARNING)) {
      findings.add(
          UNASSIGNED_VARIABLE,
          pointer,
          "nothing in scope sets the variable '$" + variable + "'",
          Nearest.of(variable, Stream.concat(scope.own().stream(), FUNCTIONS.stream()).toList())
              .map(name -> "Did you mean '$" + name + "'?")
              .orElse(""));
    }
  }

  private void checkMentioned(VariableScope scope, StateOutline.Mention mention) {
    if (scope.knows(mention.variable())) {
      findings.add(
          EXPRESSION_AS_TEXT,
          mention.pointer(),
          "this is taken as text, though there is a variable '$" + mention.variable() + "'",
          mention.advice());
    }
  }

  private void checkAssigned(VariableScope scope, String variable, String pointer) {
    if (scope.isTaken(variable)) {
      findings.add(
          VARIABLE_OF_OUTER_SCOPE,
          pointer,
          "the variable '" + variable + "' belongs to the machine around this one",
          "Use another name, and hand the value out as the result.");
    }
  }
}
