package dev.pawl.model.definition;

import dev.pawl.model.finding.Finding.Code;
import java.util.List;

/** Text that looks like an expression. */
final class LookalikeCases {

  static final List<FindingCase> ALL =
      List.of(
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Parameters/x",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x": "$.path"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Parameters/x",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Parameters": {«"x": "$$.Execution.Id"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/ResultSelector/list/0",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "ResultSelector": {"list": [«"$.a[0]"]}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Assign/x",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Assign": {«"x": "States.Format('{}', $.y)"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Parameters/y",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Assign": {"total": 1}, "Parameters": {«"y": "$total"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Parameters/x",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x": "no ${$.n} here"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Parameters/x",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Parameters": {«"x": "${ $.n }"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Parameters/x",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Parameters": {«"x": "${$.a}${States.UUID()}"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Cause",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Fail",
                «"Cause": "no ${$.n}"}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Error",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Fail",
                «"Error": "$.error"}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Result/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Result": {«"x.$": "$.y"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Result/0",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Result": [«"$.y"]}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Resource",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", «"Resource": "$.x", "End": true}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Event",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Wait", «"Event": "paid-${$.id}", "End": true}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Title",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Human", «"Title": "Pay ${$.sum}", "End": true}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Choices/0/StringEquals",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Choice", "Choices": [
                {"Variable": "$.a", «"StringEquals": "$.b", "Next": "B"}]}, "B": {"Type": "Succeed"}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Arguments/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Arguments": {«"x": "$.order.id"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Arguments/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Arguments": {«"x": "$states.input.id"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Arguments/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Arguments": {«"x": "to ${$.name}"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Arguments/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Arguments": {«"x": "to {% 1 %} and on"}}}}
              """),
          new FindingCase(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Arguments/x.$",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
                "Resource": "x", "End": true, "Arguments": {«"x.$": 1}}}}
              """));

  private LookalikeCases() {}
}
