package dev.pawl.server.activity;

import dev.pawl.dialects.Dialects;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.FlowReferences;
import dev.pawl.model.FlowReferences.FlowCall;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.FlowDependents;
import dev.pawl.postgres.flow.FlowDependents.VersionCount;
import dev.pawl.postgres.flow.FlowRef;
import dev.pawl.postgres.flow.FlowStore;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.postgres.flow.VersionStore;
import dev.pawl.postgres.flow.VersionStore.PublishedVersion;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.IdParameters;
import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint for what a change of a flow would affect. */
@RestController
public final class DependentsController {

  private final TenantDatabase tenanted;

  DependentsController(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** Unfinished executions of a version. */
  record VersionCountView(
      @Schema(description = "Number of the version.", example = "3") int version,
      @Schema(
              description = "Number of its executions that have not ended, up to 10,000.",
              example = "12")
          int executions) {}

  /** What depends on a flow, and what it depends on. */
  record DependentsView(
      @Schema(
              description =
                  "Executions that have not ended, by version, newest version first; tests are left"
                      + " out. They stay on their version when another one becomes active.")
          List<VersionCountView> unfinished,
      @Schema(
              description =
                  "Codes of flows whose active version starts this flow; a call whose flow is"
                      + " computed at run time is not known.",
              example = "[\"checkout\"]")
          List<String> callers,
      @Schema(
              description = "Codes of flows that the active version starts.",
              example = "[\"fraud-screening\"]")
          List<String> calls) {}

  @GetMapping("/api/flows/{flow}/dependents")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Returns what a change of a flow would affect: its unfinished executions by version and"
              + " the flows that call it.")
  DependentsView dependents(Caller caller, @PathVariable String flow) {
    TenantId tenant = caller.tenant();
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              StoredFlow found =
                  FlowStore.find(connection, tenant, new FlowRef(IdParameters.parse(flow), flow))
                      .orElseThrow(() -> ApiException.notFound("flow '" + flow + "'"));
              Optional<PublishedVersion> active = VersionStore.active(connection, tenant, found);
              return new DependentsView(
                  FlowDependents.unfinished(connection, tenant, List.of(found.code()))
                      .getOrDefault(found.code(), List.of())
                      .stream()
                      .map(DependentsController::view)
                      .toList(),
                  callers(connection, caller, found.code()),
                  active
                      .map(version -> calledBy(version.source().text()).toList())
                      .orElse(List.of())
                      .stream()
                      .filter(caller.scope()::hasFlow)
                      .toList());
            });
  }

  private static VersionCountView view(VersionCount count) {
    return new VersionCountView(count.version(), count.executions());
  }

  private static List<String> callers(Connection connection, Caller caller, String code)
      throws SQLException {
    List<String> callers = new ArrayList<>();
    for (FlowDependents.MentioningFlow other :
        FlowDependents.mentioning(connection, caller.tenant(), code)) {
      if (caller.scope().hasFlow(other.code())
          && calledBy(other.document()).anyMatch(code::equals)) {
        callers.add(other.code());
      }
    }
    return callers;
  }

  /** Returns the codes of the flows that a definition starts, each once. */
  private static Stream<String> calledBy(String document) {
    return Dialects.read(document, DocumentFormat.ofText(document)).flow().stream()
        .flatMap(flow -> FlowReferences.of(flow).flowCalls().stream())
        .map(FlowCall::code)
        .flatMap(Optional::stream)
        .distinct();
  }
}
