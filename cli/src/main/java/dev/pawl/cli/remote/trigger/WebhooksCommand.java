package dev.pawl.cli.remote.trigger;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.file.Texts;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.trigger.Webhook;
import dev.pawl.client.trigger.WebhooksApi.NewSecret;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl webhooks}. */
@Command(
    name = "webhooks",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Manages webhooks, by which other systems start flows.", ""},
    synopsisSubcommandLabel = "(ls | add | rm | rotate | end-old)",
    subcommands = {
      WebhooksCommand.Ls.class,
      WebhooksCommand.Add.class,
      WebhooksCommand.Rm.class,
      WebhooksCommand.Rotate.class,
      WebhooksCommand.EndOld.class
    })
public final class WebhooksCommand {

  private static final String SECRET = "WEBHOOK_SECRET";

  private static JsonObject withSecret(JsonObject report, NewSecret created) {
    JsonObject versioned = report.with("version", Json.of(created.version()));
    return created
        .secret()
        .map(secret -> versioned.with("secret", Json.of(secret)))
        .orElse(versioned);
  }

  private static String secretText(Optional<String> secret) {
    return secret
        .map(text -> "secret, shown this one time only: %s%n".formatted(text))
        .orElse("the secret of the sender is set%n".formatted());
  }

  /** Implements {@code pawl webhooks ls}: lists webhooks. */
  @Command(
      name = "ls",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lists the webhooks.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl webhooks ls"})
  static final class Ls implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
      List<Json> webhooks = server.client().webhooks().list().map(Webhook::json).toList();
      Table table = new Table("PATH", "FLOW", "AUTHENTICATION", "STYLE", "RESPOND");
      for (Json webhook : webhooks) {
        table.row(
            ExecutionText.text(webhook, "path"),
            ExecutionText.text(webhook, "flow"),
            ExecutionText.text(webhook, "authentication"),
            ExecutionText.text(webhook, "style"),
            ExecutionText.text(webhook, "respond"));
      }
      server.show(JsonObject.of("items", JsonArray.of(webhooks)), table.text(server.paint()));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl webhooks add}: sets the webhook of a flow. */
  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Lets a path start a flow. With the authentication secret, a secret is created and shown"
            + " this one time only.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl webhooks add shop/orders order-saga",
        "  pawl webhooks add github build --style github",
        "  pawl webhooks add orders order-saga --authentication key"
      })
  static final class Add implements Callable<Integer> {

    /** How senders show who they are. */
    enum Authentication {
      secret,
      key,
      none
    }

    /** How requests are signed. */
    enum Style {
      standard,
      github,
      stripe,
      hmac
    }

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(index = "0", paramLabel = "PATH", description = "The path, such as shop/orders.")
    private String path = "";

    @Parameters(index = "1", paramLabel = "FLOW", description = "The code of the flow.")
    private String flow = "";

    @Option(
        names = "--authentication",
        paramLabel = "WAY",
        description = "secret, key (an API key of the tenant) or none; default: secret.")
    private Authentication authentication = Authentication.secret;

    @Option(
        names = "--style",
        paramLabel = "STYLE",
        description = "standard, github, stripe or hmac; default: standard.")
    private Style style = Style.standard;

    @Option(
        names = "--hmac",
        paramLabel = "JSON",
        description = "The settings of the style hmac: JSON, @file, or - for standard input.")
    private @Nullable String hmac;

    @Option(names = "--sync", description = "Answer with the output of the execution.")
    private boolean sync;

    @Override
    public Integer call() {
      JsonObject settings =
          JsonObject.of("path", Json.of(path))
              .with(
                  "authentication",
                  Json.of(
                      switch (authentication) {
                        case secret -> SECRET;
                        case key -> "TENANT_API_KEY";
                        case none -> "NONE";
                      }));
      if (authentication == Authentication.secret) {
        settings = settings.with("style", Json.of(hmac == null ? style.name() : "hmac"));
      }
      if (hmac != null) {
        settings = settings.with("hmac", JsonArgument.read("--hmac", hmac));
      }
      if (sync) {
        settings = settings.with("respond", Json.of("sync"));
      }
      JsonObject webhook = (JsonObject) server.client().webhooks().set(flow, settings).json();
      String text = "%s starts %s%n".formatted(path, flow);
      if (ExecutionText.text(webhook, "authentication").equals(SECRET)) {
        NewSecret created = server.client().webhooks().rotate(flow, false);
        webhook = withSecret(webhook, created);
        text += secretText(created.secret());
      }
      server.show(webhook, text);
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl webhooks rm}: removes the webhook of a flow. */
  @Command(
      name = "rm",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Removes the webhook of a flow and its secrets; no node starts anything by it afterwards.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {"  pawl webhooks rm order-saga"})
  static final class Rm implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "FLOW", description = "The code of the flow.")
    private String flow = "";

    @Override
    public Integer call() {
      server.client().webhooks().remove(flow);
      server.show(JsonObject.of("removed", Json.of(flow)), "%s has no webhook%n".formatted(flow));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl webhooks rotate}: replaces the secret of a webhook. */
  @Command(
      name = "rotate",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Replaces the secret of a webhook. The new one is shown this one time only; the one before"
            + " stays valid for 24 hours.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl webhooks rotate order-saga",
        "  pawl webhooks rotate order-saga --now",
        "  pawl webhooks rotate billing --secret-file - < stripe-secret.txt"
      })
  static final class Rotate implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "FLOW", description = "The code of the flow.")
    private String flow = "";

    @Option(names = "--now", description = "End the secret before at once.")
    private boolean now;

    @Option(
        names = "--secret-file",
        paramLabel = "FILE",
        description = "A file with a secret that the sender has made; - for standard input.")
    private @Nullable String file;

    @Override
    public Integer call() {
      NewSecret created =
          file == null
              ? server.client().webhooks().rotate(flow, now)
              : server
                  .client()
                  .webhooks()
                  .setSecret(flow, Texts.read(file).replaceFirst("\\r?\\n\\z", ""), now);
      server.show(
          withSecret(JsonObject.of("flow", Json.of(flow)), created), secretText(created.secret()));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl webhooks end-old}: ends replaced secrets. */
  @Command(
      name = "end-old",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Ends the secrets that were replaced; only the newest is accepted then.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl webhooks end-old order-saga"})
  static final class EndOld implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "FLOW", description = "The code of the flow.")
    private String flow = "";

    @Override
    public Integer call() {
      server.client().webhooks().endReplacedSecrets(flow);
      server.show(
          JsonObject.of("flow", Json.of(flow)),
          "only the newest secret of %s is accepted%n".formatted(flow));
      return ExitCode.SUCCESS;
    }
  }
}
