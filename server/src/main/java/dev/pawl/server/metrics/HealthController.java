package dev.pawl.server.metrics;

import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.OpenAccess;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Pattern;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the health of this node; all of it answers 503 while the database is unreachable. */
@RestController
public final class HealthController {

  private final HealthChecks checks;

  HealthController(HealthContributorRegistry registry) {
    this.checks = new HealthChecks(registry);
  }

  /** The positive answer to a probe; a negative one is a problem. */
  record ProbeView(
      @Schema(description = "Status of the server.") @Pattern(regexp = "UP") String status) {}

  /** The health of this node in detail. */
  record HealthReport(
      @Schema(description = "DEGRADED if a check failed although the node works, otherwise UP.")
          @Pattern(regexp = "UP|DEGRADED")
          String status,
      @Schema(description = "Results of all checks, by name.") List<CheckView> checks) {}

  /** The result of one health indicator. */
  record CheckView(
      @Schema(description = "Name of the check.", example = "database") String name,
      @Schema(description = "True if the check found no problem.") boolean ok,
      @Schema(description = "What the check found.", example = "reachable") String detail,
      @Schema(
              description = "What to do about a problem; empty if there is none.",
              example = "As an administrator of the database run: ALTER ROLE pawl NOBYPASSRLS;")
          String advice) {

    static CheckView of(String name, Health health) {
      return new CheckView(
          name,
          health.getStatus().equals(Status.UP),
          text(health, HealthChecks.DETAIL),
          text(health, HealthChecks.ADVICE));
    }

    private static String text(Health health, String detail) {
      return String.valueOf(health.getDetails().getOrDefault(detail, ""));
    }
  }

  @GetMapping("/health/live")
  @OpenAccess(summary = "Responds while the server runs.")
  ProbeView live() {
    return new ProbeView(checks.live().getCode());
  }

  @GetMapping("/health/ready")
  @OpenAccess(
      summary = "Responds with 200 while the database can be reached, and with 503 otherwise.")
  ProbeView ready() {
    return new ProbeView(checks.ready().getCode());
  }

  @GetMapping("/health")
  @RequiresPermission(
      value = Permission.MONITOR,
      summary =
          "Reports the health of this node and its database, with advice for what is not well.",
      flowScope = FlowScope.NO_FLOW)
  HealthReport report() {
    Map<String, Health> all = checks.all();
    return new HealthReport(
        HealthChecks.worst(all).getCode(),
        all.entrySet().stream()
            .map(check -> CheckView.of(check.getKey(), check.getValue()))
            .sorted(Comparator.comparing(CheckView::name))
            .toList());
  }
}
