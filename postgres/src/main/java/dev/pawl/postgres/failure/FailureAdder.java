package dev.pawl.postgres.failure;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Adds failed executions to their families, each once. One transaction at a time adds, for all
 * tenants; a failure that another node has added meanwhile is left out.
 */
public final class FailureAdder {

  /** The largest number of families of a flow; all further failures are one family. */
  public static final int MAX_FAMILIES_PER_FLOW = 500;

  private static final String LOCK = "select w.single from pawl.failure_watermark w for update";

  private static final String KNOWN =
      """
      select f.tenant, f.id, f.status, f.resolved_at
        from pawl.failure_family f
        join unnest(?::int[], ?::text[]) w (tenant, id) on f.tenant = w.tenant and f.id = w.id
         for update of f
      """;

  private static final String COUNT_OF_FLOW =
      "select count(*) from pawl.failure_family f where f.tenant = ? and f.flow = ?";

  private static final String ADD =
      """
      insert into pawl.failure (tenant, version, ended_at, execution, family)
      select * from unnest(?::int[], ?::int[], ?::timestamptz[], ?::uuid[], ?::text[])
          on conflict do nothing
      returning tenant, execution
      """;

  private static final String CREATE_FAMILY =
      """
      insert into pawl.failure_family (tenant, id, flow, state, error, message, total,
        first_at, first_execution, first_version, last_at, last_execution, last_version, status_at)
      values (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)
      """;

  // Expressions on the right see the row as it was before.
  private static final String UPDATE_FAMILY =
      """
      update pawl.failure_family
         set total = total + ?,
             first_at = least(first_at, ?),
             first_execution = case when ? < first_at then ? else first_execution end,
             first_version = case when ? < first_at then ? else first_version end,
             last_at = greatest(last_at, ?),
             last_execution = case when ? >= last_at then ? else last_execution end,
             last_version = case when ? >= last_at then ? else last_version end,
             cause = case when ? >= last_at then nullif(?, '') else cause end
       where tenant = ? and id = ?
      """;

  private static final String REOPEN =
      """
      update pawl.failure_family set status = 'REOPENED', status_at = ?, status_by = null
       where tenant = ? and id = ? and status = 'RESOLVED'
      """;

  private static final String NOTE_CHANGE =
      """
      insert into pawl.failure_change (tenant, at, execution, family, kind) values (?, ?, ?, ?, ?)
      """;

  private static final String COUNT =
      """
      insert into pawl.failure_count as c (tenant, version, hour, count, family)
      select * from unnest(?::int[], ?::int[], ?::timestamptz[], ?::int[], ?::text[])
          on conflict (tenant, family, hour, version) do update set count = c.count + excluded.count
      """;

  private final ConnectionTemplate allTenants;

  /**
   * Creates the adder.
   *
   * @param allTenants has access to the rows of all tenants
   */
  public FailureAdder(ConnectionTemplate allTenants) {
    this.allTenants = allTenants;
  }

  /** A failure and its family. */
  public record ClassifiedFailure(FailedExecution failed, FamilyKey key) {}

  /** A family of a tenant. */
  public record FamilyRef(TenantId tenant, String id) {}

  private record KnownFamily(String status, Optional<Instant> resolvedAt) {}

  private record CountKey(FamilyRef family, Instant hour, int version) {}

  /** Adds failures and returns the families that have got any. */
  public Set<FamilyRef> add(List<ClassifiedFailure> failures) {
    return failures.isEmpty()
        ? Set.of()
        : allTenants.transact(connection -> add(connection, failures));
  }

  private static Set<FamilyRef> add(Connection connection, List<ClassifiedFailure> failures)
      throws SQLException {
    Rows.list(connection, LOCK, row -> true);
    Map<FamilyRef, KnownFamily> known = known(connection, failures);
    List<ClassifiedFailure> placed = withinLimits(connection, failures, known.keySet());
    Set<UUID> added = insert(connection, placed);
    Map<FamilyRef, List<ClassifiedFailure>> byFamily = new LinkedHashMap<>();
    placed.stream()
        .filter(one -> added.contains(one.failed().id()))
        .forEach(one -> byFamily.computeIfAbsent(ref(one), any -> new ArrayList<>()).add(one));
    // One order for all transactions, so that none waits for another in a circle.
    List<FamilyRef> order =
        byFamily.keySet().stream()
            .sorted(
                Comparator.comparingInt((FamilyRef one) -> one.tenant().value())
                    .thenComparing(FamilyRef::id))
            .toList();
    for (FamilyRef family : order) {
      save(
          connection,
          family,
          Objects.requireNonNull(byFamily.get(family)),
          Optional.ofNullable(known.get(family)));
    }
    count(connection, byFamily);
    return byFamily.keySet();
  }

  private static FamilyRef ref(ClassifiedFailure one) {
    return new FamilyRef(one.failed().tenant(), one.key().id());
  }

  private static Map<FamilyRef, KnownFamily> known(
      Connection connection, List<ClassifiedFailure> failures) throws SQLException {
    Set<FamilyRef> wanted = new HashSet<>();
    for (ClassifiedFailure one : failures) {
      wanted.add(ref(one));
      wanted.add(
          new FamilyRef(one.failed().tenant(), FamilyKey.ofOthers(one.failed().flow()).id()));
    }
    List<FamilyRef> all = List.copyOf(wanted);
    Map<FamilyRef, KnownFamily> known = new HashMap<>();
    Rows.list(
        connection,
        KNOWN,
        row ->
            known.put(
                new FamilyRef(new TenantId(row.getInt(1)), row.getString(2)),
                new KnownFamily(row.getString(3), Rows.time(row, 4))),
        array(connection, "int4", all, one -> one.tenant().value()),
        array(connection, "text", all, FamilyRef::id));
    return known;
  }

  /** Puts failures of new families beyond the limit of their flow into one family. */
  private static List<ClassifiedFailure> withinLimits(
      Connection connection, List<ClassifiedFailure> failures, Set<FamilyRef> known)
      throws SQLException {
    record FlowKey(TenantId tenant, String flow) {}
    Map<FlowKey, Integer> counts = new HashMap<>();
    Set<FamilyRef> accepted = new HashSet<>(known);
    List<ClassifiedFailure> placed = new ArrayList<>();
    for (ClassifiedFailure one : failures) {
      FailedExecution failed = one.failed();
      FlowKey flow = new FlowKey(failed.tenant(), failed.flow());
      if (accepted.contains(ref(one))) {
        placed.add(one);
        continue;
      }
      if (!counts.containsKey(flow)) {
        counts.put(
            flow,
            Rows.first(
                    connection,
                    COUNT_OF_FLOW,
                    row -> row.getInt(1),
                    failed.tenant().value(),
                    failed.flow())
                .orElse(0));
      }
      if (counts.get(flow) >= MAX_FAMILIES_PER_FLOW) {
        placed.add(new ClassifiedFailure(failed, FamilyKey.ofOthers(failed.flow())));
        continue;
      }
      counts.merge(flow, 1, Integer::sum);
      accepted.add(ref(one));
      placed.add(one);
    }
    return placed;
  }

  private static Set<UUID> insert(Connection connection, List<ClassifiedFailure> placed)
      throws SQLException {
    return new HashSet<>(
        Rows.list(
            connection,
            ADD,
            row -> row.getObject(2, UUID.class),
            array(connection, "int4", placed, one -> one.failed().tenant().value()),
            array(connection, "int4", placed, one -> one.failed().version()),
            array(connection, "timestamptz", placed, one -> offset(one.failed().endedAt())),
            array(connection, "uuid", placed, one -> one.failed().id()),
            array(connection, "text", placed, one -> one.key().id())));
  }

  private static void save(
      Connection connection,
      FamilyRef family,
      List<ClassifiedFailure> failures,
      Optional<KnownFamily> known)
      throws SQLException {
    Comparator<FailedExecution> byEnd =
        Comparator.comparing(FailedExecution::endedAt).thenComparing(FailedExecution::id);
    List<FailedExecution> sorted =
        failures.stream().map(ClassifiedFailure::failed).sorted(byEnd).toList();
    FailedExecution first = sorted.getFirst();
    FailedExecution last = sorted.getLast();
    int tenant = family.tenant().value();
    if (known.isEmpty()) {
      FamilyKey key = failures.getFirst().key();
      ConnectionTemplate.update(
          connection,
          CREATE_FAMILY,
          tenant,
          family.id(),
          key.flow(),
          key.state(),
          key.error(),
          key.message(),
          offset(first.endedAt()),
          first.id(),
          first.version(),
          offset(first.endedAt()),
          first.id(),
          first.version(),
          offset(first.endedAt()));
      noteChange(connection, family, first, "CREATED");
    }
    OffsetDateTime from = offset(first.endedAt());
    OffsetDateTime to = offset(last.endedAt());
    ConnectionTemplate.update(
        connection,
        UPDATE_FAMILY,
        sorted.size(),
        from,
        from,
        first.id(),
        from,
        first.version(),
        to,
        to,
        last.id(),
        to,
        last.version(),
        to,
        last.cause(),
        tenant,
        family.id());
    Optional<Instant> resolvedAt =
        known.filter(one -> one.status().equals("RESOLVED")).flatMap(KnownFamily::resolvedAt);
    if (resolvedAt.isPresent()) {
      Optional<FailedExecution> recurrence =
          sorted.stream().filter(one -> one.endedAt().isAfter(resolvedAt.get())).findFirst();
      if (recurrence.isPresent()) {
        FailedExecution cause = recurrence.get();
        ConnectionTemplate.update(connection, REOPEN, offset(cause.endedAt()), tenant, family.id());
        noteChange(connection, family, cause, "REOPENED");
      }
    }
  }

  private static void noteChange(
      Connection connection, FamilyRef family, FailedExecution failed, String kind)
      throws SQLException {
    ConnectionTemplate.update(
        connection,
        NOTE_CHANGE,
        family.tenant().value(),
        offset(failed.endedAt()),
        failed.id(),
        family.id(),
        kind);
  }

  private static void count(Connection connection, Map<FamilyRef, List<ClassifiedFailure>> byFamily)
      throws SQLException {
    Map<CountKey, Integer> counts = new LinkedHashMap<>();
    byFamily.forEach(
        (family, failures) ->
            failures.forEach(
                one ->
                    counts.merge(
                        new CountKey(
                            family,
                            one.failed().endedAt().truncatedTo(ChronoUnit.HOURS),
                            one.failed().version()),
                        1,
                        Integer::sum)));
    if (counts.isEmpty()) {
      return;
    }
    List<CountKey> keys = List.copyOf(counts.keySet());
    try (PreparedStatement statement = connection.prepareStatement(COUNT)) {
      statement.setArray(1, array(connection, "int4", keys, key -> key.family().tenant().value()));
      statement.setArray(2, array(connection, "int4", keys, CountKey::version));
      statement.setArray(3, array(connection, "timestamptz", keys, key -> offset(key.hour())));
      statement.setArray(4, array(connection, "int4", keys, counts::get));
      statement.setArray(5, array(connection, "text", keys, key -> key.family().id()));
      statement.executeUpdate();
    }
  }

  private static <T> java.sql.Array array(
      Connection connection, String type, Collection<T> values, Function<T, Object> value)
      throws SQLException {
    return connection.createArrayOf(type, values.stream().map(value).toArray());
  }

  private static OffsetDateTime offset(Instant at) {
    return OffsetDateTime.ofInstant(at, ZoneOffset.UTC);
  }
}
