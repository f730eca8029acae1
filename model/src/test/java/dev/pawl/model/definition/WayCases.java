package dev.pawl.model.definition;

import dev.pawl.model.finding.Finding.Code;
import java.util.List;

/** Ways through a machine that lead nowhere. */
final class WayCases {

  static final List<FindingCase> ALL =
      List.of(
          new FindingCase(
              Code.BAD_TARGET,
              "/States/P/Branches/0/States/B/Catch/0/Next",
              """
              {"StartAt": "P", "States": {"P": {"Type": "Parallel", "End": true, "Branches": [
                {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "x", "End": true,
                  "Catch": [{"ErrorEquals": ["E"], «"Next": "P"}]}}}]}}}
              """),
          new FindingCase(
              Code.BAD_TARGET,
              "/StartAt",
              """
              {«"StartAt": "B", "States": {"A": {"Type": "Succeed"}}}
              """),
          new FindingCase(
              Code.BAD_TARGET,
              "/States/G/Nodes/n/DependsOn/0",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true, "Nodes": {
                "m": {"Type": "Pass"},
                "n": {"Type": "Pass", "DependsOn": [«"mm"]}}}}}
              """),
          new FindingCase(
              Code.UNREACHABLE,
              "/States/B",
              """
              {"StartAt": "A", "States": {
                "A": {"Type": "Succeed"},
                «"B": {"Type": "Succeed"}}}
              """),
          new FindingCase(
              Code.NO_WAY_TO_END,
              "/States/A",
              """
              {"StartAt": "A", "States": {
                «"A": {"Type": "Wait", "Seconds": 1, "Next": "A"}}}
              """),
          new FindingCase(
              Code.BUSY_LOOP,
              "/States/A",
              """
              {"StartAt": "A", "States": {
                «"A": {"Type": "Pass", "Next": "B"},
                "B": {"Type": "Choice", "Default": "A",
                  "Choices": [{"Variable": "$.x", "IsNull": true, "Next": "C"}]},
                "C": {"Type": "Succeed"}}}
              """),
          new FindingCase(
              Code.CYCLE,
              "/States/G/Nodes/a/DependsOn",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true, "Nodes": {
                "a": {"Type": "Pass", «"DependsOn": ["b"]},
                "b": {"Type": "Pass", "DependsOn": ["a"]},
                "c": {"Type": "Pass", "DependsOn": ["b"]}}}}}
              """));

  private WayCases() {}
}
