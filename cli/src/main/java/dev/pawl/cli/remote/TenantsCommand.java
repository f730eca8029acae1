package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Table;
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

/** {@code pawl tenants}: for the platform's administrators. */
@Command(
    name = "tenants",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists, creates, suspends and resumes tenants.", ""},
    synopsisSubcommandLabel = "[create | suspend | resume]",
    subcommands = {
      TenantsCommand.Create.class,
      TenantsCommand.Suspend.class,
      TenantsCommand.Resume.class
    },
    footerHeading = "%nExamples:%n",
    footer = {"  pawl tenants", "  pawl tenants create shop > shop.key"})
final class TenantsCommand implements Callable<Integer> {

  private static final int MOST = 10_000;

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    List<Json> tenants = server.client().list("/api/tenants", MOST);
    Table table = new Table("CODE", "STATUS", "CREATED", "NAME");
    for (Json tenant : tenants) {
      table.row(
          Executions.text(tenant, "code"),
          Executions.text(tenant, "status"),
          Executions.time(Executions.text(tenant, "createdAt")),
          Executions.text(tenant, "name"));
    }
    server.show(JsonObject.of("items", JsonArray.of(tenants)), table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  private static int tell(ServerOptions server, String code, String order) {
    String path = "/api/tenants/" + Client.part(code) + "/" + order;
    Json tenant = server.client().post(path, JsonObject.EMPTY);
    server.show(tenant, code + " is " + Executions.text(tenant, "status") + "\n");
    return ExitCode.SUCCESS;
  }

  /** {@code pawl tenants create}. */
  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Creates a tenant and prints its first key, this one time.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl tenants create shop --name \"The shop\" > shop.key"})
  static final class Create implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "CODE", description = "Letters a-z, digits and -.")
    private String code = "";

    @Option(names = "--name", paramLabel = "TEXT", description = "How people know it.")
    private @Nullable String name;

    @Override
    public Integer call() {
      JsonObject body = JsonObject.of("code", Json.of(code));
      Json created =
          server
              .client()
              .post("/api/tenants", name == null ? body : body.with("name", Json.of(name)));
      server.show(created, Executions.text(created, "key") + "\n");
      return ExitCode.SUCCESS;
    }
  }

  /** {@code pawl tenants suspend}. */
  @Command(
      name = "suspend",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lets nobody of a tenant in until it is resumed.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl tenants suspend shop"})
  static final class Suspend implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "CODE", description = "The tenant.")
    private String code = "";

    @Override
    public Integer call() {
      return tell(server, code, "suspend");
    }
  }

  /** {@code pawl tenants resume}. */
  @Command(
      name = "resume",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lets a suspended tenant in again.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl tenants resume shop"})
  static final class Resume implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "CODE", description = "The tenant.")
    private String code = "";

    @Override
    public Integer call() {
      return tell(server, code, "resume");
    }
  }
}
