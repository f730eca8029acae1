package dev.pawl.cli.remote;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What an administrator does to everything of a tenant, and why. */
final class OrderToAll {

  @Mixin private Reason reason = new Reason();

  @Option(
      names = "--every-tenant",
      description = "Of all tenants; for administrators of the platform.")
  private boolean everyTenant;

  int give(ServerOptions server, String order, JsonObject how) {
    String path = "/api/admin/flows/" + order + "?everyTenant=" + everyTenant;
    Json job = server.client().post(path, reason.of(how));
    server.show(job, JobsCommand.begun(job));
    return ExitCode.SUCCESS;
  }
}
