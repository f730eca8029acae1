package dev.pawl.postgres.query;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.journal.UnreadableFactException;
import dev.pawl.engine.node.time.ExecutionIds;
import dev.pawl.engine.store.Executions.Span;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds executions by words in the error of any attempt of a Task, even if the execution went on.
 *
 * <p>The ends of executions have an index on the words of their errors. Attempts have none: an
 * index on the journal would cost every step, and also a partial one evaluates its condition for
 * each row. The journal of the range is read backwards instead, up to a fixed number of facts. The
 * form and the kind of a fact are its first bytes, so only failures leave the database.
 */
public final class StepErrorSearch {

  /** The number of facts that are read, those of the executions started last. */
  public static final int MAX_FACTS = 200_000;

  /** The number of executions that are found. */
  public static final int MAX_EXECUTIONS = 5_000;

  private static final int FETCH_SIZE = 500;
  private static final int MAX_FACT_BYTES = 65_536;

  /**
   * Facts that may be a failed attempt. See {@code FactBytes}: form 2 is short and followed by its
   * kind, 1 is JSON, and 3 is compressed, but begins with literal bytes behind its length.
   */
  private static final String FAILURES =
      """
      select j.execution, j.fact
        from (select j.execution, j.fact from pawl.journal j
               where j.tenant = ? and j.execution >= ? and j.execution < ?
               order by j.execution desc, j.seq desc limit ?) j
       where case get_byte(j.fact, 0)
               when 2 then get_byte(j.fact, 1) = 3
               when 1 then position('"taskFailed"'::bytea in substring(j.fact from 1 for 32)) > 0
               else position('\\x0203'::bytea in substring(j.fact from 3 for 8)) > 0
                 or position('"taskFailed"'::bytea in substring(j.fact from 3 for 40)) > 0 end
         and octet_length(j.fact) <= ?
      """;

  private static final String BOUNDARY =
      """
      select j.execution from pawl.journal j
       where j.tenant = ? and j.execution >= ? and j.execution < ?
       order by j.execution desc, j.seq desc offset ? limit 1
      """;

  private static final UUID FIRST = new UUID(0, 0);
  private static final UUID LAST = new UUID(-1, -1);
  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

  /**
   * The executions found.
   *
   * @param searchedFrom executions that started before this time may be missing; empty if none are
   */
  public record Found(List<ExecutionId> executions, Optional<Instant> searchedFrom) {}

  private final TenantDatabase tenanted;

  public StepErrorSearch(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** Returns the executions in which an attempt failed with all these words in its error. */
  public Found search(TenantId tenant, String words, Span started) {
    UUID first = started.from().map(SearchBranches::firstId).orElse(FIRST);
    UUID end = started.to().map(SearchBranches::firstId).orElse(LAST);
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              ConnectionTemplate.update(connection, SortedSearch.LIMITS);
              Set<UUID> found = failed(connection, tenant, first, end, words(words));
              Optional<UUID> boundary =
                  found.size() == MAX_EXECUTIONS
                      ? found.stream().reduce((one, later) -> later)
                      : Rows.first(
                          connection,
                          BOUNDARY,
                          row -> row.getObject(1, UUID.class),
                          tenant.value(),
                          first,
                          end,
                          MAX_FACTS);
              return new Found(
                  found.stream().map(ExecutionId::new).toList(),
                  boundary.map(id -> ExecutionIds.timeOf(new ExecutionId(id))));
            });
  }

  private static Set<UUID> failed(
      Connection connection, TenantId tenant, UUID first, UUID end, Set<String> words)
      throws SQLException {
    Set<UUID> found = new LinkedHashSet<>();
    try (PreparedStatement statement = connection.prepareStatement(FAILURES)) {
      statement.setInt(1, tenant.value());
      statement.setObject(2, first);
      statement.setObject(3, end);
      statement.setInt(4, MAX_FACTS);
      statement.setInt(5, MAX_FACT_BYTES);
      statement.setFetchSize(FETCH_SIZE);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next() && found.size() < MAX_EXECUTIONS) {
          if (contains(row.getBytes(2), words)) {
            found.add(row.getObject(1, UUID.class));
          }
        }
      }
    }
    return found;
  }

  private static boolean contains(byte[] bytes, Set<String> words) {
    try {
      return FactBytes.read(bytes) instanceof Fact.TaskFailed failed
          && words(failed.failure().error().orElse("") + " " + failed.failure().cause().orElse(""))
              .containsAll(words);
    } catch (UnreadableFactException ofALaterRelease) {
      return false;
    }
  }

  private static Set<String> words(String text) {
    return NO_WORD
        .splitAsStream(text.toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toSet());
  }
}
