package dev.pawl.postgres.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions of deleted flows and tested drafts are deleted when no execution needs them. */
class VersionCleanupTest {

  private static final String VERSIONS =
      """
      insert into pawl.version (tenant, flow, number, digest, document)
      select 1, f, n, '', '' from unnest(array['gone', 'kept']) f, generate_series(1, 4) n
      """;

  private static final String LIVE =
      """
      insert into pawl.execution (tenant, id, version, priority, queue, depth, flow, waits_for)
      values (1, ?, 1, 2, 100, 0, 'gone', 'event:go')
      """;

  private static final String ENDED =
      """
      insert into pawl.finished
             (tenant, id, version, priority, depth, flow, status, started_at, ended_at)
      values (1, ?, 2, 2, 0, 'gone', 'SUCCEEDED', now(), now())
      """;

  private static final String LEFT =
      "select v.flow || v.number from pawl.version v order by v.flow, v.number";

  @TempDir Path folder;

  @Test
  void shouldKeepVersionsOnlyAsLongAsExecutionsNeedThem() {
    try (PostgresNode pawl = PostgresNode.in(folder).start()) {
      ConnectionTemplate tables = pawl.store().jdbc();
      tables.update(VERSIONS);
      tables.update(LIVE, pawl.node().newId());
      tables.update(ENDED, pawl.node().newId());
      tables.update("insert into pawl.deleted_flow (tenant, flow, number) values (1, 'gone', 3)");

      int atOnce = DeletedFlows.purge(tables);
      tables.update("update pawl.deleted_flow set at = now() - interval '2 minutes'");
      int later = DeletedFlows.purge(tables);

      assertThat(atOnce).isZero();
      assertThat(later).isEqualTo(1);
      assertThat(left(tables))
          .containsExactly("gone1", "gone2", "gone4", "kept1", "kept2", "kept3", "kept4");
    }
  }

  @Test
  void shouldKeepTestedDraftsOnlyAsLongAsTheirTestsAreKnown() {
    try (PostgresNode pawl = PostgresNode.in(folder).start()) {
      ConnectionTemplate tables = pawl.store().jdbc();
      tables.update(
          """
          insert into pawl.version (tenant, flow, number, digest, document, created_at)
          select 1, 'gone', n, '', '', now() - interval '2 hours' from generate_series(-4, 1) n where n <> 0
          """);
      tables.update("update pawl.version set created_at = now() where number = -4");
      tables.update(LIVE.replace("(1, ?, 1,", "(1, ?, -1,"), pawl.node().newId());
      tables.update(ENDED.replace("(1, ?, 2,", "(1, ?, -2,"), pawl.node().newId());
      tables.update("update pawl.execution set test = '{}'");
      tables.update("update pawl.finished set test = '{}'");

      int purged = TestedDrafts.purge(tables);

      assertThat(purged).isEqualTo(1);
      assertThat(left(tables)).containsExactly("gone-4", "gone-2", "gone-1", "gone1");
    }
  }

  private static List<String> left(ConnectionTemplate tables) {
    return tables.use(connection -> Rows.list(connection, LEFT, row -> row.getString(1)));
  }
}
