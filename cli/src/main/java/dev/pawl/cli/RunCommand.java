package dev.pawl.cli;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.run.Mocks;
import dev.pawl.cli.run.Neighbours;
import dev.pawl.cli.run.Preflight;
import dev.pawl.cli.run.Rehearsal;
import dev.pawl.cli.run.Scenario;
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

/** {@code pawl run}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = Pawl.Version.class,
    sortOptions = false,
    description = {
      "Runs a flow in memory and shows each step as it happens, then the output.",
      "",
      "No handler is called: --mock says what each resource answers that the run comes to. The"
          + " resource 'echo' needs no mock, it answers with its input. A Compensate resource"
          + " without a mock succeeds. The flow that 'flow:CODE' means is CODE.asl.json, .asl.yaml,"
          + " .json or .yaml beside FILE.",
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
      "  A person who decides, and an event:",
      "    pawl run expense.asl.yaml --decide Approve=approved --event paid={}",
      "",
      "Exit codes:",
      "  0  the execution succeeded",
      "  1  it did not: it failed, timed out, waits for something that was not given,",
      "     or the flow has errors",
      "  2  the command was not understood, a file cannot be read, or a mock is missing"
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

  @Option(names = "--fast", description = "Skip over waits and retry delays.")
  private boolean fast;

  @Option(
      names = "--json",
      description =
          "Print one JSON document: {status, output?, error?, cause?, steps: [...]}. The status of "
              + "a flow with errors is INVALID, with findings; of one that cannot go on, WAITING.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (name.equals(Texts.STANDARD_INPUT) && input.equals(Texts.STANDARD_INPUT)) {
      throw new UsageException("standard input (-) can be read only once");
    }
    FlowFile main = FlowFile.read(name);
    Json value = JsonArgument.read("--input", input);
    Scenario scenario = options.scenario();
    Neighbours neighbours = new Neighbours(name);
    List<FlowFile> files = neighbours.reachable(main, scenario.answers()::has);
    RunReport report = json ? new JsonReport(out()) : new TextReport(out(), err());
    Optional<FlowFile> invalid = files.stream().filter(f -> f.flow().isEmpty()).findFirst();
    if (invalid.isPresent()) {
      report.invalid(invalid.get());
      return Pawl.FAILURE;
    }
    Preflight preflight = new Preflight(scenario, files);
    preflight.check();
    preflight.unused().forEach(sentence -> err().println("pawl: " + Printable.line(sentence)));
    Mocks mocks = new Mocks(scenario, neighbours, preflight);
    Rehearsal rehearsal = new Rehearsal(scenario, mocks, Clock.tickMillis(ZoneOffset.UTC), fast);
    report.begin(rehearsal, main, preflight);
    Flow flow = main.flow().orElseThrow();
    Execution execution =
        StopNotice.during(() -> rehearsal.run(flow, main.code(), value), rehearsal.log(), err());
    report.end(rehearsal, execution, preflight);
    return execution.status() == Status.SUCCEEDED ? Pawl.SUCCESS : Pawl.FAILURE;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
