package dev.pawl.server.tenant;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ConcurrencyLimit.LimitKind;
import dev.pawl.engine.store.ConcurrencyLimit.Overflow;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.postgres.flow.FlowUsage;
import dev.pawl.postgres.query.StartUsage;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Limits of a tenant; those that are absent do not exist. */
record LimitsView(
    @Schema(description = "Maximum number of unfinished top-level executions.", example = "1000")
        @Nullable Integer concurrent,
    @Schema(description = "Maximum number of executions in the memory of nodes.", example = "200")
        @Nullable Integer active,
    @Schema(
            description =
                "Effect of the limit concurrent on a start: queue lets it wait, reject answers 429;"
                    + " queue if absent.")
        @Pattern(regexp = "queue|reject")
        @Nullable String overflow,
    @Schema(
            description =
                "Seconds after which an execution that waits for its start times out; it does not"
                    + " if absent.",
            example = "3600")
        @Nullable Integer queueTimeout,
    @Schema(description = "Maximum number of starts per second and node.", example = "100")
        @Nullable Integer startsPerSecond,
    @Schema(description = "Maximum number of starts per minute and node.", example = "1000")
        @Nullable Integer startsPerMinute,
    @Schema(
            description = "Maximum number of starts per day (UTC) on all nodes.",
            example = "100000")
        @Nullable Integer startsPerDay,
    @Schema(
            description = "Maximum number of flows that can be started: active and not archived.",
            example = "200")
        @Nullable Integer activeFlows,
    @Schema(
            description = "Maximum size of a definition in bytes; 2 MB if absent.",
            example = "262144")
        @Nullable Integer definitionBytes,
    @Schema(
            description = "Limits of single flows, by code.",
            example = "{\"order-saga\": {\"concurrent\": 10}}")
        @Nullable Map<String, FlowLimits> flows) {

  private static final int MAX_QUOTA = 1_000_000;

  /** Limits of one flow; those that are absent do not exist. */
  record FlowLimits(
      @Schema(description = "Maximum number of unfinished executions of the flow.", example = "10")
          @Nullable Integer concurrent,
      @Schema(
              description = "Maximum number of its executions in the memory of nodes.",
              example = "5")
          @Nullable Integer active,
      @Schema(
              description =
                  "Effect of the limit concurrent on a start: queue lets it wait, reject answers"
                      + " 429; queue if absent.")
          @Pattern(regexp = "queue|reject")
          @Nullable String overflow,
      @Schema(
              description =
                  "Seconds after which an execution that waits for its start times out; it does not"
                      + " if absent.",
              example = "3600")
          @Nullable Integer queueTimeout) {}

  /**
   * The scope of a limit.
   *
   * @param flow empty for the whole tenant
   */
  record ScopedKind(String flow, LimitKind kind) {

    Optional<String> flowCode() {
      return flow.isEmpty() ? Optional.empty() : Optional.of(flow);
    }
  }

  static LimitsView of(
      Map<ScopedKind, ConcurrencyLimit> limits,
      @Nullable Integer startsPerSecond,
      StartUsage.StartQuota quota,
      FlowUsage.FlowQuota flowQuota) {
    Map<String, FlowLimits> flows = new TreeMap<>();
    limits.keySet().forEach(scope -> flows.put(scope.flow, ofFlow(limits, scope.flow)));
    FlowLimits whole = ofFlow(limits, "");
    flows.remove("");
    return new LimitsView(
        whole.concurrent,
        whole.active,
        whole.overflow,
        whole.queueTimeout,
        startsPerSecond,
        quota.perMinute().isPresent() ? quota.perMinute().getAsInt() : null,
        quota.perDay().isPresent() ? quota.perDay().getAsInt() : null,
        flowQuota.activeFlows().isPresent() ? flowQuota.activeFlows().getAsInt() : null,
        flowQuota.definitionBytes().isPresent() ? flowQuota.definitionBytes().getAsInt() : null,
        flows);
  }

  private static FlowLimits ofFlow(Map<ScopedKind, ConcurrencyLimit> limits, String flow) {
    ConcurrencyLimit concurrent = limits.get(new ScopedKind(flow, LimitKind.CONCURRENT));
    ConcurrencyLimit active = limits.get(new ScopedKind(flow, LimitKind.ACTIVE));
    return new FlowLimits(
        concurrent == null ? null : concurrent.atMost(),
        active == null ? null : active.atMost(),
        concurrent == null ? null : concurrent.overflow().name().toLowerCase(Locale.ROOT),
        concurrent == null
            ? null
            : concurrent
                .queueTimeout()
                .map(time -> Math.toIntExact(time.toSeconds()))
                .orElse(null));
  }

  /** Checks and returns all concurrency limits. */
  Map<ScopedKind, ConcurrencyLimit> checked() {
    checkQuota("startsPerSecond", startsPerSecond);
    checkQuota("startsPerMinute", startsPerMinute);
    checkQuota("startsPerDay", startsPerDay);
    checkQuota("activeFlows", activeFlows);
    checkQuota("definitionBytes", definitionBytes);
    Map<ScopedKind, ConcurrencyLimit> all = new HashMap<>();
    add("", new FlowLimits(concurrent, active, overflow, queueTimeout), all);
    if (flows != null) {
      for (Map.Entry<String, FlowLimits> flow : flows.entrySet()) {
        if (!VersionKey.isFlowName(flow.getKey())) {
          throw ApiException.refused("bad-code", VersionKey.NAME_RULE);
        }
        add(flow.getKey(), flow.getValue(), all);
      }
    }
    return all;
  }

  private static void checkQuota(String field, @Nullable Integer quota) {
    if (quota != null && (quota < 1 || quota > MAX_QUOTA)) {
      throw badLimit(
          "%s: %d is not a number from 1 to %d; leave it out to lift the limit"
              .formatted(field, quota, MAX_QUOTA));
    }
  }

  private static void add(
      String flow, @Nullable FlowLimits asked, Map<ScopedKind, ConcurrencyLimit> all) {
    String at = flow.isEmpty() ? "" : "flows." + flow + ".";
    if (asked == null) {
      throw badLimit("flows.%s: leave a flow out to lift its limits".formatted(flow));
    }
    if (asked.active != null) {
      all.put(
          new ScopedKind(flow, LimitKind.ACTIVE),
          ConcurrencyLimit.active(number(at + "active", asked.active)));
    }
    if (asked.concurrent == null) {
      if (asked.overflow != null || asked.queueTimeout != null) {
        throw badLimit(
            "%1$soverflow and %1$squeueTimeout apply above %1$sconcurrent, which is".formatted(at)
                + " absent; set it, or leave them out");
      }
      return;
    }
    all.put(
        new ScopedKind(flow, LimitKind.CONCURRENT),
        new ConcurrencyLimit(
            LimitKind.CONCURRENT,
            number(at + "concurrent", asked.concurrent),
            overflow(at, asked.overflow),
            queueTimeout(at, asked.queueTimeout)));
  }

  private static int number(String field, int value) {
    if (value < 0 || value > ConcurrencyLimit.MAX_PERMITS) {
      throw badLimit(
          "%s: %d is not a number from 0 to %d; omit it to remove the limit"
              .formatted(field, value, ConcurrencyLimit.MAX_PERMITS));
    }
    return value;
  }

  private static Overflow overflow(String at, @Nullable String word) {
    return switch (word) {
      case null -> Overflow.QUEUE;
      case "queue" -> Overflow.QUEUE;
      case "reject" -> Overflow.REJECT;
      default -> throw badLimit("%soverflow: '%s' is not queue or reject".formatted(at, word));
    };
  }

  private static Optional<Duration> queueTimeout(String at, @Nullable Integer seconds) {
    if (seconds == null) {
      return Optional.empty();
    }
    long most = ConcurrencyLimit.MAX_QUEUE_TIMEOUT.toSeconds();
    if (seconds < 1 || seconds > most) {
      throw badLimit(
          "%squeueTimeout: %d is not between 1 and %d seconds; omit it to wait without a limit"
              .formatted(at, seconds, most));
    }
    return Optional.of(Duration.ofSeconds(seconds));
  }

  private static ApiException badLimit(String detail) {
    return ApiException.refused("bad-limit", detail);
  }
}
