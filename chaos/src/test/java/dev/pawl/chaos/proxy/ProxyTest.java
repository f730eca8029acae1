package dev.pawl.chaos.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import dev.pawl.testkit.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ProxyTest {

  private static final String ADD = "insert into mark values (1)";

  @TempDir static Path folder;
  private static EmbeddedPostgres postgres;

  private Proxy proxy;

  @BeforeAll
  static void start() {
    postgres =
        EmbeddedPostgres.start(
            folder, EmbeddedOptions.defaults().withSetting("shared_buffers", "32MB"));
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @BeforeEach
  void open() throws Exception {
    proxy = Proxy.to(postgres.port(), 1);
    direct("drop table if exists mark");
    direct("create table mark (number int)");
  }

  @AfterEach
  void close() throws Exception {
    proxy.close();
  }

  @Test
  void shouldForwardEverythingWithoutAFault() throws Exception {
    try (Connection connection = connect(proxy.port(), "");
        Statement statement = connection.createStatement()) {
      statement.execute(ADD);
    }

    assertThat(marks()).isEqualTo(1);
  }

  @Test
  void shouldForwardARequestForEncryption() throws Exception {
    try (Connection connection = connect(proxy.port(), "?sslmode=prefer");
        Statement statement = connection.createStatement()) {
      statement.execute(ADD);
    }

    assertThat(marks()).isEqualTo(1);
  }

  @Test
  void shouldCutBetweenCommitAndItsAnswer() throws Exception {
    try (Connection connection = connect(proxy.port(), "")) {
      proxy.weather(new ProxyFault.CutStatements(1, ProxyFault.CutPoint.ANSWER));

      assertThatThrownBy(() -> connection.createStatement().execute(ADD))
          .isInstanceOf(SQLException.class);
    }

    assertThat(marks()).isEqualTo(1);
    assertThat(proxy.cuts()).isEqualTo(1);
  }

  @Test
  void shouldLoseARequestBeforeTheServerSeesIt() throws Exception {
    try (Connection connection = connect(proxy.port(), "")) {
      proxy.weather(new ProxyFault.CutStatements(1, ProxyFault.CutPoint.REQUEST));

      assertThatThrownBy(() -> connection.createStatement().execute(ADD))
          .isInstanceOf(SQLException.class);
    }

    assertThat(marks()).isZero();
  }

  @Test
  void shouldLoseOnlyWritingConnections() throws Exception {
    try (Connection connection = connect(proxy.port(), "");
        Statement statement = connection.createStatement()) {
      proxy.weather(new ProxyFault.CutStatements(1, ProxyFault.CutPoint.ANY));

      assertThat(statement.execute("select 1")).isTrue();
    }
  }

  @Test
  void shouldHoldBackEverythingUntilTheFaultEnds() throws Exception {
    try (Connection connection = connect(proxy.port(), "");
        Statement statement = connection.createStatement()) {
      proxy.weather(ProxyFault.BlackHole.BLACK_HOLE);
      CompletableFuture<Boolean> added =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return !statement.execute(ADD);
                } catch (SQLException e) {
                  return false;
                }
              });

      assertThat(added.completeOnTimeout(false, 300, TimeUnit.MILLISECONDS).get()).isFalse();
      assertThat(marks()).isZero();

      proxy.weather(ProxyFault.NoFault.FAIR);
      Await.until("a mark is written", () -> marks() != 0);
    }
  }

  @Test
  void shouldResetConnectionsAndRefuseNewOnes() throws Exception {
    try (Connection connection = connect(proxy.port(), "")) {
      assertThat(proxy.reset(1)).isEqualTo(1);

      assertThatThrownBy(() -> connection.createStatement().execute(ADD))
          .isInstanceOf(SQLException.class);
    }
    proxy.weather(ProxyFault.RefusedConnections.SHUT);

    assertThatThrownBy(() -> connect(proxy.port(), "")).isInstanceOf(SQLException.class);
  }

  @Test
  void shouldCutAfterTheGivenNumberOfBytes() throws Exception {
    try (Connection connection = connect(proxy.port(), "");
        Statement statement = connection.createStatement()) {
      proxy.weather(new ProxyFault.ResetAfterBytes(10_000));

      assertThatThrownBy(() -> statement.execute("select repeat('x', 100000)"))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void shouldRunTheActionBeforeAMatchingStatement() throws Exception {
    CompletableFuture<Integer> before = new CompletableFuture<>();
    proxy.whenNext(
        Pattern.compile("insert into mark"),
        () -> {
          try {
            before.complete(marks());
          } catch (SQLException e) {
            before.completeExceptionally(e);
          }
        });

    try (Connection connection = connect(proxy.port(), "");
        Statement statement = connection.createStatement()) {
      statement.execute(ADD);
    }

    assertThat(before.get()).isZero();
    assertThat(marks()).isEqualTo(1);
  }

  @Test
  void shouldForwardToAnotherPort() throws Exception {
    proxy.pointAt(1);
    assertThatThrownBy(() -> connect(proxy.port(), "")).isInstanceOf(SQLException.class);

    proxy.pointAt(postgres.port());
    proxy.weather(new ProxyFault.DelayedTraffic(Duration.ofMillis(1)));

    try (Connection connection = connect(proxy.port(), "")) {
      assertThat(connection.isValid(10)).isTrue();
    }
  }

  private static int marks() throws SQLException {
    try (Connection connection = connect(postgres.port(), "");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from mark")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void direct(String sql) throws SQLException {
    try (Connection connection = connect(postgres.port(), "");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connection connect(int port, String options) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/pawl%s".formatted(port, options),
        postgres.user(),
        postgres.password());
  }
}
