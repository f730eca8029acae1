package dev.pawl.cli.remote.trigger;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.trigger.Binding;
import dev.pawl.client.trigger.NewBinding;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl bindings}. */
@Command(
    name = "bindings",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Manages bindings, which let events start flows.", ""},
    synopsisSubcommandLabel = "(ls | add | rm | enable | disable)",
    subcommands = {
      BindingsCommand.Ls.class,
      BindingsCommand.Add.class,
      BindingsCommand.Rm.class,
      BindingsCommand.Enable.class,
      BindingsCommand.Disable.class
    })
public final class BindingsCommand {

  private static String scope(Json binding, String member) {
    String text = ExecutionText.text(binding, member);
    return text.isEmpty() ? "*" : text;
  }

  private static int show(ServerOptions server, Binding binding) {
    server.show(
        binding.json(),
        "%s starts %s on %s%s\n"
            .formatted(
                binding.id(),
                binding.flow(),
                binding.event(),
                binding.isEnabled() ? "" : ", and is switched off"));
    return ExitCode.SUCCESS;
  }

  /** Implements {@code pawl bindings ls}: lists bindings. */
  @Command(
      name = "ls",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lists the bindings.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl bindings ls"})
  static final class Ls implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
      List<Json> bindings = server.client().bindings().list().map(Binding::json).toList();
      Table table =
          new Table("ID", "EVENT", "FLOW", "CLIENT", "LOB", "PRODUCT", "PRIORITY", "ENABLED");
      for (Json binding : bindings) {
        table.row(
            ExecutionText.text(binding, "id"),
            ExecutionText.text(binding, "event"),
            ExecutionText.text(binding, "flow"),
            scope(binding, "clientId"),
            scope(binding, "lobId"),
            scope(binding, "productId"),
            ExecutionText.text(binding, "priority"),
            ExecutionText.text(binding, "enabled"));
      }
      server.show(JsonObject.of("items", JsonArray.of(bindings)), table.text(server.paint()));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl bindings add}: creates a binding. */
  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lets an event start a flow.", ""},
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl bindings add POLICY_CREATED onboarding --client 17 --lob 3",
        "  pawl bindings add 'policy.*' audit --filter 'payload.premium > 100'"
      })
  static final class Add implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(
        index = "0",
        paramLabel = "EVENT",
        description = "The name of the event, or a prefix such as policy.*")
    private String event = "";

    @Parameters(index = "1", paramLabel = "FLOW", description = "The code of the flow.")
    private String flow = "";

    @Option(names = "--client", paramLabel = "ID", description = "Only events of this client.")
    private @Nullable String client;

    @Option(
        names = "--lob",
        paramLabel = "ID",
        description = "Only events of this line of business.")
    private @Nullable String lob;

    @Option(names = "--product", paramLabel = "ID", description = "Only events of this product.")
    private @Nullable String product;

    @Option(names = "--priority", paramLabel = "N", description = "Higher ones come first.")
    private int priority;

    @Option(names = "--exclusive", description = "Consider no binding after this one.")
    private boolean exclusive;

    @Option(
        names = "--filter",
        paramLabel = "FORMULA",
        description = "Only events for which it is true.")
    private @Nullable String filter;

    @Option(
        names = "--key",
        paramLabel = "FORMULA",
        description = "The business key of the execution.")
    private @Nullable String key;

    @Option(
        names = "--on-running",
        paramLabel = "start|ignore|signal",
        description = "What an event does while an execution with the same business key runs.")
    private @Nullable String onRunning;

    @Option(
        names = "--input-mapping",
        paramLabel = "JSON",
        description = "Where the input comes from: JSON, @file, or - for standard input.")
    private @Nullable String mapping;

    @Override
    public Integer call() {
      NewBinding binding = NewBinding.of(event, flow).priority(priority);
      binding = client == null ? binding : binding.client(client);
      binding = lob == null ? binding : binding.lob(lob);
      binding = product == null ? binding : binding.product(product);
      binding = exclusive ? binding.exclusive() : binding;
      binding = filter == null ? binding : binding.filter(filter);
      binding = key == null ? binding : binding.key(key);
      binding = onRunning == null ? binding : binding.onRunning(onRunning);
      binding =
          mapping == null
              ? binding
              : binding.inputMapping(JsonArgument.read("--input-mapping", mapping));
      return show(server, server.client().bindings().create(binding));
    }
  }

  /** Implements {@code pawl bindings rm}: removes a binding. */
  @Command(
      name = "rm",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Removes a binding; no node starts anything by it afterwards.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl bindings rm 0190..."})
  static final class Rm implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "ID", description = "The binding.")
    private String id = "";

    @Override
    public Integer call() {
      server.client().bindings().remove(id);
      server.show(JsonObject.of("removed", Json.of(id)), "removed " + id + "\n");
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl bindings enable}: switches a binding on. */
  @Command(
      name = "enable",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Switches a binding on.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl bindings enable 0190..."})
  static final class Enable implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "ID", description = "The binding.")
    private String id = "";

    @Override
    public Integer call() {
      return show(server, server.client().bindings().enable(id));
    }
  }

  /** Implements {@code pawl bindings disable}: switches a binding off. */
  @Command(
      name = "disable",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Switches a binding off; no node starts anything by it afterwards.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl bindings disable 0190..."})
  static final class Disable implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "ID", description = "The binding.")
    private String id = "";

    @Override
    public Integer call() {
      return show(server, server.client().bindings().disable(id));
    }
  }
}
