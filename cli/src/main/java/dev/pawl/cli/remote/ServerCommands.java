package dev.pawl.cli.remote;

import dev.pawl.cli.remote.access.AuditCommand;
import dev.pawl.cli.remote.access.KeysCommand;
import dev.pawl.cli.remote.access.ProfilesCommand;
import dev.pawl.cli.remote.access.SignInCommand;
import dev.pawl.cli.remote.access.TenantsCommand;
import dev.pawl.cli.remote.execution.CompareCommand;
import dev.pawl.cli.remote.execution.EffectsCommand;
import dev.pawl.cli.remote.execution.ExplainCommand;
import dev.pawl.cli.remote.execution.LsCommand;
import dev.pawl.cli.remote.execution.ShowCommand;
import dev.pawl.cli.remote.execution.StartCommand;
import dev.pawl.cli.remote.execution.StatsCommand;
import dev.pawl.cli.remote.execution.WatchCommand;
import dev.pawl.cli.remote.failure.FailuresCommand;
import dev.pawl.cli.remote.flow.DeployCommand;
import dev.pawl.cli.remote.flow.ExportCommand;
import dev.pawl.cli.remote.flow.FlowsCommand;
import dev.pawl.cli.remote.flow.ImportCommand;
import dev.pawl.cli.remote.operator.CancelCommand;
import dev.pawl.cli.remote.operator.DecideCommand;
import dev.pawl.cli.remote.operator.JobsCommand;
import dev.pawl.cli.remote.operator.PauseAllCommand;
import dev.pawl.cli.remote.operator.PauseCommand;
import dev.pawl.cli.remote.operator.ResumeAllCommand;
import dev.pawl.cli.remote.operator.ResumeCommand;
import dev.pawl.cli.remote.operator.RetryCommand;
import dev.pawl.cli.remote.operator.SendBackCommand;
import dev.pawl.cli.remote.operator.SignalCommand;
import dev.pawl.cli.remote.operator.SkipCommand;
import dev.pawl.cli.remote.outbound.BreakersCommand;
import dev.pawl.cli.remote.outbound.ConnectionsCommand;
import dev.pawl.cli.remote.outbound.SecretsCommand;
import dev.pawl.cli.remote.outbound.TemplatesCommand;
import dev.pawl.cli.remote.server.DoctorCommand;
import dev.pawl.cli.remote.server.NodesCommand;
import dev.pawl.cli.remote.server.UpCommand;
import dev.pawl.cli.remote.trigger.BindingsCommand;
import dev.pawl.cli.remote.trigger.EventsCommand;
import dev.pawl.cli.remote.trigger.RejectedCommand;
import dev.pawl.cli.remote.trigger.WebhooksCommand;
import dev.pawl.cli.remote.worker.WorkerCommand;
import java.util.List;
import picocli.CommandLine;

/** Registers all commands that talk to a server. */
public final class ServerCommands {

  private ServerCommands() {}

  /** Adds the commands to the program, in the order in which the help lists them. */
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
            new EffectsCommand(),
            new CompareCommand(),
            new FailuresCommand(),
            new StatsCommand(),
            new CancelCommand(),
            new PauseCommand(),
            new ResumeCommand(),
            new RetryCommand(),
            new SignalCommand(),
            new DecideCommand(),
            new SkipCommand(),
            new SendBackCommand(),
            new EventsCommand(),
            new BindingsCommand(),
            new RejectedCommand(),
            new WebhooksCommand(),
            new JobsCommand(),
            new PauseAllCommand(),
            new ResumeAllCommand(),
            new FlowsCommand(),
            new ExportCommand(),
            new ImportCommand(),
            new WorkerCommand(),
            new SecretsCommand(),
            new ConnectionsCommand(),
            new BreakersCommand(),
            new TemplatesCommand(),
            new KeysCommand(),
            new TenantsCommand(),
            new AuditCommand(),
            new NodesCommand(),
            new ProfilesCommand(),
            new DoctorCommand())
        .forEach(program::addSubcommand);
  }
}
