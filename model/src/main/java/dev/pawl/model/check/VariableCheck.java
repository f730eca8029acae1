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
 * Variables that are read are set somewhere, and only in the scope they belong to.
 *
 * <p>A machine is a scope. It sees the variables of the machines around it but cannot set them; a
 * name that is set outside only afterwards is free to be used inside.
 */
final class VariableCheck {

  private static final Set<String> FUNCTIONS = BuiltInFunctions.NAMES;

  private final Findings findings;

  VariableCheck(Findings findings) {
    this.findings = findings;
  }

  void check(Outline flow) {
    check(Scope.of(flow));
  }

  private void check(Scope scope) {
    for (Stop stop : scope.machine().stops()) {
      stop.read().forEach((variable, pointer) -> checkRead(scope, variable, pointer));
      stop.assigned().forEach((variable, pointer) -> checkAssigned(scope, variable, pointer));
      stop.mentioned().forEach(mention -> checkMentioned(scope, mention));
      Scope.Surroundings surroundings = scope.surroundings(stop);
      stop.machines().forEach(inner -> check(Scope.inside(surroundings, inner)));
    }
  }

  private void checkRead(Scope scope, String variable, String pointer) {
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

  private void checkMentioned(Scope scope, Stop.Mention mention) {
    if (scope.knows(mention.variable())) {
      findings.add(
          EXPRESSION_AS_TEXT,
          mention.pointer(),
          "this is taken as text, though there is a variable '$" + mention.variable() + "'",
          mention.advice());
    }
  }

  private void checkAssigned(Scope scope, String variable, String pointer) {
    if (scope.isTaken(variable)) {
      findings.add(
          VARIABLE_OF_OUTER_SCOPE,
          pointer,
          "the variable '" + variable + "' belongs to the machine around this one",
          "Use another name, and hand the value out as the result.");
    }
  }
}
