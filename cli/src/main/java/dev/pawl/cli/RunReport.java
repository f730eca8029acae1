package dev.pawl.cli;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.run.Preflight;
import dev.pawl.cli.run.ReportedRun;
import dev.pawl.engine.Execution;

/** Reports the steps and the result of a run. */
sealed interface RunReport permits TextReport, JsonReport {

  /** Reports that the flow, or one that it calls, has errors and cannot run. */
  void invalid(FlowFile file);

  /** Called before the run begins; registers the listeners for its steps. */
  void begin(ReportedRun run, FlowFile main, Preflight flows);

  /**
   * Reports the end of the run: the execution has ended, or waits for an input that was not given.
   */
  void end(ReportedRun run, Execution execution, Preflight flows);
}
