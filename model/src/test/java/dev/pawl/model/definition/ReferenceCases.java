package dev.pawl.model.definition;

import dev.pawl.model.finding.Finding.Code;
import java.util.List;

/** References, calls and names that lead nowhere. */
final class ReferenceCases {

  static final List<FindingCase> ALL =
      List.of(
          new FindingCase(
              Code.NO_SUCH_VALUE,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x.$": "$$.Excution.Id"}}}}
              """),
          new FindingCase(
              Code.NO_SUCH_VALUE,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x.$": "States.Format('{}', $$.State.Nme)"}}}}
              """),
          new FindingCase(
              Code.NO_SUCH_VALUE,
              "/States/A/Parameters/x",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Parameters": {«"x": "id ${$$.Execution.id}"}}}}
              """),
          new FindingCase(
              Code.NO_SUCH_VALUE,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x.$": "$states.input.y"}}}}
              """),
          new FindingCase(
              Code.NO_SUCH_VALUE,
              "/States/A/Arguments/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Arguments": {«"x": "{% $states.inptu.y %}"}}}}
              """),
          new FindingCase(
              Code.NO_SUCH_VALUE,
              "/States/A/Arguments/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Arguments": {«"x": "{% $states.context.Execution.Idd & '!' %}"}}}}
              """),
          new FindingCase(
              Code.NO_SUCH_VALUE,
              "/States/A/Catch/0/Output",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Catch": [{"ErrorEquals": ["E"],
                «"Output": "{% $states.errorOutput.Casue %}", "Next": "A"}]}}}
              """),
          new FindingCase(
              Code.NO_SUCH_VALUE,
              "/States/A/Arguments/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Arguments": {«"x": "{% order.id %}"}}}}
              """),
          new FindingCase(
              Code.NO_SUCH_VALUE,
              "/States/A/Arguments/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Arguments": {«"x": "{% $sum($.items) %}"}}}}
              """),
          new FindingCase(
              Code.UNKNOWN_FUNCTION,
              "/States/A/Arguments/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Arguments": {«"x": "{% $summ([1, 2]) %}"}}}}
              """),
          new FindingCase(
              Code.BAD_INTRINSIC,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x.$": "States.Format('{} {}', $.a)"}}}}
              """),
          new FindingCase(
              Code.BAD_INTRINSIC,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x.$": "States.Array(States.Format('none', $.a))"}}}}
              """),
          new FindingCase(
              Code.BAD_INTRINSIC,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x.$": " States.UUID()"}}}}
              """),
          new FindingCase(
              Code.BAD_INTRINSIC,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x.$": "Format('{}', $.a)"}}}}
              """),
          new FindingCase(
              Code.BAD_PATH,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x.$": " $.y"}}}}
              """),
          new FindingCase(
              Code.UNKNOWN_ERROR_NAME,
              "/States/A/Retry/0/ErrorEquals",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{«"ErrorEquals": ["Http.*"]}]}}}
              """),
          new FindingCase(
              Code.UNKNOWN_ERROR_NAME,
              "/States/A/Retry/0/ErrorEquals",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{«"ErrorEquals": ["States.Runtime"]}]}}}
              """),
          new FindingCase(
              Code.UNKNOWN_ERROR_NAME,
              "/States/A/Retry/0/ErrorEquals",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{«"ErrorEquals": ["Http.503 "]}]}}}
              """),
          new FindingCase(
              Code.WRONG_TYPE,
              "/States/A/Credentials",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                «"Credentials": "me"}}}
              """),
          new FindingCase(
              Code.WRONG_TYPE,
              "/States/A/Credentials",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, «"Credentials": ["me"]}}}
              """),
          new FindingCase(
              Code.WRONG_TYPE,
              "/States/A/Items",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Map",
                "End": true, «"Items": {"a": "{% 1 %}"}, "ItemProcessor": {
                  "StartAt": "B", "States": {"B": {"Type": "Succeed"}}}}}}
              """));

  private ReferenceCases() {}
}
