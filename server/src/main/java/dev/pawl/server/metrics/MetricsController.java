package dev.pawl.server.metrics;

import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the metrics of this node in the text format of Prometheus; no metric names a tenant. */
@RestController
public final class MetricsController {

  private final PrometheusMeterRegistry registry;
  private final DatabaseMeters database;

  MetricsController(PrometheusMeterRegistry registry, DatabaseMeters database) {
    this.registry = registry;
    this.database = database;
  }

  @GetMapping(path = "/metrics", produces = "text/plain;version=0.0.4;charset=utf-8")
  @RequiresPermission(
      value = Permission.MONITOR,
      summary = "Returns the metrics of this node in the text format of Prometheus.",
      flowScope = FlowScope.NO_FLOW)
  String metrics() {
    database.refresh();
    return registry.scrape();
  }
}
