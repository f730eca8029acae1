package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Clients that open many connections or send very slowly do not block other clients. */
@ExtendWith(OneServer.class)
@Timeout(120)
class ConnectionLimitsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int CONNECTIONS = 60;
  private static final int PER_ADDRESS = 30;

  private final List<Socket> sockets = new ArrayList<>();

  @TempDir Path data;

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** Settings under which connections stay open for the duration of a test. */
  private ServerSettings settings(OneServer.Running running) {
    return settings(running, TIMEOUT.multipliedBy(4));
  }

  private ServerSettings settings(OneServer.Running running, Duration headTimeout) {
    return ServerSettings.in(data)
        .withPort(0)
        .withDatabase(running.server().database())
        .withMasterKey(TestSettings.MASTER_KEY)
        .withStreamLimits(new ServerSettings.StreamLimits(10, 10, CONNECTIONS))
        .withClients(new ServerSettings.ClientLimits(PER_ADDRESS, headTimeout));
  }

  private Socket connect(URI server, String from) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
    socket.setSoTimeout((int) TIMEOUT.toMillis());
    socket.connect(
        new InetSocketAddress(server.getHost(), server.getPort()), (int) TIMEOUT.toMillis());
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private static String read(Socket socket, int bytes) throws IOException {
    return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.US_ASCII);
  }

  /** Sends single bytes until the server closes the connection. */
  private static void drip(Socket socket, String bytes) throws IOException {
    Instant limit = Instant.now().plus(TIMEOUT);
    socket.setSoTimeout(100);
    InputStream in = socket.getInputStream();
    try {
      for (int i = 0; Instant.now().isBefore(limit); i++) {
        send(socket, bytes.substring(i % bytes.length(), i % bytes.length() + 1));
        try {
          if (in.read() < 0) {
            return;
          }
        } catch (SocketTimeoutException stillOpen) {
          // Nothing was received; the next byte follows.
        }
      }
    } catch (IOException closed) {
      return;
    }
    throw new AssertionError("the connection is still open");
  }

  @Test
  void shouldKeepCapacityForOtherAddresses(OneServer.Running running) throws Exception {
    try (PawlServer server = PawlServer.start(settings(running))) {
      List<Socket> taken = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS * 2; i++) {
        taken.add(connect(server.address(), "127.0.3.1"));
      }

      String refused = read(taken.getLast(), 400);
      Wire other = new Wire(server.address()).from("127.0.3.2");

      assertThat(refused)
          .startsWith("HTTP/1.1 429 ")
          .contains("\"code\":\"too-many-connections\"", "Retry-After: 1");
      assertThat(other.call("GET", "/health/live", List.of(), "").status()).isEqualTo(200);
      assertThat(
              other
                  .call(
                      "GET",
                      "/api/flows",
                      List.of("Authorization: bearer " + running.adminKey()),
                      "")
                  .status())
          .isEqualTo(200);
    }
  }

  @Test
  void shouldAcceptConnectionsAgainAfterOthersHaveEnded(OneServer.Running running)
      throws Exception {
    try (PawlServer server = PawlServer.start(settings(running))) {
      Wire same = new Wire(server.address()).from("127.0.3.3");
      for (int i = 0; i < CONNECTIONS * 2; i++) {
        assertThat(same.call("GET", "/health/live", List.of(), "").status()).isEqualTo(200);
      }
      for (int i = 0; i < PER_ADDRESS; i++) {
        connect(server.address(), "127.0.3.3");
      }
      close();

      Instant limit = Instant.now().plus(TIMEOUT);
      while (same.call("GET", "/health/live", List.of(), "").status() != 200) {
        assertThat(Instant.now()).isBefore(limit);
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    }
  }

  @Test
  void shouldCloseConnectionsWhoseRequestHeadTakesTooLong(OneServer.Running running)
      throws Exception {
    try (PawlServer server = PawlServer.start(settings(running, Duration.ofSeconds(1)))) {
      String whole = "GET /health/live HTTP/1.1\r\nHost: x\r\n";
      Socket silent = connect(server.address(), "127.0.3.4");
      Socket fresh = connect(server.address(), "127.0.3.4");
      Socket used = connect(server.address(), "127.0.3.4");
      send(used, whole + "\r\n");
      assertThat(read(used, 12)).isEqualTo("HTTP/1.1 200");
      Socket slowBody = connect(server.address(), "127.0.3.4");
      String body = "{\"definition\": {\"StartAt\": \"A\", \"States\": {}}}";
      send(
          slowBody,
          "POST /api/flows/validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
              + "Authorization: Bearer %s\r\nContent-Length: %d\r\n\r\n"
                  .formatted(running.adminKey(), body.length())
              + body.substring(0, 5));

      drip(fresh, whole + "X: " + "x".repeat(1_000));
      drip(used, whole + "X: " + "x".repeat(1_000));
      assertThat(silent.getInputStream().read()).isEqualTo(-1);

      // A body may take longer than a head.
      send(slowBody, body.substring(5));
      assertThat(read(slowBody, 12)).isEqualTo("HTTP/1.1 200");
    }
  }

  @Test
  void shouldAnswerHealthChecksOnTheirPortWhenTheOtherIsFull(OneServer.Running running)
      throws Exception {
    try (PawlServer server = PawlServer.start(settings(running).withHealthPort(0))) {
      Wire health = new Wire(server.healthAddress().orElseThrow());
      // Waiting requests keep their connections open.
      for (int i = 0; i < CONNECTIONS; i++) {
        send(
            connect(server.address(), "127.0.4." + (i + 1)),
            "POST /api/flows/validate HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{");
      }

      for (String path : List.of("/health/live", "/health/ready")) {
        assertThat(health.call("GET", path, List.of(), "").status()).isEqualTo(200);
      }
      Wire.Answer elsewhere =
          health.call(
              "GET", "/api/flows", List.of("Authorization: Bearer " + running.adminKey()), "");
      assertThat(elsewhere.status()).isEqualTo(404);
      assertThat(elsewhere.body()).contains("/health/live and /health/ready only");
      assertThat(elsewhere.header("X-Content-Type-Options")).contains("nosniff");
    }
  }
}
