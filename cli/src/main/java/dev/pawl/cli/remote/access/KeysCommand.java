package dev.pawl.cli.remote.access;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.admin.ApiKey;
import dev.pawl.client.admin.IssuedKey;
import dev.pawl.client.admin.NewKey;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl keys}: lists keys; its subcommands create and revoke them. */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists, creates and revokes keys.", ""},
    synopsisSubcommandLabel = "[create | revoke]",
    subcommands = {KeysCommand.Create.class, KeysCommand.Revoke.class},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl keys",
      "  pawl keys create ci --role publisher --expires 90d",
      "  pawl keys create eu --role operator --flow 'billing-*'",
      "  pawl keys revoke 7f3a..."
    })
public final class KeysCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    List<Json> keys = server.client().keys().list().map(ApiKey::json).toList();
    Table table = new Table("ID", "NAME", "ROLES", "LIMITED TO", "CREATED", "EXPIRES", "REVOKED");
    for (Json key : keys) {
      table.row(
          ExecutionText.text(key, "id"),
          ExecutionText.text(key, "name"),
          joined(key, "roles"),
          limits(key),
          ExecutionText.time(ExecutionText.text(key, "createdAt")),
          ExecutionText.time(ExecutionText.text(key, "expiresAt")),
          ExecutionText.time(ExecutionText.text(key, "revokedAt")));
    }
    server.show(JsonObject.of("items", JsonArray.of(keys)), table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  private static String limits(Json key) {
    return Stream.of(joined(key, "flows"), joined(key, "resources"))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(","));
  }

  private static String joined(Json key, String member) {
    return JsonMembers.list(key, member).stream()
        .map(Json::asText)
        .collect(Collectors.joining(","));
  }

  /** Implements {@code pawl keys create}: creates a key and prints it. */
  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Creates a key and prints it; it cannot be shown again.", ""},
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl keys create ci --role publisher --expires 90d",
        "  pawl keys create mailer --role worker > mailer.key"
      })
  static final class Create implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "NAME", description = "The display name of the key.")
    private String name = "";

    @Option(
        names = "--role",
        required = true,
        paramLabel = "ROLE",
        description =
            "viewer, worker, operator, editor, publisher, module-admin, monitor, tenant-admin or"
                + " platform-admin; may be given again.")
    private List<String> roles = List.of();

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        description = "When the key expires: 90d, 12h, or 2030-01-01T00:00:00Z.")
    private @Nullable String expires;

    @Option(
        names = "--flow",
        paramLabel = "CODE",
        description =
            "Limits the key to this flow, or with a trailing * to flows whose codes have this"
                + " prefix; may be given again.")
    private @Nullable List<String> flows;

    @Option(
        names = "--resource",
        paramLabel = "NAME",
        description = "Limits a worker to this resource, with * as above; may be given again.")
    private @Nullable List<String> resources;

    @Override
    public Integer call() {
      JsonObject.Builder body =
          JsonObject.builder().put("name", Json.of(name)).put("roles", texts(roles));
      if (flows != null) {
        body.put("flows", texts(flows));
      }
      if (resources != null) {
        body.put("resources", texts(resources));
      }
      if (expires != null) {
        body.put("expiresAt", Json.of(instant(expires).toString()));
      }
      IssuedKey key = server.client().keys().create(new NewKey(body.build()));
      server.show(key.json(), key.key() + "\n");
      return ExitCode.SUCCESS;
    }

    private static JsonArray texts(List<String> texts) {
      return JsonArray.of(texts.stream().map(Json::of).toList());
    }

    private static Instant instant(String text) {
      try {
        if (text.matches("[0-9]{1,6}d")) {
          return Instant.now().plus(Duration.ofDays(number(text)));
        }
        return text.matches("[0-9]{1,6}h")
            ? Instant.now().plus(Duration.ofHours(number(text)))
            : Instant.parse(text);
      } catch (DateTimeException e) {
        throw new UsageException(
            "--expires is written 90d, 12h or 2030-01-01T00:00:00Z, not '" + text + "'");
      }
    }

    private static long number(String text) {
      return Long.parseLong(text.substring(0, text.length() - 1));
    }
  }

  /** Implements {@code pawl keys revoke}: revokes a key. */
  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Revokes a key: requests with it are refused.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl keys revoke 7f3a..."})
  static final class Revoke implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "ID", description = "The key's id, as pawl keys shows it.")
    private String id = "";

    @Override
    public Integer call() {
      server.client().keys().revoke(id);
      server.show(JsonObject.of("revoked", Json.of(id)), id + " is revoked\n");
      return ExitCode.SUCCESS;
    }
  }
}
