package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Keeps SQL on engine tables in the module postgres. */
class SqlInServerTest {

  private static final EngineTables TABLES = EngineTables.ofMigrations();

  @Test
  void shouldHaveSqlOnEngineTablesInPostgresOnly() {
    List<String> found =
        Checkout.files("server/src/main/java")
            .filter(file -> file.endsWith(".java"))
            .flatMap(
                file ->
                    TABLES.usedIn(Checkout.text(file)).stream().map(table -> file + ": " + table))
            .toList();

    assertThat(found)
        .as("SQL on engine tables: move it to a class of postgres and call that")
        .isEmpty();
  }

  @Test
  void shouldKnowTheTablesOfTheEngine() {
    assertThat(TABLES.names())
        .contains("execution", "journal", "finished", "inbox", "offer", "fence", "node")
        .contains("permit", "snapshot", "version", "flow")
        .doesNotContain("api_key", "audit", "job");
  }

  @Test
  void shouldFindStatementsInAllKindsOfLiterals() {
    String planted =
        """
        class Planted {
          // A comment with a quote " and 'another
          private static final char QUOTE = '"';
          static final String ONE = "select e.id from pawl.execution e";
          static final String TWO =
              \"""
              with n as (
                delete from
                  pawl.node where name = "x")
              select from n, pawl.permit
              \""";
          static final String THREE = "a \\" b" + "update pawl.inbox set number = 1";
        }
        """;

    assertThat(TABLES.usedIn(planted)).containsExactly("execution", "node", "permit", "inbox");
  }

  @Test
  void shouldIgnoreServerTablesAndOtherUsesOfTheNames() {
    String harmless =
        """
        import dev.pawl.engine.node.Node;

        /** Reads "pawl.execution". */
        class Harmless {
          // select from pawl.offer
          static final String KEYS = "select k.id from pawl.api_key k join pawl.tenant t on true";
          static final String METER = "pawl.node.lease";
          Node node = pawl.node();
        }
        """;

    assertThat(TABLES.usedIn(harmless)).isEmpty();
  }
}
