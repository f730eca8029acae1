package dev.pawl.model.definition;

import dev.pawl.model.finding.Finding.Code;
import java.util.List;

/** Paths, expressions and the variables in them. */
final class ExpressionCases {

  static final List<FindingCase> ALL =
      List.of(
          new FindingCase(
              Code.BAD_PATH,
              "/States/A/Parameters/list/0/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {"list": [{«"x.$": "y"}]}}}}
              """),
          new FindingCase(
              Code.NOT_A_REFERENCE_PATH,
              "/States/A/ResultPath",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                «"ResultPath": "$.list[*]"}}}
              """),
          new FindingCase(
              Code.NOT_A_REFERENCE_PATH,
              "/States/A/ResultPath",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                «"ResultPath": "$$.x"}}}
              """),
          new FindingCase(
              Code.BAD_INTRINSIC,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x.$": "States.Nonsense($.y)"}}}}
              """),
          new FindingCase(
              Code.BAD_INTRINSIC,
              "/States/A/ErrorPath",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Fail",
                «"ErrorPath": "States.MathAdd(1, 2)"}}}
              """),
          new FindingCase(
              Code.BAD_EXPRESSION,
              "/States/A/Output/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Succeed",
                "Output": {«"x": "{% 1 + %}"}}}}
              """),
          new FindingCase(
              Code.BAD_EXPRESSION,
              "/States/A/Output",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Succeed",
                «"Output": "{% 1 %"}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Output",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Succeed",
                «"Output": " {% 1 %}"}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Parameters/x",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x": "{% $y %}"}}}}
              """),
          new FindingCase(
              Code.UNASSIGNED_VARIABLE,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Assign": {"total": 1}, "Parameters": {«"x.$": "States.Array($totl.net)"}}}}
              """),
          new FindingCase(
              Code.UNASSIGNED_VARIABLE,
              "/States/M/ItemProcessor/States/A/Output",
              """
              {"StartAt": "M", "QueryLanguage": "JSONata", "States": {
                "M": {"Type": "Map", "End": true, "Assign": {"x": 1}, "ItemProcessor": {
                  "ProcessorConfig": {"Mode": "DISTRIBUTED"},
                  "StartAt": "A", "States": {"A": {"Type": "Succeed", «"Output": "{% $x %}"}}}}}}
              """),
          new FindingCase(
              Code.VARIABLE_OF_OUTER_SCOPE,
              "/States/P/Branches/0/States/B/Assign/x",
              """
              {"StartAt": "A", "States": {
                "A": {"Type": "Pass", "Assign": {"x": 1}, "Next": "P"},
                "P": {"Type": "Parallel", "End": true, "Branches": [{"StartAt": "B", "States": {
                  "B": {"Type": "Pass", "End": true, "Assign": {«"x": 2}}}}]}}}
              """));

  private ExpressionCases() {}
}
