package dev.pawl.server;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.testing.SharedPostgres;
import dev.pawl.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
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
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A client that disconnects leaves nothing in the log. */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class LostStreamTest {

  private static final int LOST = 4;
  private static final int STREAMS = 8;

  /** A client that has received something and disconnects. */
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
        // The response head comes first.
      }
      socket.setSoLinger(true, 0);
    }
  }

  private static String fresh(Api api) throws IOException, InterruptedException {
    return api.post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}").text("key");
  }

  /** Connects to the database of the running server. */
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

  /** The clients disconnect while the server looks up their key. */
  private static void loseBeforeTheAnswer(Up up, Api api, String path) throws Exception {
    // Within a transaction, the view would show the state of its first query.
    try (Connection connection = database(up);
        Statement statement = connection.createStatement();
        Connection outside = database(up);
        Statement watching = outside.createStatement()) {
      for (String method : List.of("HEAD", "GET")) {
        // A key that was used a moment ago is cached.
        String key = fresh(api);
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

  /** Uses a separate process with its own log. */
  @Test
  void shouldNotTreatALostStreamAsAnError(@TempDir Path folder) throws Exception {
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
        loseBeforeTheAnswer(up, api, path);
      }
      // A client that stays connected receives what the others would have received.
      try (Stream<String> lines = api.events(execution + "/events", Optional.empty())) {
        Iterator<String> stays = lines.iterator();
        api.post(execution + "/pause", "{}");
        while (!stays.next().contains("paused")) {
          // Earlier events.
        }
        api.post(execution + "/resume", "{}");
        api.post(execution + "/events/go", "{}");
        while (!stays.next().contains("SUCCEEDED")) {
          // Earlier events.
        }
      }
      for (int i = 0; i < LOST; i++) {
        api.post("/api/flows/waits/execute?wait=1", "{}");
      }

      // The server stops when all streams have ended.
      assertThat(up.stop()).isEqualTo(143);
      assertThat(Files.readString(up.out()) + Files.readString(up.err()))
          .doesNotContain("ERROR", "Exception");
    }
  }

  /** How a client leaves in the middle of a response. */
  private enum Departure {
    /** The connection is reset. */
    RESET {
      @Override
      void leave(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
      }
    },
    /** The connection is closed while data of the server is unread. */
    CLOSE {
      @Override
      void leave(Socket socket) {}
    },
    /** The client says that it sends no more, reads on, and is gone then. */
    HALF_CLOSE {
      @Override
      void leave(Socket socket) throws IOException {
        socket.shutdownOutput();
        assertThat(socket.getInputStream().readNBytes(1_000)).isNotEmpty();
      }
    };

    abstract void leave(Socket socket) throws IOException;
  }

  /** Requests a path and returns once the response has begun; little of it fits into buffers. */
  private static Optional<Socket> begin(Up up, String key, String path) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.setSoTimeout((int) Duration.ofSeconds(60).toMillis());
    socket.connect(new InetSocketAddress(up.address().getHost(), up.address().getPort()));
    socket
        .getOutputStream()
        .write(
            "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n"
                .formatted(path, key)
                .getBytes(StandardCharsets.US_ASCII));
    byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
    if (new String(status, StandardCharsets.US_ASCII).equals("HTTP/1.1 200")) {
      return Optional.of(socket);
    }
    socket.close();
    return Optional.empty();
  }

  /** Makes something to send: streams whose clients are gone end then. */
  private static void happen(Api api) throws IOException, InterruptedException {
    api.post("/api/flows/large/execute?wait=5", "{\"input\": [1]}");
  }

  /** Begins a response as soon as the limit on streams allows it. */
  private static Socket open(Up up, Api api, String key, String path)
      throws IOException, InterruptedException {
    List<Socket> opened = new ArrayList<>();
    up.await(
        () -> {
          Optional<Socket> begun = begin(up, key, path);
          begun.ifPresent(opened::add);
          if (begun.isEmpty()) {
            happen(api);
          }
          return begun.isPresent();
        });
    return opened.getFirst();
  }

  /** Returns true if as many streams can be open at once as a tenant may have. */
  private static boolean areAllFree(Up up, Api api, String key)
      throws IOException, InterruptedException {
    happen(api);
    List<Socket> open = new ArrayList<>();
    try {
      for (int i = 0; i < STREAMS; i++) {
        begin(up, key, "/api/events").ifPresent(open::add);
      }
      return open.size() == STREAMS;
    } finally {
      for (Socket socket : open) {
        socket.setSoLinger(true, 0);
        socket.close();
      }
    }
  }

  /** Deploys a flow whose history is larger than all buffers, and returns an execution of it. */
  private static String large(Api api) throws Exception {
    api.post(
        "/api/flows?publish=true",
        """
        {"code": "large", "definition": {"StartAt": "A", "States": {"A": {"Type": "Map", "End": true,
          "ItemProcessor": {"StartAt": "B", "States": {
            "B": {"Type": "Task", "Resource": "echo", "End": true}}}}}}}
        """);
    String items = IntStream.range(0, 1_000).mapToObj(String::valueOf).collect(joining(","));
    Api.Answer started =
        api.post("/api/flows/large/execute?wait=30", "{\"input\": [%s]}".formatted(items));
    String path = "/api/flows/executions/" + started.text("id");
    Await.until("the execution ends", () -> api.get(path).text("status").equals("SUCCEEDED"));
    return path;
  }

  /** Every way to leave: streams that wait, the middle of large responses, and a shutdown. */
  @Test
  @Tag("exhaustive")
  void shouldLogNothingOfClientsThatVanishAndFreeWhatTheyUsed(@TempDir Path folder)
      throws Exception {
    try (Up up = Up.start(folder, "--max-streams", Integer.toString(STREAMS))) {
      up.awaitReady();
      String key = Files.readString(up.keyFile()).strip();
      Api api = new Api(up.address(), Optional.of(key));
      String execution = large(api);
      for (Departure departure : Departure.values()) {
        for (String path :
            List.of(
                "/api/events",
                "/api/flows/large/events",
                execution + "/events",
                execution + "/steps?limit=200",
                "/api/openapi.json")) {
          for (int i = 0; i < LOST / 2; i++) {
            try (Socket socket = open(up, api, key, path)) {
              departure.leave(socket);
            }
          }
        }
        up.await(() -> areAllFree(up, api, key));
      }
      for (String path : List.of(execution + "/events", execution + "/steps", "/api/nothing")) {
        loseBeforeTheAnswer(up, api, path);
      }
      up.await(() -> areAllFree(up, api, key));

      // One waits, one does not read, and both leave while the server stops.
      Socket waits = open(up, api, key, "/api/events");
      Socket reads = open(up, api, key, execution + "/events");
      try (Socket stays = open(up, api, key, "/api/events")) {
        up.process().destroy();
        for (Socket leaving : List.of(reads, waits)) {
          leaving.setSoLinger(true, 0);
          leaving.close();
        }
        stays.getInputStream().readAllBytes();
      }
      assertThat(up.stop()).isEqualTo(143);
      assertThat(Files.readString(up.out()) + Files.readString(up.err()))
          .doesNotContain(" ERROR ", " WARN ", "Exception");
    }
  }

  @Test
  void shouldEndAStreamQuietlyWhenTheDatabaseIsGone(@TempDir Path folder) throws Exception {
    try (Relay relay = new Relay(SharedPostgres.createMigrated());
        Up up = Up.start(folder, "--database", Up.url(relay.database()))) {
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
