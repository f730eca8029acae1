package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import dev.pawl.postgres.store.PostgresStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Starts on an existing PostgreSQL: the required privileges, and the messages if one is missing.
 */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class StartTest {

  private static final String STATEMENTS =
      "run: create role pawl_app nologin; grant pawl_app to %s; Then start Pawl again.";

  @TempDir private static Path folder;
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() {
    postgres = EmbeddedPostgres.start(folder.resolve("postgres"));
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  private record Outcome(int exitCode, String out, String err) {}

  /** A start that fails. */
  private static Outcome up(String... arguments) throws InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            arguments,
            Map.of(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static void refused(Outcome outcome, String... words) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("pawl: ").hasLineCount(1).contains(words);
  }

  private static String url(Database database) {
    return "postgresql://%s:%s@%s"
        .formatted(
            database.user(),
            database.password(),
            database.url().substring("jdbc:postgresql://".length()));
  }

  private static void execute(Database database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Database admin(String database) {
    return new Database(
        postgres.url().replaceFirst("/[^/]*$", "/" + database),
        postgres.user(),
        postgres.password());
  }

  /** Creates a database and a user of the same name without privileges. */
  private static Database as(String name) throws SQLException {
    execute(Database.of(postgres), "create role %s login password 'p'".formatted(name));
    execute(Database.of(postgres), "create database " + name);
    return new Database(admin(name).url(), name, "p");
  }

  /** Creates a user who may create the schema of Pawl, but no role. */
  private static Database owning(String name) throws SQLException {
    Database database = as(name);
    execute(admin(name), "grant create on database %1$s to %1$s".formatted(name));
    return database;
  }

  private static ServerSettings on(Database database, Path data) {
    return ServerSettings.in(data).withPort(0).withDatabase(database);
  }

  /** Extracts the SQL from a message. */
  private static List<String> statements(String message) {
    List<String> statements = new ArrayList<>();
    String from = message.substring(message.indexOf("run: ") + "run: ".length());
    for (String statement : from.substring(0, from.indexOf(" Then ")).split("(?<=;) ")) {
      statements.add(statement);
    }
    return statements;
  }

  @Test
  void shouldNotHideThatRowLevelSecurityIsOff(@TempDir Path data) throws Exception {
    Database plain = owning("plain");
    String statements = STATEMENTS.formatted("plain");

    try (PawlServer server = PawlServer.start(on(plain, data))) {
      Commands commands = new Commands(server.address(), data.resolve("admin.key"));
      Api api =
          new Api(
              server.address(), Optional.of(Files.readString(data.resolve("admin.key")).strip()));

      assertThat(server.warnings())
          .singleElement()
          .asString()
          .startsWith("row-level security between tenants is off: ")
          .contains(statements);
      assertThat(api.get("/health").text("status")).isEqualTo("DEGRADED");
      assertThat(api.get("/health").body().toString())
          .contains("\"name\":\"row-level-security\",\"ok\":false", statements);
      assertThat(new Api(server.address(), Optional.empty()).get("/health").status())
          .isEqualTo(401);
      Commands.Outcome doctor = commands.pawl("doctor");
      assertThat(doctor.exitCode()).isEqualTo(1);
      assertThat(doctor.out()).contains("problem  security", "-> As an admin", statements);
    }
    refused(
        up(
            "--database",
            url(plain),
            "--data",
            data.toString(),
            "--port",
            "0",
            "--host",
            "0.0.0.0",
            "--behind-proxy"),
        "row-level security between tenants is off",
        statements,
        "0.0.0.0");

    try (Up up = Up.start(data.resolve("process"), "--database", url(plain))) {
      up.awaitReady();
      assertThat(Files.readString(up.err())).startsWith("pawl: warning: row-").contains(statements);
    }

    for (String statement : statements(statements)) {
      execute(admin("plain"), statement);
    }
    try (PawlServer server = PawlServer.start(on(plain, data).behindProxy("0.0.0.0"))) {
      Commands commands = new Commands(server.address(), data.resolve("admin.key"));

      assertThat(server.warnings()).isEmpty();
      assertThat(commands.pawl("doctor").well().out())
          .contains("ok       security  row-level-security on");
    }
  }

  @Test
  void shouldNameTheGrantsNeededByARoleWithoutCreate(@TempDir Path data) throws Exception {
    Database poor = as("poor");
    String[] line = {"--database", url(poor), "--data", data.toString(), "--port", "0"};

    Outcome outcome = up(line);

    refused(
        outcome,
        "permission denied for database poor",
        "run: grant create on database poor to poor; Then");
    for (String statement : statements(outcome.err())) {
      execute(admin("poor"), statement);
    }
    PawlServer.start(on(poor, data)).close();
  }

  @Test
  void shouldNameTheGrantsNeededInASchemaOfAnotherOwner(@TempDir Path data) throws Exception {
    Database guest = as("guest");
    execute(admin("guest"), "create schema pawl");
    String[] line = {"--database", url(guest), "--data", data.toString(), "--port", "0"};

    Outcome outcome = up(line);

    refused(outcome, "permission denied for schema pawl", "grant usage, create on schema pawl to");
    for (String statement : statements(outcome.err())) {
      execute(admin("guest"), statement);
    }
    PawlServer.start(on(guest, data)).close();
  }

  @Test
  void shouldNameTheGrantsNeededOnTablesOfAnotherOwner(@TempDir Path data) throws Exception {
    Database second = as("second");
    PostgresStore.open(admin("second")).close();

    Outcome outcome = up("--database", url(second), "--data", data.toString(), "--port", "0");

    refused(outcome, "permission denied", "run: grant %s to second;".formatted(postgres.user()));
  }

  @Test
  void shouldExplainWhyItCannotJoin(@TempDir Path data) throws Exception {
    Database lame = owning("lame");
    PawlServer.start(on(lame, data)).close();
    execute(lame, "revoke insert on pawl.node from lame");
    String[] line = {"--database", url(lame), "--data", data.toString(), "--port", "0"};

    Outcome outcome = up(line);

    refused(
        outcome,
        "cannot join the nodes on",
        "permission denied for table node",
        "grant all on all tables in schema pawl to lame;");
    for (String statement : statements(outcome.err())) {
      execute(admin("lame"), statement);
    }
    PawlServer.start(on(lame, data)).close();
  }

  @Test
  void shouldRefuseTablesOfANewerRelease(@TempDir Path data) throws Exception {
    Database newer = owning("newer");
    PawlServer.start(on(newer, data)).close();
    execute(newer, "insert into pawl.migration values (1000, 'V1000__future.sql', 'x')");

    refused(
        up("--database", url(newer), "--data", data.toString(), "--port", "0"),
        "number 1000",
        "a newer release has migrated them",
        "Start that release");
  }

  @Test
  void shouldReportThatItsAddressIsInUse(@TempDir Path data) throws Exception {
    Database crowded = owning("crowded");

    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String port = Integer.toString(taken.getLocalPort());
      refused(
          up("--database", url(crowded), "--data", data.toString(), "--port", port),
          port + " is in use",
          "--port");
    }
    String own = data.resolve("own").toString();
    refused(
        up("--data", own, "--host", "192.0.2.1", "--behind-proxy", "--port", "0"),
        "cannot listen on 192.0.2.1",
        "--host");
  }

  @Test
  void shouldDescribeProblemsOfTheDatabaseOrTheFolder(@TempDir Path data) throws Exception {
    Database known = owning("known");
    Database wrong = new Database(known.url(), "known", "wrong");
    Path file = Files.writeString(data.resolve("file"), "");

    refused(
        up("--database", url(wrong), "--data", data.toString()),
        "password authentication failed",
        "Check the user and the password");
    refused(
        up("--database", url(known).replaceFirst("/known$", "/unknown"), "--data", data.toString()),
        "\"unknown\" does not exist",
        "CREATE DATABASE");
    refused(
        up("--data", file.resolve("data").toString()), "is a file, not a folder", "with --data");
  }
}
