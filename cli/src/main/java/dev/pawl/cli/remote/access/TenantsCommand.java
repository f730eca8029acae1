package dev.pawl.cli.remote.access;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.admin.CreatedTenant;
import dev.pawl.client.admin.Tenant;
import dev.pawl.client.admin.TenantsApi;
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

/** Implements {@code pawl tenants}: lists tenants, for administrators of the platform. */
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
public final class TenantsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    List<Json> tenants = server.client().tenants().list().map(Tenant::json).toList();
    Table table = new Table("CODE", "STATUS", "CREATED", "NAME");
    for (Json tenant : tenants) {
      table.row(
          ExecutionText.text(tenant, "code"),
          ExecutionText.text(tenant, "status"),
          ExecutionText.time(ExecutionText.text(tenant, "createdAt")),
          ExecutionText.text(tenant, "name"));
    }
    server.show(JsonObject.of("items", JsonArray.of(tenants)), table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  private static int show(ServerOptions server, Tenant tenant) {
    String status = ExecutionText.text(tenant.json(), "status");
    server.show(tenant.json(), tenant.code() + " is " + status + "\n");
    return ExitCode.SUCCESS;
  }

  /** Implements {@code pawl tenants create}: creates a tenant and prints its first key. */
  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Creates a tenant and prints its first key; it cannot be shown again.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl tenants create shop --name \"The shop\" > shop.key"})
  static final class Create implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "CODE", description = "Letters a-z, digits and -.")
    private String code = "";

    @Option(names = "--name", paramLabel = "TEXT", description = "The display name of the tenant.")
    private @Nullable String name;

    @Override
    public Integer call() {
      TenantsApi tenants = server.client().tenants();
      CreatedTenant created = name == null ? tenants.create(code) : tenants.create(code, name);
      server.show(created.json(), created.key() + "\n");
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl tenants suspend}: suspends a tenant, whose keys are then refused. */
  @Command(
      name = "suspend",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Suspends a tenant: its keys are refused until it is resumed.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl tenants suspend shop"})
  static final class Suspend implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "CODE", description = "The tenant.")
    private String code = "";

    @Override
    public Integer call() {
      return show(server, server.client().tenants().suspend(code));
    }
  }

  /** Implements {@code pawl tenants resume}: resumes a suspended tenant. */
  @Command(
      name = "resume",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Resumes a suspended tenant.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl tenants resume shop"})
  static final class Resume implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "CODE", description = "The tenant.")
    private String code = "";

    @Override
    public Integer call() {
      return show(server, server.client().tenants().resume(code));
    }
  }
}
