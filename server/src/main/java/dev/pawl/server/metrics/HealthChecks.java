package dev.pawl.server.metrics;

import dev.pawl.engine.store.UnavailableException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Groups of health indicators: liveness, readiness, and all that an administrator sees. */
final class HealthChecks {

  static final String LIVENESS = "liveness";
  static final String READINESS = "readiness";
  static final String DATABASE = "database";

  /** The status of a node that works although something should be put right. */
  static final String DEGRADED = "DEGRADED";

  /** Names of details of a {@link Health}. */
  static final String DETAIL = "detail";

  static final String ADVICE = "advice";
  static final String CAUSE = "cause";

  private static final Set<String> LIVENESS_GROUP = Set.of(LIVENESS);
  private static final Set<String> READINESS_GROUP = Set.of(READINESS, DATABASE);

  private static final StatusAggregator WORST_FIRST =
      StatusAggregator.of("DOWN", "OUT_OF_SERVICE", DEGRADED, "UP", "UNKNOWN");

  private final HealthContributorRegistry registry;

  HealthChecks(HealthContributorRegistry registry) {
    this.registry = registry;
  }

  /** Checks whether the process works; an orchestrator restarts it otherwise. */
  Status live() {
    return usable(health(LIVENESS_GROUP));
  }

  /** Checks whether the server can answer requests; a load balancer passes it by otherwise. */
  Status ready() {
    return usable(health(READINESS_GROUP));
  }

  /**
   * Checks everything there is an indicator for, by name; the states of the process are left out.
   *
   * @throws UnavailableException if the database cannot be reached
   */
  Map<String, Health> all() {
    Map<String, Health> found = new LinkedHashMap<>();
    for (HealthContributors.Entry entry : registry) {
      if (!entry.name().equals(LIVENESS)
          && !entry.name().equals(READINESS)
          && entry.contributor() instanceof HealthIndicator indicator) {
        found.put(entry.name(), indicator.health());
      }
    }
    usable(found);
    return found;
  }

  static Status worst(Map<String, Health> checked) {
    return WORST_FIRST.getAggregateStatus(
        checked.values().stream().map(Health::getStatus).collect(Collectors.toSet()));
  }

  private Map<String, Health> health(Set<String> group) {
    Map<String, Health> found = new LinkedHashMap<>();
    for (String name : group) {
      if (registry.getContributor(name) instanceof HealthIndicator indicator) {
        found.put(name, indicator.health());
      }
    }
    return found;
  }

  private static Status usable(Map<String, Health> checked) {
    for (Map.Entry<String, Health> one : checked.entrySet()) {
      if (one.getValue().getDetails().get(CAUSE) instanceof UnavailableException cause) {
        throw cause;
      }
      Status status = one.getValue().getStatus();
      if (status.equals(Status.DOWN) || status.equals(Status.OUT_OF_SERVICE)) {
        throw new ResponseStatusException(
            HttpStatus.SERVICE_UNAVAILABLE,
            "the check '%s' has the status %s; the server is starting or stopping, try again"
                .formatted(one.getKey(), status.getCode()));
      }
    }
    return worst(checked);
  }
}
