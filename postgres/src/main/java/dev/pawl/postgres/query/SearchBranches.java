package dev.pawl.postgres.query;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.Executions.Details;
import dev.pawl.engine.store.Executions.DurationRange;
import dev.pawl.engine.store.Executions.OriginFilter;
import dev.pawl.engine.store.Executions.ParentFilter;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.row.ExecutionInfoRows;
import dev.pawl.postgres.schema.Partitions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Splits the criteria of a search into branches, with the alias {@code e} for the table. Executions
 * owned by nodes, unowned ones and finished ones are separate branches, because each has its own
 * indexes, and so is each wanted status; a branch that cannot match is left out.
 */
final class SearchBranches {

  /** The tables and parts of tables that a branch reads. */
  enum Source {
    OWNED,
    UNOWNED,
    FINISHED
  }

  /** A condition, which begins with {@code and}, and its parameters. */
  record Condition(String text, List<Object> values) {
    Condition(String text, Object... values) {
      this(text, List.of(values));
    }
  }

  /** A part of a search: the conditions on one source. */
  record Branch(Source source, List<Condition> conditions) {

    String text() {
      StringBuilder text = new StringBuilder(WHERE.get(source.ordinal()));
      conditions.forEach(one -> text.append(one.text()));
      return text.toString();
    }

    List<Object> values(TenantId tenant) {
      List<Object> values = new ArrayList<>();
      values.add(tenant.value());
      conditions.forEach(one -> values.addAll(one.values()));
      return values;
    }
  }

  private static final List<String> WHERE =
      List.of(
          " where e.tenant = ? and e.owner is not null",
          " where e.tenant = ? and e.owner is null",
          " where e.tenant = ?");

  private static final String ID_IN = " and e.id = any(string_to_array(?, ',')::uuid[])";
  private static final String OLDER = " and e.id < ?";
  private static final String UNTIL = " and e.id <= ?";
  private static final String SINCE = " and e.id >= ?";
  private static final String FLOW = " and e.flow = ?";
  private static final String VERSION = " and e.version = ?";
  private static final String BUSINESS_KEY = " and e.business_key = ?";
  private static final String LABELS = " and e.labels @> ?::jsonb";
  private static final String PARENT = " and e.parent = ?";
  private static final String TOOK_MIN =
      " and e.ended_at - e.started_at >= make_interval(secs => ?)";
  private static final String TOOK_MAX =
      " and e.ended_at - e.started_at < make_interval(secs => ?)";
  // Literals, not parameters: the indexes of finished executions are partial, on one or the other.
  private static final String IS_TOP_LEVEL = " and e.parent is null";
  private static final String IS_CHILD = " and e.parent is not null";

  /** The kind of what started an execution, as {@code StartOrigin} derives it. */
  private static final String ORIGIN =
      """

      and case when e.parent is not null then 'flow' when e.retried_from is not null then 'retry'
               when e.started_by like 'trigger:%' then split_part(e.started_by, ':', 2)
               when e.started_by ~ ' [(][^()]+[)]$' then 'api' else 'manual' end = ?\
      """;

  private static final String TRIGGER = " and e.started_by = ?";

  private static final String FAMILY =
      """

      and exists (select from pawl.failure m
                   where m.tenant = e.tenant and m.execution = e.id and m.family = ?)\
      """;

  // A retry starts later, so its id is greater: the index on retries is read from there on.
  private static final String RETRIED =
      """

      and (exists (select from pawl.finished r
                    where r.tenant = e.tenant and r.retried_from = e.id and r.retried_from is not null
                      and r.id > e.id)
        or exists (select from pawl.execution r
                    where r.tenant = e.tenant and r.retried_from = e.id and r.retried_from is not null
                      and r.id > e.id))\
      """;

  private static final String NOT_RETRIED = RETRIED.replaceFirst("and ", "and not ");

  private static final String ERROR_WORDS =
      """

      and (e.error is not null or e.cause is not null)
      and pawl.search_words(coalesce(e.error, '') || ' ' || coalesce(e.cause, ''))
          @@ plainto_tsquery('simple',
                             array_to_string(tsvector_to_array(pawl.search_words(?)), ' '))\
      """;

  private static final int ID_LENGTH = 36;
  private static final String ZEROS = "00000000-0000-0000-0000-000000000000";
  private static final String LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";

  private SearchBranches() {}

  /** Returns the branches of a search. */
  static List<Branch> of(Criteria criteria, List<Condition> further) {
    List<Branch> branches = new ArrayList<>();
    List<Condition> common = new ArrayList<>(common(criteria));
    common.addAll(further);
    String top = criteria.parent() == ParentFilter.TopLevel.TOP_LEVEL ? IS_TOP_LEVEL : "";
    if (criteria.error().isEmpty() && criteria.details().family().isEmpty()) {
      List<Condition> live = with(common, new Condition(top));
      live.addAll(tookLive(criteria.details().took()));
      if (mayMatch(criteria, Status.RUNNING)) {
        branches.add(new Branch(Source.OWNED, live));
      }
      if (criteria.statuses().isEmpty()) {
        branches.add(new Branch(Source.UNOWNED, live));
      }
      for (Status status : criteria.statuses()) {
        if (!status.isTerminal()) {
          branches.add(
              new Branch(Source.UNOWNED, with(live, new Condition(unownedCondition(status)))));
        }
      }
    }
    addFinished(branches, criteria, common, top);
    return branches;
  }

  private static void addFinished(
      List<Branch> branches, Criteria criteria, List<Condition> common, String top) {
    List<Condition> finished = new ArrayList<>(common);
    finished.addAll(tookFinished(criteria.details().took()));
    criteria.error().ifPresent(words -> finished.add(new Condition(ERROR_WORDS, words)));
    boolean isSplit = criteria.parent() == ParentFilter.Any.ANY && usesSplitIndex(criteria);
    List<String> parents = isSplit ? List.of(IS_TOP_LEVEL, IS_CHILD) : List.of(top);
    for (String parent : parents) {
      List<Condition> some = with(finished, new Condition(parent));
      if (criteria.statuses().isEmpty()) {
        branches.add(new Branch(Source.FINISHED, some));
      }
      for (Status status : criteria.statuses()) {
        if (status.isTerminal()) {
          branches.add(
              new Branch(Source.FINISHED, with(some, new Condition(finishedCondition(status)))));
        }
      }
    }
  }

  static List<Condition> with(List<Condition> conditions, Condition another) {
    List<Condition> longer = new ArrayList<>(conditions);
    longer.add(another);
    return longer;
  }

  /**
   * Returns true if the best index is split into one for top-level executions and one for children.
   */
  private static boolean usesSplitIndex(Criteria criteria) {
    return criteria.flow().isPresent()
        || !criteria.statuses().isEmpty()
        || criteria.businessKey().isPresent()
        || criteria.error().isPresent();
  }

  private static boolean mayMatch(Criteria criteria, Status status) {
    return criteria.statuses().isEmpty() || criteria.statuses().contains(status);
  }

  /** Returns the condition for executions below one in the order of ids. */
  static Condition below(UUID id) {
    return new Condition(OLDER, id);
  }

  /** Returns the condition for some executions. */
  static Condition among(List<UUID> ids) {
    return new Condition(ID_IN, String.join(",", ids.stream().map(UUID::toString).toList()));
  }

  private static List<Condition> common(Criteria criteria) {
    List<Condition> conditions = new ArrayList<>();
    criteria.test().ifPresent(only -> conditions.add(new Condition(testCondition(only))));
    criteria.started().from().ifPresent(at -> conditions.add(new Condition(SINCE, firstId(at))));
    criteria.started().to().ifPresent(at -> conditions.add(new Condition(OLDER, firstId(at))));
    criteria.flow().ifPresent(flow -> conditions.add(new Condition(FLOW, flow)));
    criteria.businessKey().ifPresent(key -> conditions.add(new Condition(BUSINESS_KEY, key)));
    if (criteria.parent() instanceof ParentFilter.ChildrenOf children) {
      conditions.add(new Condition(PARENT, children.parent().value()));
    }
    if (!criteria.labels().isEmpty()) {
      conditions.add(new Condition(LABELS, ExecutionInfoRows.labels(criteria.labels())));
    }
    addDetails(conditions, criteria.details());
    return conditions;
  }

  private static void addDetails(List<Condition> conditions, Details details) {
    details
        .ids()
        .ifPresent(ids -> conditions.add(among(ids.stream().map(ExecutionId::value).toList())));
    details
        .idPrefix()
        .ifPresent(
            prefix -> {
              conditions.add(new Condition(SINCE, completed(prefix, ZEROS)));
              conditions.add(new Condition(UNTIL, completed(prefix, LAST)));
            });
    details.family().ifPresent(id -> conditions.add(new Condition(FAMILY, id)));
    details
        .retried()
        .ifPresent(only -> conditions.add(new Condition(only ? RETRIED : NOT_RETRIED)));
    details.version().ifPresent(number -> conditions.add(new Condition(VERSION, number)));
    if (details.origin().isPresent()) {
      OriginFilter origin = details.origin().get();
      conditions.add(new Condition(ORIGIN, origin.kind()));
      origin
          .id()
          .ifPresent(
              id -> conditions.add(new Condition(TRIGGER, "trigger:" + origin.kind() + ":" + id)));
    }
  }

  private static UUID completed(String prefix, String rest) {
    return UUID.fromString(prefix + rest.substring(Math.min(prefix.length(), ID_LENGTH)));
  }

  private static List<Condition> tookFinished(DurationRange took) {
    List<Condition> conditions = new ArrayList<>();
    took.min().ifPresent(min -> conditions.add(new Condition(TOOK_MIN, seconds(min))));
    took.max().ifPresent(max -> conditions.add(new Condition(TOOK_MAX, seconds(max))));
    return conditions;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /** The age of a live execution follows from its id. */
  private static List<Condition> tookLive(DurationRange took) {
    Instant now = Instant.now();
    List<Condition> conditions = new ArrayList<>();
    took.min().ifPresent(min -> conditions.add(new Condition(OLDER, firstId(now.minus(min)))));
    took.max().ifPresent(max -> conditions.add(new Condition(SINCE, firstId(now.minus(max)))));
    return conditions;
  }

  /**
   * Returns the smallest id of executions started at or after the given time; ids have millisecond
   * precision, so the time is rounded up.
   */
  static UUID firstId(Instant at) {
    Instant whole = at.truncatedTo(ChronoUnit.MILLIS);
    return Partitions.first(whole.equals(at) ? at : whole.plusMillis(1));
  }

  // Literals, not parameters: the planner must see that a partial index covers these rows.
  private static String testCondition(boolean only) {
    return only ? " and e.test is not null" : " and e.test is null";
  }

  private static String unownedCondition(Status status) {
    return switch (status) {
      case PAUSED -> " and e.paused";
      case WAITING -> " and not e.paused and e.started and e.ending is null";
      case RUNNING -> " and not e.paused and e.ending is not null";
      case PENDING ->
          " and not e.paused and not e.started and e.ending is null and "
              + WaitColumns.IN_ANY_QUEUE;
      case SUCCEEDED, FAILED, CANCELLED, TIMED_OUT -> " and false";
    };
  }

  private static String finishedCondition(Status status) {
    return switch (status) {
      case SUCCEEDED -> " and e.status = 'SUCCEEDED'";
      case FAILED -> " and e.status = 'FAILED'";
      case CANCELLED -> " and e.status = 'CANCELLED'";
      case TIMED_OUT -> " and e.status = 'TIMED_OUT'";
      case PENDING, RUNNING, WAITING, PAUSED -> " and false";
    };
  }

  /** Returns the largest start time that the criteria allow, as an id; empty for any. */
  static Optional<UUID> end(Criteria criteria) {
    return criteria.started().to().map(SearchBranches::firstId);
  }
}
