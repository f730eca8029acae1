package dev.pawl.server.tenant;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ConcurrencyLimit.Kind;
import dev.pawl.engine.store.ConcurrencyLimit.Overflow;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.OneOf;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant may use at most; what is absent has no limit.
 *
 * @param concurrent how many unfinished top-level executions it may have
 * @param active how many of its executions may be in the memory of nodes
 * @param overflow what happens to a start beyond concurrent
 * @param queueTimeout after how many seconds an execution that waits for its start times out
 * @param startsPerSecond on each node
 * @param flows limits of single flows by their codes
 */
record LimitsView(
    @Nullable Integer concurrent,
    @Nullable Integer active,
    @OneOf({"queue", "reject"}) @Nullable String overflow,
    @Nullable Integer queueTimeout,
    @Nullable Integer startsPerSecond,
    @Nullable Map<String, FlowLimits> flows) {

  private static final int MAX_STARTS_PER_SECOND = 1_000_000;

  /**
   * The limits of one flow.
   *
   * @param concurrent how many unfinished executions it may have
   */
  record FlowLimits(
      @Nullable Integer concurrent,
      @Nullable Integer active,
      @OneOf({"queue", "reject"}) @Nullable String overflow,
      @Nullable Integer queueTimeout) {}

  /**
   * A limit and whose it is.
   *
   * @param flow empty for the whole tenant
   */
  record Scope(String flow, Kind kind) {

    Optional<String> flowCode() {
      return flow.isEmpty() ? Optional.empty() : Optional.of(flow);
    }
  }

  static LimitsView of(Map<Scope, ConcurrencyLimit> limits, @Nullable Integer startsPerSecond) {
    Map<String, FlowLimits> flows = new TreeMap<>();
    limits.keySet().forEach(scope -> flows.put(scope.flow, ofFlow(limits, scope.flow)));
    FlowLimits whole = ofFlow(limits, "");
    flows.remove("");
    return new LimitsView(
        whole.concurrent, whole.active, whole.overflow, whole.queueTimeout, startsPerSecond, flows);
  }

  private static FlowLimits ofFlow(Map<Scope, ConcurrencyLimit> limits, String flow) {
    ConcurrencyLimit concurrent = limits.get(new Scope(flow, Kind.CONCURRENT));
    ConcurrencyLimit active = limits.get(new Scope(flow, Kind.ACTIVE));
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

  /** All concurrency limits, each checked. */
  Map<Scope, ConcurrencyLimit> checked() {
    if (startsPerSecond != null
        && (startsPerSecond < 1 || startsPerSecond > MAX_STARTS_PER_SECOND)) {
      throw badLimit(
          "startsPerSecond: %d is not a number from 1 to %d; leave it out to lift the limit"
              .formatted(startsPerSecond, MAX_STARTS_PER_SECOND));
    }
    Map<Scope, ConcurrencyLimit> all = new HashMap<>();
    add("", new FlowLimits(concurrent, active, overflow, queueTimeout), all);
    if (flows != null) {
      for (Map.Entry<String, FlowLimits> flow : flows.entrySet()) {
        if (!VersionKey.isFlowName(flow.getKey())) {
          throw Refusal.refused("bad-code", VersionKey.NAME_RULE);
        }
        add(flow.getKey(), flow.getValue(), all);
      }
    }
    return all;
  }

  private static void add(
      String flow, @Nullable FlowLimits asked, Map<Scope, ConcurrencyLimit> all) {
    String at = flow.isEmpty() ? "" : "flows." + flow + ".";
    if (asked == null) {
      throw badLimit("flows.%s: leave a flow out to lift its limits".formatted(flow));
    }
    if (asked.active != null) {
      all.put(
          new Scope(flow, Kind.ACTIVE),
          ConcurrencyLimit.active(number(at + "active", asked.active)));
    }
    if (asked.concurrent == null) {
      if (asked.overflow != null || asked.queueTimeout != null) {
        throw badLimit(
            "%1$soverflow and %1$squeueTimeout say what happens beyond %1$sconcurrent, which is"
                    .formatted(at)
                + " absent; set it, or leave them out");
      }
      return;
    }
    all.put(
        new Scope(flow, Kind.CONCURRENT),
        new ConcurrencyLimit(
            Kind.CONCURRENT,
            number(at + "concurrent", asked.concurrent),
            overflow(at, asked.overflow),
            queueTimeout(at, asked.queueTimeout)));
  }

  private static int number(String field, int value) {
    if (value < 0 || value > ConcurrencyLimit.MAX_PERMITS) {
      throw badLimit(
          "%s: %d is not a number from 0 to %d; leave it out to lift the limit"
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
          "%squeueTimeout: %d is not between 1 and %d seconds; leave it out to wait without end"
              .formatted(at, seconds, most));
    }
    return Optional.of(Duration.ofSeconds(seconds));
  }

  private static Refusal badLimit(String detail) {
    return Refusal.refused("bad-limit", detail);
  }
}
