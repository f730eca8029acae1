package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.testing.SharedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Clients come and go: that one has gone is nothing to tell the log. */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class LostStreamTest {

  private static final int LOST = 4;

  /** A client that has heard something, and goes without a word. */
  private static void lose(URI server, String key, String path) throws IOException {
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
      socket
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n"
                  .formatted(path, key)
                  .getBytes(StandardCharsets.US_ASCII));
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      while (!lines.readLine().startsWith("id:")) {
        // The head comes first.
      }
      socket.setSoLinger(true, 0);
    }
  }

  private static String fresh(Api api) throws IOException, InterruptedException {
    return api.post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}").text("key");
  }

  /** To the database of a server that is up. */
  private static Connection database(Up up) throws IOException, SQLException {
    Path postgres = up.data().resolve("postgres");
    String port = Files.readAllLines(postgres.resolve("data/postmaster.pid")).get(3).strip();
    String password = Files.readString(postgres.resolve("password")).strip();
    return Database.at("postgresql://pawl:%s@127.0.0.1:%s/pawl".formatted(password, port))
        .connect();
  }

  private static boolean isAnyBlocked(Statement statement) throws IOException {
    try (ResultSet rows =
        statement.executeQuery(
            "select from pg_stat_activity where wait_event_type = 'Lock'"
                + " and query like '%pawl.api_key%'")) {
      return rows.next();
    } catch (SQLException away) {
      throw new IOException(away);
    }
  }

  /** Clients that go before they are answered: the server looks for their key meanwhile. */
  private static void loseBeforeTheAnswer(Up up, String key, String path) throws Exception {
    // Within a transaction, what others do looks as it did when that was first asked.
    try (Connection connection = database(up);
        Statement statement = connection.createStatement();
        Connection outside = database(up);
        Statement watching = outside.createStatement()) {
      for (String method : List.of("HEAD", "GET")) {
        connection.setAutoCommit(false);
        statement.execute("lock table pawl.api_key in access exclusive mode");
        try (Socket socket = new Socket(up.address().getHost(), up.address().getPort())) {
          socket
              .getOutputStream()
              .write(
                  "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n"
                      .formatted(method, path, key)
                      .getBytes(StandardCharsets.US_ASCII));
          up.await(() -> isAnyBlocked(watching));
          socket.setSoLinger(true, 0);
        }
        connection.commit();
      }
    }
  }

  /** In a process of its own, whose log is its own. */
  @Test
  void shouldNotTakeALostStreamForAnError(@TempDir Path folder) throws Exception {
    try (Up up = Up.start(folder)) {
      up.awaitReady();
      String key = Files.readString(up.keyFile()).strip();
      Api api = new Api(up.address(), Optional.of(key));
      api.post(
          "/api/flows?publish=true",
          "{\"code\": \"waits\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\":"
              + " {\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}}}}");
      String execution =
          "/api/flows/executions/" + api.post("/api/flows/waits/execute", "{}").text("id");

      for (int i = 0; i < LOST; i++) {
        lose(up.address(), key, "/api/events");
        lose(up.address(), key, "/api/flows/waits/events");
        lose(up.address(), key, execution + "/events");
      }
      for (String path : List.of("/api/events", execution + "/events")) {
        // What is asked with a key that was used a moment ago does not look for it.
        loseBeforeTheAnswer(up, fresh(api), path);
      }
      // One who stays hears what the others would have been told.
      try (Stream<String> lines = api.events(execution + "/events", Optional.empty())) {
        Iterator<String> stays = lines.iterator();
        api.post(execution + "/pause", "{}");
        while (!stays.next().contains("paused")) {
          // What was before.
        }
        api.post(execution + "/resume", "{}");
        api.post(execution + "/events/go", "{}");
        while (!stays.next().contains("SUCCEEDED")) {
          // What was before.
        }
      }
      for (int i = 0; i < LOST; i++) {
        api.post("/api/flows/waits/execute?wait=1", "{}");
      }

      // It stops when all streams have ended.
      assertThat(up.stop()).isEqualTo(143);
      assertThat(Files.readString(up.out()) + Files.readString(up.err()))
          .doesNotContain("ERROR", "Exception");
    }
  }

  /** As an option of {@code pawl up}. */
  private static String url(Database database) {
    return database
        .url()
        .replace(
            "jdbc:postgresql://",
            "postgresql://" + database.user() + ":" + database.password() + "@");
  }

  @Test
  void shouldEndAStreamQuietlyWhenTheDatabaseIsGone(@TempDir Path folder) throws Exception {
    try (Relay relay = new Relay(SharedPostgres.createMigrated());
        Up up = Up.start(folder, "--database", url(relay.database()))) {
      up.awaitReady();
      String key = Files.readString(up.keyFile()).strip();
      Api api = new Api(up.address(), Optional.of(key));
      api.post(
          "/api/flows?publish=true",
          "{\"code\": \"waits\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\":"
              + " {\"Type\": \"Wait\", \"Event\": \"go\", \"End\": true}}}}");
      String execution =
          "/api/flows/executions/" + api.post("/api/flows/waits/execute", "{}").text("id");
      try (Stream<String> lines = api.events(execution + "/events", Optional.empty())) {
        Iterator<String> stream = lines.iterator();
        assertThat(stream.next()).isNotNull();

        relay.cut();
        stream.forEachRemaining(line -> {});
      }

      relay.mend();
      up.await(() -> isWaiting(api, execution));
      assertThat(Files.readString(up.out()) + Files.readString(up.err()))
          .doesNotContain("ERROR", "Failure in @ExceptionHandler");
    }
  }

  private static boolean isWaiting(Api api, String execution)
      throws IOException, InterruptedException {
    Api.Answer answer = api.get(execution);
    return answer.status() == 200 && answer.text("status").equals("WAITING");
  }
}
