package dev.pawl.model.definition;

import dev.pawl.model.finding.Finding.Code;
import java.util.List;

/** Values and names that cannot be. */
final class ValueCases {

  static final List<FindingCase> ALL =
      List.of(
          new FindingCase(Code.WRONG_TYPE, "", "«[1, 2]"),
          new FindingCase(
              Code.WRONG_TYPE,
              "/States/A/Retry",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                «"Retry": {}}}}
              """),
          new FindingCase(
              Code.WRONG_TYPE,
              "/States/A/Choices/0/NumericEquals",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Choice", "Choices": [
                {"Variable": "$.x", «"NumericEquals": "1", "Next": "B"}]},
                "B": {"Type": "Succeed"}}}
              """),
          new FindingCase(
              Code.BAD_VALUE,
              "/States/A/Type",
              """
              {"StartAt": "A", "States": {"A": {«"Type": "Tusk", "End": true}}}
              """),
          new FindingCase(
              Code.WRONG_TYPE,
              "/States/A/Config",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                «"Config": "all"}}}
              """),
          new FindingCase(
              Code.BAD_VALUE,
              "/States/A/Config/b/0",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Config": {"a": "{{ secret('a') }}", "b": [«"{{ secret(b) }}"]}}}}
              """),
          new FindingCase(
              Code.BAD_VALUE,
              "/OnError",
              """
              {"StartAt": "A", «"OnError": "go on", "States": {"A": {"Type": "Succeed"}}}
              """),
          new FindingCase(
              Code.FIELD_NOT_ALLOWED,
              "/OnFailed/Catch",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Succeed"}},
               "OnFailed": {"Type": "Task", "Resource": "x", «"Catch": []}}
              """),
          new FindingCase(
              Code.BAD_VALUE,
              "/States/A/Timestamp",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Wait", "End": true,
                «"Timestamp": "2026-02-30T00:00:00Z"}}}
              """),
          new FindingCase(
              Code.BAD_VALUE,
              "/States/A/HeartbeatSeconds",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "TimeoutSeconds": 5, «"HeartbeatSeconds": 5}}}
              """),
          new FindingCase(
              Code.BAD_VALUE,
              "/States/A/Retry/0/BackoffRate",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{"ErrorEquals": ["E"], «"BackoffRate": 0.5}]}}}
              """),
          new FindingCase(
              Code.BAD_NAME,
              "/States/A\\nB",
              """
              {"StartAt": "A\\nB", "States": {«"A\\nB": {"Type": "Succeed"}}}
              """),
          new FindingCase(
              Code.BAD_NAME,
              "/States/A/Resource",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "End": true,
                «"Resource": "%s"}}}
              """
                  .formatted("r".repeat(201))),
          new FindingCase(
              Code.BAD_NAME,
              "/States/A/Resource",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "End": true,
                «"Resource": "flow:%s.sync"}}}
              """
                  .formatted("r".repeat(201))),
          new FindingCase(
              Code.BAD_NAME,
              "/States/A/Event",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Wait", "End": true,
                «"Event": "%s"}}}
              """
                  .formatted("e".repeat(201))),
          new FindingCase(
              Code.BAD_NAME,
              "/States/A/Event",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Wait", "End": true,
                «"Event": "go\\n"}}}
              """),
          new FindingCase(
              Code.BAD_NAME,
              "/States/A/Assign/states",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Assign": {«"states": 1}}}}
              """),
          new FindingCase(
              Code.BAD_NAME,
              "/States/A/Assign/a-b",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Assign": {«"a-b": 1}}}}
              """),
          new FindingCase(
              Code.DUPLICATE_NAME,
              "/States/A/Branches/0/States/A",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Parallel", "End": true, "Branches": [
                {"StartAt": "A", "States": {«"A": {"Type": "Succeed"}}}]}}}
              """),
          new FindingCase(
              Code.DUPLICATE_NAME,
              "/States/G/Nodes/G",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true,
                "Nodes": {«"G": {"Type": "Pass"}}}}}
              """),
          new FindingCase(
              Code.DUPLICATE_KEY,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {"x": 1, «"x.$": "$.y"}}}}
              """),
          new FindingCase(
              Code.CATCH_ALL_NOT_LAST,
              "/States/A/Retry/0/ErrorEquals",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{«"ErrorEquals": ["States.ALL"]}, {"ErrorEquals": ["E"]}]}}}
              """),
          new FindingCase(
              Code.UNKNOWN_ERROR_NAME,
              "/States/A/Retry/0/ErrorEquals",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{«"ErrorEquals": ["States.TimeOut"]}]}}}
              """),
          new FindingCase(
              Code.NO_EFFECT,
              "/States/A/Retry/0/BackoffRate",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{"ErrorEquals": ["E"], "BackoffStrategy": "FIXED", «"BackoffRate": 3}]}}}
              """));

  private ValueCases() {}
}
