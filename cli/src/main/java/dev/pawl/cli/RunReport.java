package dev.pawl.cli;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.run.Preflight;
import dev.pawl.cli.run.Run;
import dev.pawl.engine.Execution;

/** What a run shows of itself. */
sealed interface RunReport permits TextReport, JsonReport {

  /** The flow, or one that it calls, cannot run. */
  void invalid(FlowFile file);

  /** The run is about to begin; steps may be listened to. */
  void begin(Run run, FlowFile main, Preflight flows);

  /** The run is over: the execution has ended, or waits for what will not come. */
  void end(Run run, Execution execution, Preflight flows);
}
