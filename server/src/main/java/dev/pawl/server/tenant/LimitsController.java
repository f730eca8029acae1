package dev.pawl.server.tenant;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.FlowUsage;
import dev.pawl.postgres.permit.LimitQueries;
import dev.pawl.postgres.query.StartUsage;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint with which a tenant reads its own limits; platform administrators set them. */
@RestController
public final class LimitsController {

  private final LimitQueries limits;
  private final StartUsage starts;
  private final FlowUsage flows;

  LimitsController(TenantDatabase tenanted, StartUsage starts, FlowUsage flows) {
    this.limits = new LimitQueries(tenanted);
    this.starts = starts;
    this.flows = flows;
  }

  /** The limits of the tenant. */
  record OwnLimitsView(
      @Schema(description = "Limits that are set; what is not listed is not limited.")
          List<LimitUsageView> items) {}

  @GetMapping("/api/limits")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns the limits of the tenant and what is used of them.")
  OwnLimitsView get(Caller caller) {
    TenantId tenant = caller.tenant();
    return new OwnLimitsView(
        LimitUsageView.list(
            limits.usage(tenant),
            new LimitUsageView.Quotas(
                caller.standing().startsPerSecond(),
                starts.read(tenant),
                flows.read(tenant),
                flows.active(tenant))));
  }
}
