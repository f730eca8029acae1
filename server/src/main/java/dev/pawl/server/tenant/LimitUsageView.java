package dev.pawl.server.tenant;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.postgres.flow.FlowUsage;
import dev.pawl.postgres.permit.LimitQueries.LimitUsage;
import dev.pawl.postgres.query.StartUsage;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A limit of a tenant and what is used of it. */
record LimitUsageView(
    @Schema(description = "What is limited.", example = "concurrent") LimitName name,
    @Schema(
            description = "Code of the flow that is limited; absent for the whole tenant.",
            example = "order-saga")
        @Nullable String flow,
    @Schema(description = "The limit.", example = "1000") int limit,
    @Schema(
            description =
                "How much is used now; absent for a rate that each node counts, and for a size.",
            example = "37")
        @Nullable Long used,
    @Schema(
            description =
                "Effect of the limit concurrent on a start: queue lets it wait, reject answers 429;"
                    + " absent for other limits.",
            example = "queue")
        @Nullable String overflow,
    @Schema(
            description =
                "Seconds after which an execution that waits for its start times out; absent if it"
                    + " does not.",
            example = "3600")
        @Nullable Long queueTimeout) {

  /** What a limit is about. */
  enum LimitName {
    CONCURRENT("concurrent"),
    ACTIVE("active"),
    STARTS_PER_SECOND("startsPerSecond"),
    STARTS_PER_MINUTE("startsPerMinute"),
    STARTS_PER_DAY("startsPerDay"),
    ACTIVE_FLOWS("activeFlows"),
    DEFINITION_BYTES("definitionBytes");

    private final String code;

    LimitName(String code) {
      this.code = code;
    }

    /** Returns the name of the field in the limits of a tenant. */
    @Override
    @JsonValue
    public String toString() {
      return code;
    }
  }

  /** The quotas of a tenant and what is used of them. */
  record Quotas(
      OptionalInt startsPerSecond,
      StartUsage.StartQuota starts,
      FlowUsage.FlowQuota flows,
      long activeFlows) {}

  /** Lists the limits of a tenant: those of executions, then its quotas. */
  static List<LimitUsageView> list(List<LimitUsage> permits, Quotas quotas) {
    List<LimitUsageView> all = new ArrayList<>();
    permits.forEach(permit -> all.add(of(permit)));
    add(all, LimitName.STARTS_PER_SECOND, quotas.startsPerSecond(), null);
    add(all, LimitName.STARTS_PER_MINUTE, quotas.starts().perMinute(), null);
    add(all, LimitName.STARTS_PER_DAY, quotas.starts().perDay(), quotas.starts().today());
    add(all, LimitName.ACTIVE_FLOWS, quotas.flows().activeFlows(), quotas.activeFlows());
    add(all, LimitName.DEFINITION_BYTES, quotas.flows().definitionBytes(), null);
    return all;
  }

  private static void add(
      List<LimitUsageView> all, LimitName name, OptionalInt limit, @Nullable Long used) {
    limit.ifPresent(present -> all.add(quota(name, present, used)));
  }

  private static LimitUsageView quota(LimitName name, int limit, @Nullable Long used) {
    return new LimitUsageView(name, null, limit, used, null, null);
  }

  private static LimitUsageView of(LimitUsage permit) {
    ConcurrencyLimit limit = permit.limit();
    return new LimitUsageView(
        permit.isConcurrent() ? LimitName.CONCURRENT : LimitName.ACTIVE,
        permit.flow().isEmpty() ? null : permit.flow(),
        limit.atMost(),
        (long) permit.held(),
        permit.isConcurrent() ? limit.overflow().name().toLowerCase(Locale.ROOT) : null,
        limit.queueTimeout().map(Duration::toSeconds).orElse(null));
  }
}
