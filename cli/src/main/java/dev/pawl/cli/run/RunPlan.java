package dev.pawl.cli.run;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.sdk.Json;
import java.util.List;

/**
 * The flow to run, its input and its scripted environment.
 *
 * @param files the main flow, followed by the flows that it calls
 * @param ports the handlers of the run
 */
public record RunPlan(
    List<FlowFile> files,
    Json input,
    RunScenario scenario,
    ScenarioPorts ports,
    Preflight preflight) {

  public RunPlan {
    files = List.copyOf(files);
  }

  public FlowFile main() {
    return files.getFirst();
  }
}
