package dev.pawl.cli.remote.outbound;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.CommandOutput;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.outbound.MessageTemplateInfo;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.MessageTemplate;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl templates}, the parent of the commands for message templates. */
@Command(
    name = "templates",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Saves, lists, shows and deletes templates of mails, text messages and notifications.",
      ""
    },
    synopsisSubcommandLabel = "[set | ls | show | rm]",
    subcommands = {
      TemplatesCommand.SetTemplate.class,
      TemplatesCommand.ListTemplates.class,
      TemplatesCommand.ShowTemplate.class,
      TemplatesCommand.DeleteTemplate.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl templates set shipped --subject 'Order {{id}}' --text 'Dear {{name}}, ...'",
      "  pawl templates ls",
      "  pawl templates show shipped",
      "  pawl templates rm shipped"
    })
public final class TemplatesCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    return list(server);
  }

  private static int list(ServerOptions server) {
    List<Json> templates =
        server.client().templates().list().map(MessageTemplateInfo::json).toList();
    Table table = new Table("NAME", "SUBJECT", "UPDATED", "BY");
    for (Json template : templates) {
      table.row(
          ExecutionText.text(template, "name"),
          ExecutionText.text(template, "subject"),
          ExecutionText.time(ExecutionText.text(template, "updatedAt")),
          ExecutionText.text(template, "updatedBy"));
    }
    server.show(JsonObject.of("items", JsonArray.of(templates)), table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  /** Implements {@code pawl templates set}: saves a template. */
  @Command(
      name = "set",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Saves a template, new or not. Texts are in Mustache syntax.", ""},
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl templates set shipped --subject 'Order {{id}}' --text 'Dear {{name}}, ...'",
        "  pawl templates set shipped --text @shipped.txt --html @shipped.html"
      })
  static final class SetTemplate implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "NAME", description = "The name of the template.")
    private String name = "";

    @Option(
        names = "--subject",
        paramLabel = "TEXT",
        description = "The subject of a mail or title of a notification.")
    private @Nullable String subject;

    @Option(
        names = "--text",
        paramLabel = "TEXT",
        description = "The plain text: itself, @FILE, or - for standard input.")
    private @Nullable String text;

    @Option(
        names = "--html",
        paramLabel = "HTML",
        description = "The HTML body of a mail: itself, @FILE, or - for standard input.")
    private @Nullable String html;

    @Override
    public Integer call() {
      MessageTemplateInfo saved =
          server
              .client()
              .templates()
              .save(
                  new MessageTemplate(
                      name, subject == null ? "" : subject, content(text), content(html)));
      server.show(saved.json(), name + " is saved\n");
      return ExitCode.SUCCESS;
    }

    private static String content(@Nullable String argument) {
      if (argument == null) {
        return "";
      }
      if (argument.equals(Texts.STANDARD_INPUT)) {
        return Texts.read(argument);
      }
      return argument.startsWith("@") ? Texts.read(argument.substring(1)) : argument;
    }
  }

  /** Implements {@code pawl templates ls}: lists templates without their texts. */
  @Command(
      name = "ls",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lists the templates of the tenant, without their texts.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl templates ls"})
  static final class ListTemplates implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
      return list(server);
    }
  }

  /** Implements {@code pawl templates show}: prints a template as JSON. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Prints a template as JSON.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl templates show shipped"})
  static final class ShowTemplate implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "NAME", description = "The name of the template.")
    private String name = "";

    @Override
    public Integer call() {
      Json template = server.client().templates().get(name).json();
      server.show(template, CommandOutput.pretty(template));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl templates rm}: deletes a template. */
  @Command(
      name = "rm",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Deletes a template.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl templates rm shipped"})
  static final class DeleteTemplate implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "NAME", description = "The name of the template.")
    private String name = "";

    @Override
    public Integer call() {
      server.client().templates().delete(name);
      server.show(JsonObject.of("deleted", Json.of(name)), name + " is deleted\n");
      return ExitCode.SUCCESS;
    }
  }
}
