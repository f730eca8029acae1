package dev.pawl.server.stats;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.query.StartUsage;
import dev.pawl.postgres.stats.ExecutionStats;
import dev.pawl.postgres.stats.ExecutionStatsQuery;
import dev.pawl.postgres.stats.StatsPeriod;
import dev.pawl.postgres.stats.WorkStats;
import dev.pawl.postgres.stats.WorkStatsQuery;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints with statistics of executions; tests and children are not counted. */
@RestController
public final class StatsController {

  private static final Duration WORK_MAX_AGE = Duration.ofSeconds(1);
  private static final Duration STATES_MAX_AGE = Duration.ofSeconds(30);

  // What happened a week ago hardly changes.
  private static final Duration LAST_WEEK_MAX_AGE = Duration.ofMinutes(2);
  private static final Duration STATES_LAST_WEEK_MAX_AGE = Duration.ofMinutes(10);
  private static final Duration WEEK = Duration.ofDays(7);

  private final ExecutionStatsQuery executions;
  private final WorkStatsQuery work;
  private final StartUsage usage;
  private final StateSampler sampler;
  private final ActiveVersions flows;
  private final RecentAnswers<StatsKey, StatsView> stats = new RecentAnswers<>();
  private final RecentAnswers<StatsKey, StateStatsView> states = new RecentAnswers<>();
  private final RecentAnswers<TenantId, WorkView> works = new RecentAnswers<>();
  private final RecentAnswers<StatsKey, ExecutionStats.Totals> lastWeek = new RecentAnswers<>();
  private final RecentAnswers<StatsKey, Map<StateSampler.StateKey, Double>> statesLastWeek =
      new RecentAnswers<>();

  StatsController(
      TenantDatabase tenanted,
      ConnectionTemplate jdbc,
      ExecutionControl control,
      ActiveVersions flows) {
    this.executions = new ExecutionStatsQuery(tenanted);
    this.work = new WorkStatsQuery(tenanted, jdbc);
    this.usage = new StartUsage(jdbc);
    this.sampler = new StateSampler(control);
    this.flows = flows;
  }

  private record StatsKey(TenantId tenant, StatsWindow window, String flow) {}

  @GetMapping("/api/stats")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Returns how many executions started, ended and failed over a period and how long they"
              + " took, with the publications of the period.",
      flowScope = FlowScope.UNLIMITED_KEYS_ONLY)
  StatsView stats(Caller caller, @RequestParam(defaultValue = "24h") String window) {
    return stats(caller.tenant(), StatsWindow.parse(window), "");
  }

  @GetMapping("/api/flows/{flow}/stats")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Returns how many executions of a flow started, ended and failed over a period and how"
              + " long they took.")
  StatsView ofFlow(
      Caller caller, @PathVariable String flow, @RequestParam(defaultValue = "24h") String window) {
    return stats(caller.tenant(), StatsWindow.parse(window), flows.code(caller.tenant(), flow));
  }

  @GetMapping("/api/stats/states")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Returns the slowest Task states and the states where most executions fail, from a sample"
              + " of the executions of the eight busiest flows.",
      flowScope = FlowScope.UNLIMITED_KEYS_ONLY)
  StateStatsView states(Caller caller, @RequestParam(defaultValue = "24h") String window) {
    StatsWindow asked = StatsWindow.parse(window);
    StatsKey key = new StatsKey(caller.tenant(), asked, "");
    return states.get(key, STATES_MAX_AGE, () -> readStates(key));
  }

  @GetMapping("/api/stats/now")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns how many executions run and wait now, for what, and the use of limits.",
      flowScope = FlowScope.UNLIMITED_KEYS_ONLY)
  WorkView now(Caller caller) {
    return works.get(caller.tenant(), WORK_MAX_AGE, () -> readWork(caller.tenant()));
  }

  private StatsView stats(TenantId tenant, StatsWindow window, String flow) {
    return stats.get(
        new StatsKey(tenant, window, flow), window.maxAge(), () -> read(tenant, window, flow));
  }

  private StatsView read(TenantId tenant, StatsWindow window, String flow) {
    Optional<String> only = Optional.of(flow).filter(code -> !code.isEmpty());
    StatsPeriod period = window.period(Instant.now());
    ExecutionStats found = executions.read(tenant, period, only);
    ExecutionStats.Totals weekBefore =
        period.earlier(WEEK).until().equals(period.from())
            ? found.before()
            : lastWeek.get(
                new StatsKey(tenant, window, flow),
                LAST_WEEK_MAX_AGE,
                () -> executions.readTotal(tenant, period.earlier(WEEK), only));
    List<WorkStats.Publication> publications = work.publications(tenant, period.from(), only);
    return StatsView.of(
        window, period, found, weekBefore, publications, names(tenant, found, publications));
  }

  private StateStatsView readStates(StatsKey key) {
    StatsView stats = stats(key.tenant(), key.window(), "");
    StatsPeriod weekBefore = key.window().period(Instant.now()).earlier(WEEK);
    return sampler.sample(
        key.tenant(),
        stats,
        statesLastWeek.get(
            key, STATES_LAST_WEEK_MAX_AGE, () -> sampler.p95(key.tenant(), stats, weekBefore)));
  }

  private Map<String, String> names(
      TenantId tenant, ExecutionStats found, List<WorkStats.Publication> publications) {
    List<String> codes =
        Stream.of(
                found.flows().stream().map(ExecutionStats.FlowTotals::flow),
                found.failures().stream().map(ExecutionStats.VersionTotals::flow),
                publications.stream().map(WorkStats.Publication::flow))
            .flatMap(all -> all)
            .distinct()
            .toList();
    return names(tenant, codes);
  }

  private Map<String, String> names(TenantId tenant, List<String> codes) {
    if (codes.isEmpty()) {
      return Map.of();
    }
    return work.names(tenant, codes).stream()
        .collect(Collectors.toMap(WorkStatsQuery.FlowName::code, WorkStatsQuery.FlowName::name));
  }

  private WorkView readWork(TenantId tenant) {
    StartUsage.StartQuota quota = usage.read(tenant);
    WorkView.LimitView starts =
        quota.perDay().isPresent()
            ? WorkView.LimitView.ofDay(
                quota.perDay().getAsInt(),
                quota.today(),
                stats(tenant, StatsWindow.HOUR, "").total().starts(),
                Instant.now())
            : null;
    WorkStats found = work.read(tenant);
    List<String> codes = found.unserved().stream().map(WorkStats.UnservedResource::flow).toList();
    return WorkView.of(found, names(tenant, codes), starts, Instant.now());
  }
}
