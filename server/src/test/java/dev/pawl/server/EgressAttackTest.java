package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.server.egress.EgressSettings;
import dev.pawl.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every handler that calls HTTP is denied addresses that are not public, in every notation, and
 * sends no packet: a listener on an allowed port of this machine counts connections.
 */
class EgressAttackTest {

  private static final List<String> HOSTS =
      List.of(
          "127.0.0.1",
          "localhost",
          "0.0.0.0",
          "[::1]",
          "[::]",
          "[::ffff:127.0.0.1]",
          "[64:ff9b::127.0.0.1]",
          "[2002:7f00:1::]",
          "10.0.0.1",
          "169.254.169.254",
          "metadata.google.internal",
          "100.64.0.1",
          "2130706433",
          "127.1",
          "0",
          "0177.0.0.1",
          "0x7f000001",
          "１２７.0.0.1",
          "127.0.0.1.",
          "user@127.0.0.1");

  private static final String FLOW =
      """
      {"code": "%s", "definition": {"StartAt": "Call", "States": {
        "Call": {"Type": "Task", "Resource": "%s", "Config": %s, "End": true}}}}
      """;

  private static final AtomicInteger CONNECTIONS = new AtomicInteger();

  private static ServerSocket listener;
  private static PawlServer server;
  private static Api admin;

  @BeforeAll
  static void start(@TempDir Path data) throws IOException {
    // On all addresses of this machine, so that no notation can miss it.
    listener = new ServerSocket(0, 50, InetAddress.getByName("0.0.0.0"));
    Thread.ofVirtual().start(EgressAttackTest::count);
    server =
        PawlServer.start(
            TestSettings.in(data)
                .withEgress(
                    new EgressSettings(Set.of(), List.of(), Set.of(listener.getLocalPort()))));
    admin = new Api(server.address(), Optional.of(Files.readString(data.resolve(FirstKey.FILE))));
  }

  private static void count() {
    try {
      while (true) {
        listener.accept().close();
        CONNECTIONS.incrementAndGet();
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    listener.close();
  }

  @Test
  void shouldDenyCallouts() throws Exception {
    deny("callout", "HTTP_CALLOUT", "{\"url\": \"${$.url}\", \"followRedirects\": true}");
  }

  @Test
  void shouldDenyWebhooks() throws Exception {
    deny(
        "webhook",
        "OUTBOUND_MESSAGE",
        """
        {"url": "${$.url}", "type": "paid",
         "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="}
        """);
  }

  @Test
  void shouldDenyExports() throws Exception {
    deny("export", "EXPORT_POLICY_HANDLER", "{\"endpointUrl\": \"${$.url}\"}");
  }

  @Test
  void shouldCountConnections() throws Exception {
    int before = CONNECTIONS.get();
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()));
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    Await.until("it is counted", () -> CONNECTIONS.get() == before + 1);
  }

  private static void deny(String code, String resource, String config) throws Exception {
    Api.Answer created =
        admin.post("/api/flows?publish=true", FLOW.formatted(code, resource, config));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    int before = CONNECTIONS.get();

    for (String host : HOSTS) {
      String url = "http://%s:%d/".formatted(host, listener.getLocalPort());
      Json ended =
          admin
              .post(
                  "/api/flows/" + code + "/execute?wait=30",
                  "{\"input\": {\"url\": \"%s\"}}".formatted(url))
              .body();

      assertThat(ended.get("status")).as("%s: %s", host, ended).contains(Json.of("FAILED"));
      assertThat(ended.get("error").map(Json::asText).orElse(""))
          .as("%s: %s", host, ended)
          .isIn("EgressDenied", "ConfigInvalid");
    }
    assertThat(CONNECTIONS.get()).isEqualTo(before);
  }
}
