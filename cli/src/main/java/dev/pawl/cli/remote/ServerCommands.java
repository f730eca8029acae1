package dev.pawl.cli.remote;

import java.util.List;
import picocli.CommandLine;

/** The list of them. */
public final class ServerCommands {

  private ServerCommands() {}

  /** Adds them all, in the order in which help shows them. */
  public static void addTo(CommandLine program) {
    List.of(
            new UpCommand(),
            new SignInCommand(),
            new DeployCommand(),
            new StartCommand(),
            new LsCommand(),
            new ShowCommand(),
            new WatchCommand(),
            new ExplainCommand(),
            new CancelCommand(),
            new PauseCommand(),
            new ResumeCommand(),
            new RetryCommand(),
            new SignalCommand(),
            new DecideCommand(),
            new SkipCommand(),
            new SendBackCommand(),
            new JobsCommand(),
            new PauseAllCommand(),
            new ResumeAllCommand(),
            new FlowsCommand(),
            new ExportCommand(),
            new ImportCommand(),
            new WorkerCommand(),
            new KeysCommand(),
            new TenantsCommand(),
            new AuditCommand(),
            new NodesCommand(),
            new ProfilesCommand(),
            new DoctorCommand())
        .forEach(program::addSubcommand);
  }
}
