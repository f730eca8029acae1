package dev.pawl.cli;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.run.Preflight;
import dev.pawl.cli.run.RunPlan;
import dev.pawl.cli.run.RunScenario;
import dev.pawl.cli.run.ScenarioPorts;
import dev.pawl.cli.run.ScriptedRun;
import dev.pawl.cli.run.SiblingFlows;
import dev.pawl.cli.show.Printable;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Status;
import dev.pawl.model.Flow;
import dev.pawl.sdk.Json;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Implements {@code pawl run}: runs a flow file in memory or durably. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Runs a flow and shows each step as it happens, then the output: in memory, or durably with"
          + " --data or --database.",
      "",
      "No handler is called: --mock and --exec define the results of the resources that the run"
          + " calls. The resource 'echo' needs neither: it returns its input. A Compensate"
          + " resource without a mock succeeds. The flow that 'flow:CODE' means is CODE.asl.json,"
          + " .asl.yaml, .json or .yaml beside FILE.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl run hello.asl.json --input '{\"name\": \"Ada\"}'",
      "  pawl run order.asl.yaml --input @order.json --mock charge='{\"id\": 1}'",
      "",
      "  A resource that is busy once, without waiting for the retry:",
      "    pawl run order.asl.yaml --fast --mock-error charge=Card.Busy:later \\",
      "      --mock charge='{\"id\": 1}'",
      "",
      "  A run that survives kill -9: the same command continues it",
      "    pawl run order.asl.yaml --data ./data --exec charge='./charge.sh'",
      "",
      "  A person who decides, and an event:",
      "    pawl run expense.asl.yaml --decide Approve=approved --event paid={}",
      "",
      "Exit codes:",
      "  0  the execution succeeded",
      "  1  it did not: it failed, timed out, waits for something that was not given,",
      "     or the flow has errors",
      "  2  the command line is invalid, a file cannot be read, a mock is missing, or the",
      "     folder or database cannot be used"
    })
final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "A flow file, JSON or YAML; - for standard input.")
  private String name = "";

  @Option(
      names = {"-i", "--input"},
      paramLabel = "JSON",
      description = "The input: JSON, @file, or - for standard input. {} if not given.")
  private String input = "{}";

  @Mixin private ScenarioOptions options = new ScenarioOptions();

  @Mixin private DurableOptions durable = new DurableOptions();

  @Option(names = "--fast", description = "Skip over waits and retry delays.")
  private boolean fast;

  @Option(
      names = "--json",
      description =
          "Print one JSON document: {status, output?, error?, cause?, steps: [...]}. The status of"
              + " a flow with errors is INVALID, with findings; of one that cannot continue,"
              + " WAITING.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (name.equals(Texts.STANDARD_INPUT) && input.equals(Texts.STANDARD_INPUT)) {
      throw new UsageException("standard input (-) can be read only once");
    }
    FlowFile main = FlowFile.read(name);
    Json value = JsonArgument.read("--input", input);
    RunScenario scenario = options.scenario();
    durable.check(fast, scenario);
    SiblingFlows siblings = new SiblingFlows(name);
    List<FlowFile> files = siblings.reachable(main, scenario.answers()::has);
    RunReport report = json ? new JsonReport(out()) : new TextReport(out(), err());
    Optional<FlowFile> invalid = files.stream().filter(f -> f.flow().isEmpty()).findFirst();
    if (invalid.isPresent()) {
      report.invalid(invalid.get());
      return ExitCode.FAILURE;
    }
    Preflight preflight = new Preflight(scenario, files);
    preflight.check();
    preflight.unused().forEach(sentence -> err().println("pawl: " + Printable.line(sentence)));
    ScenarioPorts ports = new ScenarioPorts(scenario, siblings, preflight);
    RunPlan plan = new RunPlan(files, value, scenario, ports, preflight);
    Execution execution =
        durable.areGiven()
            ? DurableRunLauncher.run(plan, durable, report, err())
            : runInMemory(plan, report);
    return execution.status() == Status.SUCCEEDED ? ExitCode.SUCCESS : ExitCode.FAILURE;
  }

  private Execution runInMemory(RunPlan plan, RunReport report) throws Exception {
    ScriptedRun run =
        new ScriptedRun(plan.scenario(), plan.ports(), Clock.tickMillis(ZoneOffset.UTC), fast);
    FlowFile main = plan.main();
    report.begin(run, main, plan.preflight());
    Flow flow = main.flow().orElseThrow();
    Execution execution =
        new StopNotice(run.log(), err()).during(() -> run.run(flow, main.code(), plan.input()));
    report.end(run, execution, plan.preflight());
    return execution;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
