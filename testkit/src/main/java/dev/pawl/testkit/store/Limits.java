package dev.pawl.testkit.store;

import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ConcurrencyLimit.Counting;
import dev.pawl.engine.store.ConcurrencyLimit.LimitKind;
import dev.pawl.engine.store.ConcurrencyLimit.Overflow;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The concurrency limits of flows and tenants, with the executions that count towards each. */
final class Limits {

  private record CountedScope(TenantId tenant, Optional<String> flow, LimitKind kind) {}

  private final Function<LimitKind, Stream<ExecutionMetadata>> counted;
  private final Map<CountedScope, ConcurrencyLimit> limits = new HashMap<>();

  /**
   * Creates an empty set of limits.
   *
   * @param counted returns the executions that hold permits of a kind
   */
  Limits(Function<LimitKind, Stream<ExecutionMetadata>> counted) {
    this.counted = counted;
  }

  void set(TenantId tenant, Optional<String> flow, ConcurrencyLimit limit) {
    limits.put(new CountedScope(tenant, flow, limit.kind()), limit);
  }

  void lift(TenantId tenant, Optional<String> flow, LimitKind kind) {
    limits.remove(new CountedScope(tenant, flow, kind));
  }

  boolean any() {
    return !limits.isEmpty();
  }

  boolean apply(ExecutionMetadata info) {
    return any() && Stream.of(LimitKind.values()).anyMatch(kind -> !limited(info, kind).isEmpty());
  }

  /**
   * Returns true if all limits that apply to the execution have a free permit.
   *
   * @param hasBegun true if the execution already holds its permits of {@link LimitKind#CONCURRENT}
   */
  boolean hasRoom(ExecutionMetadata info, boolean hasBegun) {
    return !any()
        || hasRoom(info, LimitKind.ACTIVE) && (hasBegun || hasRoom(info, LimitKind.CONCURRENT));
  }

  private boolean hasRoom(ExecutionMetadata info, LimitKind kind) {
    return limited(info, kind).stream().allMatch(this::hasRoom);
  }

  private boolean hasRoom(CountedScope scope) {
    long taken =
        counted
            .apply(scope.kind)
            .filter(info -> scopes(info, scope.kind).anyMatch(scope::equals))
            .count();
    ConcurrencyLimit limit = limits.get(scope);
    return limit == null || taken < limit.atMost();
  }

  /** Returns how long the execution may wait for its permits; empty if no timeout is set. */
  Optional<Duration> queueTimeout(ExecutionMetadata info) {
    return limited(info, LimitKind.CONCURRENT).stream()
        .map(limits::get)
        .flatMap(limit -> limit.queueTimeout().stream())
        .min(Comparator.naturalOrder());
  }

  /** Returns true if a limit that applies to the execution rejects starts beyond it. */
  boolean mayReject(ExecutionMetadata info) {
    return limited(info, LimitKind.CONCURRENT).stream().anyMatch(this::rejects);
  }

  private boolean rejects(CountedScope scope) {
    ConcurrencyLimit limit = limits.get(scope);
    return limit != null && limit.overflow() == Overflow.REJECT;
  }

  boolean hasPermits(ExecutionMetadata info) {
    return hasRoom(info, LimitKind.CONCURRENT);
  }

  Optional<CommitResult> rejection(ExecutionMetadata info) {
    for (CountedScope scope : limited(info, LimitKind.CONCURRENT)) {
      ConcurrencyLimit limit = limits.get(scope);
      if (limit != null && limit.overflow() == Overflow.REJECT && !hasRoom(scope)) {
        return Optional.of(new CommitResult.Rejected(scope.flow, limit.atMost()));
      }
    }
    return Optional.empty();
  }

  private List<CountedScope> limited(ExecutionMetadata info, LimitKind kind) {
    return scopes(info, kind).filter(limits::containsKey).toList();
  }

  private static Stream<CountedScope> scopes(ExecutionMetadata info, LimitKind kind) {
    TenantId tenant = info.key().tenant();
    CountedScope whole = new CountedScope(tenant, Optional.empty(), kind);
    CountedScope flow = new CountedScope(tenant, Optional.of(info.version().flow()), kind);
    Counting counting =
        kind == LimitKind.ACTIVE ? Counting.FLOW_AND_TENANT : ConcurrencyLimit.counting(info);
    return switch (counting) {
      case NOWHERE -> Stream.of();
      case FLOW -> Stream.of(flow);
      case FLOW_AND_TENANT -> Stream.of(whole, flow);
    };
  }
}
