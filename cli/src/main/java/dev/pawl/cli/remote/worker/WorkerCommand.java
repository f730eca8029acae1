package dev.pawl.cli.remote.worker;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.ServerAddress;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.PawlClient;
import dev.pawl.client.worker.Worker;
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

/** Implements {@code pawl worker}: executes the Tasks of a resource with a program. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Runs your program for each Task of a resource until it is stopped.",
      "",
      "The program reads the input as JSON from standard input and writes its output, JSON or text,"
          + " to standard output. An exit code other than 0 is a failure, with what it wrote to"
          + " standard error as the cause. PAWL_IDEMPOTENCY_KEY is the same each time the same step"
          + " is attempted.",
      "",
      "With --json it prints one line of JSON for each completed task.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl worker mail -- ./send-mail.sh",
      "  pawl worker upper -- \"jq '.text | ascii_upcase'\"",
      "  pawl worker render --concurrency 4 --error Render.Failed -- node render.js"
    })
public final class WorkerCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "RESOURCE", description = "As the Tasks name it.")
  private String resource = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The program and its arguments, or one line for the shell.")
  private List<String> command = List.of();

  @Option(names = "--concurrency", paramLabel = "N", description = "How many tasks at a time; 1.")
  private int concurrency = 1;

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      description = "After how long without a heartbeat another worker gets a task; 30.")
  private long lease = 30;

  @Option(
      names = "--error",
      paramLabel = "NAME",
      description = "The error name of failures; Exec.Failed.")
  private String error = "Exec.Failed";

  @Override
  public Integer call() throws InterruptedException {
    ServerAddress address = server.address();
    Collection<Worker> running = new CopyOnWriteArrayList<>();
    BooleanSupplier isStopping = () -> running.stream().anyMatch(Worker::isClosing);
    CommandHandler handler = new CommandHandler(command, error, isStopping);
    try (PawlClient client = address.client();
        Worker worker =
            client
                .worker()
                .serve(resource, server.isJson() ? new TaskLines(handler, server.out()) : handler)
                .concurrency(concurrency)
                .lease(Duration.ofSeconds(lease))
                .start()) {
      running.add(worker);
      Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "pawl-worker-stop"));
      server.err().println("serving " + resource + " of " + address.url() + "; Ctrl-C stops it");
      server.err().flush();
      worker.join();
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(String.valueOf(wrong.getMessage()));
    }
    return ExitCode.SUCCESS;
  }
}
