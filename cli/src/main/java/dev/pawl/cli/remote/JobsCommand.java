package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.Table;
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

/** {@code pawl jobs}: what is done to many executions. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists, watches and stops what is done to many executions.", ""},
    synopsisSubcommandLabel = "[watch | stop]",
    subcommands = {JobsCommand.Watch.class, JobsCommand.Stop.class},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl jobs", "  pawl jobs --status running", "  pawl jobs watch 0190..."})
final class JobsCommand implements Callable<Integer> {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only those that are running, done, cancelled or failed.")
  private @Nullable String status;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most; 50 if nothing is said.")
  private int limit = 50;

  @Override
  public Integer call() {
    String query = status == null ? "" : "?status=" + Client.part(status.toUpperCase(Locale.ROOT));
    List<Json> jobs = server.client().list("/api/jobs" + query, limit);
    Table table = new Table("ID", "ACTION", "STATUS", "DONE", "REFUSED", "OF", "CREATED", "BY");
    for (Json job : jobs) {
      table.row(
          Executions.text(job, "id"),
          Executions.text(job, "action"),
          Executions.text(job, "status"),
          Executions.text(job, "done"),
          Executions.text(job, "refused"),
          Executions.text(job, "total"),
          Executions.time(Executions.text(job, "createdAt")),
          Executions.text(job, "createdBy"));
    }
    server.show(
        JsonObject.of("items", JsonArray.of(jobs)),
        table.isEmpty() ? "no jobs\n" : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  /** What is said of a job that was just made. */
  static String begun(Json job) {
    String id = Printable.line(Executions.text(job, "id"));
    return "job %s does it; see pawl jobs watch %s\n".formatted(id, id);
  }

  private static String path(String id) {
    return "/api/jobs/" + Client.part(id);
  }

  /** How far it is, on one line. */
  private static String line(Json job) {
    String total = Executions.text(job, "total");
    String problem = Executions.text(job, "problem");
    return "%s: %s done, %s refused%s%s\n"
        .formatted(
            Executions.text(job, "status"),
            Executions.text(job, "done"),
            Executions.text(job, "refused"),
            total.isEmpty() ? "" : " of " + total,
            problem.isEmpty() ? "" : "; " + Printable.line(problem));
  }

  /** {@code pawl jobs watch}. */
  @Command(
      name = "watch",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Shows how far a job is, to its end.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl jobs watch 0190..."})
  static final class Watch implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "ID", description = "The job.")
    private String id = "";

    @Override
    public Integer call() throws InterruptedException {
      Client client = server.client();
      Json job = client.get(path(id));
      String said = "";
      while (Executions.text(job, "status").equals("RUNNING")) {
        if (!server.isJson() && !said.equals(line(job))) {
          said = line(job);
          server.out().print(said);
          server.out().flush();
        }
        Thread.sleep(BETWEEN_LOOKS);
        job = client.get(path(id));
      }
      server.show(job, line(job));
      return Executions.text(job, "status").equals("DONE") ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }
  }

  /** {@code pawl jobs stop}. */
  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Stops a job; what it has done stays done.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl jobs stop 0190..."})
  static final class Stop implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "ID", description = "The job.")
    private String id = "";

    @Override
    public Integer call() {
      Json job = server.client().post(path(id) + "/cancel", JsonObject.EMPTY);
      server.show(job, line(job));
      return ExitCode.SUCCESS;
    }
  }
}
