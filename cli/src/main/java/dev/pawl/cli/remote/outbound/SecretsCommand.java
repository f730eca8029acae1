package dev.pawl.cli.remote.outbound;

import dev.pawl.cli.file.Texts;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.outbound.SecretSummary;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl secrets}, the parent of the commands for secrets. */
@Command(
    name = "secrets",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Sets, lists and deletes secrets. Their values are never shown.", ""},
    synopsisSubcommandLabel = "[set | ls | rm]",
    subcommands = {
      SecretsCommand.SetSecret.class,
      SecretsCommand.ListSecrets.class,
      SecretsCommand.DeleteSecret.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl secrets set crm-token < token.txt",
      "  pawl secrets set crm-token --value-file token.txt",
      "  pawl secrets ls",
      "  pawl secrets rm crm-token"
    })
public final class SecretsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    return list(server);
  }

  private static int list(ServerOptions server) {
    List<Json> secrets = server.client().secrets().list().map(SecretSummary::json).toList();
    Table table = new Table("NAME", "VERSION", "UPDATED", "BY");
    for (Json secret : secrets) {
      table.row(
          ExecutionText.text(secret, "name"),
          ExecutionText.text(secret, "version"),
          ExecutionText.time(ExecutionText.text(secret, "updatedAt")),
          ExecutionText.text(secret, "updatedBy"));
    }
    server.show(JsonObject.of("items", JsonArray.of(secrets)), table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  /** Implements {@code pawl secrets set}: sets the value of a secret. */
  @Command(
      name = "set",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Sets the value of a secret, which is read from standard input or a file. It is no"
            + " argument, since other users could see those. A line break at its end is removed.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl secrets set crm-token < token.txt",
        "  pawl secrets set crm-token --value-file token.txt"
      })
  static final class SetSecret implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "NAME", description = "The name of the secret.")
    private String name = "";

    @Option(
        names = "--value-file",
        paramLabel = "FILE",
        description = "The file with the value; default: - for standard input.")
    private String file = Texts.STANDARD_INPUT;

    @Override
    public Integer call() {
      String value = Texts.read(file).replaceFirst("\\r?\\n\\z", "");
      SecretSummary secret = server.client().secrets().set(name, value);
      server.show(secret.json(), "%s is set (version %d)%n".formatted(name, secret.version()));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl secrets ls}: lists secrets without their values. */
  @Command(
      name = "ls",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lists the secrets of the tenant, without their values.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl secrets ls"})
  static final class ListSecrets implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
      return list(server);
    }
  }

  /** Implements {@code pawl secrets rm}: deletes a secret. */
  @Command(
      name = "rm",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Deletes a secret that no connection refers to.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl secrets rm crm-token"})
  static final class DeleteSecret implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "NAME", description = "The name of the secret.")
    private String name = "";

    @Override
    public Integer call() {
      server.client().secrets().delete(name);
      server.show(JsonObject.of("deleted", Json.of(name)), name + " is deleted\n");
      return ExitCode.SUCCESS;
    }
  }
}
