package dev.pawl.cli.run;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.sdk.Json;
import java.util.List;

/**
 * What is to be run.
 *
 * @param files the flow that was asked for, and then the flows that it calls
 * @param mocks what the outside answers
 */
public record Plan(
    List<FlowFile> files, Json input, Scenario scenario, Mocks mocks, Preflight preflight) {

  public Plan {
    files = List.copyOf(files);
  }

  public FlowFile main() {
    return files.getFirst();
  }
}
