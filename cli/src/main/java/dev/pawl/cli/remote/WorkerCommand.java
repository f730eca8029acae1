package dev.pawl.cli.remote;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.Place;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.worker.Worker;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pawl worker}. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Does the Tasks of a resource with a program of yours, until it is stopped.",
      "",
      "The program reads the input as JSON from standard input and writes its output, JSON or text,"
          + " to standard output. An exit code other than 0 is a failure, with what it wrote to"
          + " standard error as the cause. PAWL_IDEMPOTENCY_KEY is the same each time the same step"
          + " is worked on.",
      "",
      "With --json it prints a line of JSON for each task that it has done.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl worker mail -- ./send-mail.sh",
      "  pawl worker upper -- \"jq '.text | ascii_upcase'\"",
      "  pawl worker render --concurrency 4 --error Render.Failed -- node render.js"
    })
final class WorkerCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "RESOURCE", description = "As the Tasks name it.")
  private String resource = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The program and its arguments, or one line for the shell.")
  private List<String> command = List.of();

  @Option(names = "--concurrency", paramLabel = "N", description = "How many at a time; 1.")
  private int concurrency = 1;

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      description = "After how long of silence another worker gets a task; 30.")
  private long lease = 30;

  @Option(
      names = "--error",
      paramLabel = "NAME",
      description = "The name of failures; Exec.Failed.")
  private String error = "Exec.Failed";

  @Override
  public Integer call() throws InterruptedException {
    Place place = server.place();
    String key = place.knownKey();
    Collection<Worker> running = new CopyOnWriteArrayList<>();
    BooleanSupplier isStopping = () -> running.stream().anyMatch(Worker::isClosing);
    CommandHandler handler = new CommandHandler(command, error, isStopping);
    try (Worker worker =
        Worker.connect(place.url().toString(), key)
            .serve(resource, server.isJson() ? new TaskLines(handler, server.out()) : handler)
            .concurrency(concurrency)
            .lease(Duration.ofSeconds(lease))
            .start()) {
      running.add(worker);
      Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "pawl-worker-stop"));
      server.err().println("serving " + resource + " of " + place.url() + "; Ctrl-C stops it");
      server.err().flush();
      worker.join();
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(String.valueOf(wrong.getMessage()));
    }
    return ExitCode.SUCCESS;
  }
}
