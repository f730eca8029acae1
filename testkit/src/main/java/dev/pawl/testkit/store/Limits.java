package dev.pawl.testkit.store;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ConcurrencyLimit.Counting;
import dev.pawl.engine.store.ConcurrencyLimit.Kind;
import dev.pawl.engine.store.ConcurrencyLimit.Overflow;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The concurrency limits of flows and tenants, and how many executions count towards each. */
final class Limits {

  private record Scope(TenantId tenant, Optional<String> flow, Kind kind) {}

  private final Function<Kind, Stream<Card>> counted;
  private final Map<Scope, ConcurrencyLimit> limits = new HashMap<>();

  /**
   * @param counted the executions that hold permits of a kind, if they need any
   */
  Limits(Function<Kind, Stream<Card>> counted) {
    this.counted = counted;
  }

  void set(TenantId tenant, Optional<String> flow, ConcurrencyLimit limit) {
    limits.put(new Scope(tenant, flow, limit.kind()), limit);
  }

  void lift(TenantId tenant, Optional<String> flow, Kind kind) {
    limits.remove(new Scope(tenant, flow, kind));
  }

  boolean any() {
    return !limits.isEmpty();
  }

  boolean apply(Card card) {
    return any() && Stream.of(Kind.values()).anyMatch(kind -> !limited(card, kind).isEmpty());
  }

  /**
   * @param hasBegun true if it has its permits of {@link Kind#CONCURRENT}, as far as it needs them
   */
  boolean hasRoom(Card card, boolean hasBegun) {
    return !any() || hasRoom(card, Kind.ACTIVE) && (hasBegun || hasRoom(card, Kind.CONCURRENT));
  }

  private boolean hasRoom(Card card, Kind kind) {
    return limited(card, kind).stream().allMatch(this::hasRoom);
  }

  private boolean hasRoom(Scope scope) {
    long taken =
        counted
            .apply(scope.kind)
            .filter(card -> scopes(card, scope.kind).anyMatch(scope::equals))
            .count();
    ConcurrencyLimit limit = limits.get(scope);
    return limit == null || taken < limit.atMost();
  }

  /** How long it may wait for its permits. */
  Optional<Duration> queueTimeout(Card card) {
    return limited(card, Kind.CONCURRENT).stream()
        .map(limits::get)
        .flatMap(limit -> limit.queueTimeout().stream())
        .min(Comparator.naturalOrder());
  }

  /** True if one of the limits rejects starts that are beyond it. */
  boolean mayReject(Card card) {
    return limited(card, Kind.CONCURRENT).stream().anyMatch(this::rejects);
  }

  private boolean rejects(Scope scope) {
    ConcurrencyLimit limit = limits.get(scope);
    return limit != null && limit.overflow() == Overflow.REJECT;
  }

  boolean hasPermits(Card card) {
    return hasRoom(card, Kind.CONCURRENT);
  }

  Optional<Written> rejection(Card card) {
    for (Scope scope : limited(card, Kind.CONCURRENT)) {
      ConcurrencyLimit limit = limits.get(scope);
      if (limit != null && limit.overflow() == Overflow.REJECT && !hasRoom(scope)) {
        return Optional.of(new Written.Rejected(scope.flow, limit.atMost()));
      }
    }
    return Optional.empty();
  }

  private List<Scope> limited(Card card, Kind kind) {
    return scopes(card, kind).filter(limits::containsKey).toList();
  }

  private static Stream<Scope> scopes(Card card, Kind kind) {
    TenantId tenant = card.key().tenant();
    Scope whole = new Scope(tenant, Optional.empty(), kind);
    Scope flow = new Scope(tenant, Optional.of(card.version().flow()), kind);
    Counting counting =
        kind == Kind.ACTIVE ? Counting.FLOW_AND_TENANT : ConcurrencyLimit.counting(card);
    return switch (counting) {
      case NOWHERE -> Stream.of();
      case FLOW -> Stream.of(flow);
      case FLOW_AND_TENANT -> Stream.of(whole, flow);
    };
  }
}
