package dev.pawl.cli.remote.operator;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.remote.shared.ReasonOption;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** An administrator's action on all flows of a tenant, with its reason. */
final class BulkOperatorCommand {

  @Mixin private ReasonOption reason = new ReasonOption();

  @Option(
      names = "--every-tenant",
      description = "All tenants; only for administrators of the platform.")
  private boolean everyTenant;

  int send(ServerOptions server, String action, JsonObject body) {
    String path = "/api/admin/flows/" + action + "?everyTenant=" + everyTenant;
    Json job = server.client().request("POST", path, reason.addTo(body));
    server.show(job, JobsCommand.createdMessage(job));
    return ExitCode.SUCCESS;
  }
}
