package dev.pawl.model.definition;

import dev.pawl.model.finding.Finding.Code;
import java.util.List;

/** Fields that are missing, too many or not for this place. */
final class FieldCases {

  static final List<FindingCase> ALL =
      List.of(
          new FindingCase(
              Code.SYNTAX,
              "",
              """
              {"StartAt": "A",
               "States": {"A": {"Type": "Pass" «"End": true}}}
              """),
          new FindingCase(
              Code.SYNTAX,
              "",
              """
              StartAt: A
              States:
                A: {Type: Succeed}
              «StartAt: B
              """),
          new FindingCase(
              Code.MISSING_FIELD,
              "/States/A",
              """
              {"StartAt": "A", "States": {
                «"A": {"Type": "Task", "End": true}}}
              """),
          new FindingCase(
              Code.MISSING_FIELD,
              "/States/A",
              """
              {"StartAt": "A", "States": {
                «"A": {"Type": "Pass"}}}
              """),
          new FindingCase(
              Code.MISSING_FIELD,
              "/States/A",
              """
              {"StartAt": "A", "States": {«"A": {"End": true}}}
              """),
          new FindingCase(
              Code.MISSING_FIELD,
              "/States/A",
              """
              {"StartAt": "A", "States": {«"A": {"Type": "Wait", "End": true}}}
              """),
          new FindingCase(
              Code.UNKNOWN_FIELD,
              "/States/A/Resorce",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x",
                «"Resorce": "x", "End": true}}}
              """),
          new FindingCase(
              Code.FIELD_NOT_ALLOWED,
              "/States/A/End",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Succeed", «"End": true}}}
              """),
          new FindingCase(
              Code.FIELD_NOT_ALLOWED,
              "/States/A/ResultPath",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Wait", "Seconds": 1, "End": true,
                «"ResultPath": "$.x"}}}
              """),
          new FindingCase(
              Code.FIELD_NOT_ALLOWED,
              "/States/G/Nodes/n/Next",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true,
                "Nodes": {"n": {"Type": "Pass", «"Next": "G"}}}}}
              """),
          new FindingCase(
              Code.FIELD_NOT_ALLOWED,
              "/States/G/Nodes/n/Catch/0/Next",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true,
                "Nodes": {"n": {"Type": "Task", "Resource": "x",
                  "Catch": [{"ErrorEquals": ["States.ALL"], «"Next": "n"}]}}}}}
              """),
          new FindingCase(
              Code.FIELD_NOT_ALLOWED,
              "/States/G/Nodes/n/Type",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true, "Nodes": {
                "n": {«"Type": "Choice", "Choices": [
                  {"Variable": "$.x", "IsNull": true, "Next": "n"}]}}}}}
              """),
          new FindingCase(
              Code.FIELD_NOT_ALLOWED,
              "/States/A/Compensate",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                «"Compensate": {"Resource": "undo"}}}}
              """),
          new FindingCase(
              Code.WRONG_QUERY_LANGUAGE,
              "/States/A/InputPath",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata",
               "States": {"A": {"Type": "Succeed", «"InputPath": "$.x"}}}
              """),
          new FindingCase(
              Code.WRONG_QUERY_LANGUAGE,
              "/States/A/QueryLanguage",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata",
               "States": {"A": {"Type": "Succeed", «"QueryLanguage": "JSONPath"}}}
              """),
          new FindingCase(
              Code.WRONG_QUERY_LANGUAGE,
              "/States/A/Choices/0/StringEquals",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Choice",
                "Choices": [{"Condition": "{% true %}", «"StringEquals": "x", "Next": "B"}]},
                "B": {"Type": "Succeed"}}}
              """),
          new FindingCase(
              Code.CONFLICTING_FIELDS,
              "/States/A/TimeoutSecondsPath",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "TimeoutSeconds": 1, «"TimeoutSecondsPath": "$.x"}}}
              """),
          new FindingCase(
              Code.CONFLICTING_FIELDS,
              "/States/A/End",
              """
              {"StartAt": "A", "States": {
                "A": {"Type": "Pass", "Next": "B", «"End": true},
                "B": {"Type": "Succeed"}}}
              """),
          new FindingCase(
              Code.CONFLICTING_FIELDS,
              "/States/A/EventPath",
              """
              {"StartAt": "A", "States": {
                "A": {"Type": "Wait", "Seconds": 1, «"EventPath": "$.x", "End": true}}}
              """),
          new FindingCase(
              Code.UNSUPPORTED,
              "/States/M/ItemReader/ReaderConfig/InputType",
              """
              {"StartAt": "M", "States": {"M": {"Type": "Map", "End": true,
                "ItemReader": {"Resource": "r", "ReaderConfig": {«"InputType": "PARQUET"}},
                "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED"},
                  "StartAt": "A", "States": {"A": {"Type": "Succeed"}}}}}}
              """));

  private FieldCases() {}
}
