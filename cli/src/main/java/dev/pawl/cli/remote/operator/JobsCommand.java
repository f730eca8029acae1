package dev.pawl.cli.remote.operator;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.Table;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.operate.JobsApi;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl jobs}: lists jobs, which apply an action to many executions. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists, watches and stops jobs, which apply an action to many executions.", ""},
    synopsisSubcommandLabel = "[watch | stop]",
    subcommands = {JobsCommand.Watch.class, JobsCommand.Stop.class},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl jobs", "  pawl jobs --status running", "  pawl jobs watch 0190..."})
public final class JobsCommand implements Callable<Integer> {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only jobs in this status: running, done, cancelled or failed.")
  private @Nullable String status;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "The maximum number of jobs; the default is 50.")
  private int limit = 50;

  @Override
  public Integer call() {
    ApiPath path = ApiPath.of("/api/jobs");
    if (status != null) {
      path.query("status", status.toUpperCase(Locale.ROOT));
    }
    List<Json> jobs = server.client().list(path.toString(), limit).toList();
    Table table = new Table("ID", "ACTION", "STATUS", "DONE", "REFUSED", "OF", "CREATED", "BY");
    for (Json job : jobs) {
      table.row(
          ExecutionText.text(job, "id"),
          ExecutionText.text(job, "action"),
          ExecutionText.text(job, "status"),
          ExecutionText.text(job, "done"),
          ExecutionText.text(job, "refused"),
          ExecutionText.text(job, "total"),
          ExecutionText.time(ExecutionText.text(job, "createdAt")),
          ExecutionText.text(job, "createdBy"));
    }
    server.show(
        JsonObject.of("items", JsonArray.of(jobs)),
        table.isEmpty() ? "no jobs\n" : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  /** Returns the message about a job that was just created. */
  public static String createdMessage(Json job) {
    String id = Printable.line(ExecutionText.text(job, "id"));
    return "job %s was created; watch it with pawl jobs watch %s\n".formatted(id, id);
  }

  /** Returns the progress of a job on one line. */
  private static String line(Json job) {
    String total = ExecutionText.text(job, "total");
    String problem = ExecutionText.text(job, "problem");
    return "%s: %s done, %s refused%s%s\n"
        .formatted(
            ExecutionText.text(job, "status"),
            ExecutionText.text(job, "done"),
            ExecutionText.text(job, "refused"),
            total.isEmpty() ? "" : " of " + total,
            problem.isEmpty() ? "" : "; " + Printable.line(problem));
  }

  /** Implements {@code pawl jobs watch}: shows the progress of a job until it ends. */
  @Command(
      name = "watch",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Shows the progress of a job until it ends.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl jobs watch 0190..."})
  static final class Watch implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "ID", description = "The job.")
    private String id = "";

    @Override
    public Integer call() throws InterruptedException {
      JobsApi jobs = server.client().jobs();
      Json job = jobs.get(id).json();
      String printed = "";
      while (ExecutionText.text(job, "status").equals("RUNNING")) {
        if (!server.isJson() && !printed.equals(line(job))) {
          printed = line(job);
          server.out().print(printed);
          server.out().flush();
        }
        Thread.sleep(POLL_INTERVAL);
        job = jobs.get(id).json();
      }
      server.show(job, line(job));
      return ExecutionText.text(job, "status").equals("DONE") ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }
  }

  /** Implements {@code pawl jobs stop}: stops a job. */
  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Stops a job; what it has already done is not undone.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl jobs stop 0190..."})
  static final class Stop implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "ID", description = "The job.")
    private String id = "";

    @Override
    public Integer call() {
      Json job = server.client().jobs().cancel(id).json();
      server.show(job, line(job));
      return ExitCode.SUCCESS;
    }
  }
}
