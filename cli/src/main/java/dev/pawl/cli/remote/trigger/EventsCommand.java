package dev.pawl.cli.remote.trigger;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.operate.BroadcastResult;
import dev.pawl.client.operate.EventTrial;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code pawl events}. */
@Command(
    name = "events",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Publishes events, which start flows and wake executions.", ""},
    synopsisSubcommandLabel = "(send | try)",
    subcommands = {EventsCommand.Send.class, EventsCommand.Try.class})
public final class EventsCommand {

  /** Implements {@code pawl events send}: publishes an event. */
  @Command(
      name = "send",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Publishes an event: starts the flows bound to it, and wakes all executions that wait for"
            + " it.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl events send POLICY_CREATED --aggregate P-1 --client 17 --lob 3",
        "  pawl events send order.paid --id evt-7 --payload '{\"amount\": 12}'"
      })
  static final class Send implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private EventOptions event = new EventOptions();

    @Override
    public Integer call() {
      BroadcastResult result = server.client().operator().broadcast(event.event());
      StringBuilder text = new StringBuilder();
      result.started().forEach((flow, execution) -> text.append(flow + " " + execution + "\n"));
      text.append(
          "the event %s started %d and woke %d executions%s\n"
              .formatted(
                  result.id(),
                  result.started().size(),
                  result.woken(),
                  result.isRepeated() ? " when it came first" : ""));
      server.show(result.json(), text.toString());
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl events try}: says what an event would do. */
  @Command(
      name = "try",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Says what an event would start and wake, in which order, and why other bindings do not"
            + " match. Nothing happens.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl events try POLICY_CREATED --client 18 --lob 3",
        "  pawl events try order.paid --payload '{\"amount\": 12}' --inputs"
      })
  static final class Try implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private EventOptions event = new EventOptions();

    @Option(names = "--inputs", description = "Also print the input of each start.")
    private boolean inputs;

    @Override
    public Integer call() {
      EventTrial trial = server.client().operator().tryEvent(event.event());
      StringBuilder text = new StringBuilder();
      for (EventTrial.BindingTrial one : trial.bindings()) {
        text.append(one.turn().map(turn -> turn + ".").orElse("-"))
            .append(' ')
            .append(one.flow())
            .append(": ")
            .append(one.message())
            .append('\n');
        if (inputs) {
          one.input().ifPresent(input -> text.append("   ").append(input).append('\n'));
        }
      }
      text.append(
          "%d of %d bindings act, and %d executions wait for it; nothing was done%s\n"
              .formatted(
                  trial.bindings().stream().filter(one -> one.turn().isPresent()).count(),
                  trial.bindings().size(),
                  trial.wakes(),
                  trial.isPaused() ? "; the tenant is stopped: events start nothing now" : ""));
      server.show(trial.json(), text.toString());
      return ExitCode.SUCCESS;
    }
  }
}
