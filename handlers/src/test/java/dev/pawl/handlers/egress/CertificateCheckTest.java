package dev.pawl.handlers.egress;

import static dev.pawl.handlers.testing.LoopbackServer.header;
import static dev.pawl.handlers.testing.LoopbackServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.handlers.egress.HttpFailure.Reason;
import dev.pawl.handlers.testing.LoopbackServer;
import dev.pawl.handlers.testing.TestNetwork;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that connections go to the checked address while the certificate must name the host. */
class CertificateCheckTest {

  private static final String PASSWORD = "changeit";

  @TempDir private static Path folder;
  private static SSLContext tls;

  private final TestNetwork network =
      new TestNetwork()
          .name("api.example", TestNetwork.PUBLIC)
          .name("other.example", TestNetwork.PUBLIC);

  @BeforeAll
  static void createCertificate() throws Exception {
    Path file = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "server",
                "-dname",
                "CN=api.example",
                "-ext",
                "san=dns:api.example",
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate("server"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    tls = SSLContext.getInstance("TLS");
    tls.init(own.getKeyManagers(), trust.getTrustManagers(), null);
  }

  @Test
  void shouldAcceptACertificateThatNamesTheHost() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.startTls(TestNetwork.PUBLIC, tls, json("200 OK", "{}"))) {
      GuardedHttpClient client = trusting(server);

      HttpAnswer answer = client.send(get("api.example", server, 0), client.deadline());

      assertThat(answer.status()).isEqualTo(200);
    }
  }

  @Test
  void shouldRefuseACertificateThatNamesAnotherHost() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.startTls(TestNetwork.PUBLIC, tls, json("200 OK", "{}"))) {
      GuardedHttpClient client = trusting(server);

      HttpFailure failure =
          catchThrowableOfType(
              HttpFailure.class,
              () -> client.send(get("other.example", server, 0), client.deadline()));

      assertThat(failure.reason()).isEqualTo(Reason.CONNECT);
      assertThat(failure).hasMessageContaining("check that its certificate is valid");
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void shouldRefuseACertificateThatIsNotTrusted() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.startTls(TestNetwork.PUBLIC, tls, json("200 OK", "{}"))) {
      GuardedHttpClient client = new GuardedHttpClient(new EgressGuard(network.policy(server)));

      HttpFailure failure =
          catchThrowableOfType(
              HttpFailure.class,
              () -> client.send(get("api.example", server, 0), client.deadline()));

      assertThat(failure.reason()).isEqualTo(Reason.CONNECT);
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void shouldNotFollowARedirectFromHttpsToHttp() throws Exception {
    try (LoopbackServer plain = LoopbackServer.start(TestNetwork.PUBLIC, json("200 OK", "{}"));
        LoopbackServer server =
            LoopbackServer.startTls(
                TestNetwork.PUBLIC,
                tls,
                header("302 Found", "Location: http://api.example:" + plain.port() + "/"))) {
      GuardedHttpClient client = trusting(server, plain);

      HttpFailure failure =
          catchThrowableOfType(
              HttpFailure.class,
              () -> client.send(get("api.example", server, 3), client.deadline()));

      assertThat(failure.reason()).isEqualTo(Reason.DENIED);
      assertThat(plain.connections()).isZero();
    }
  }

  private GuardedHttpClient trusting(LoopbackServer... servers) {
    return new GuardedHttpClient(
        new EgressGuard(network.policy(servers)), HttpLimitValues.STANDARD, tls);
  }

  private static OutgoingRequest get(String host, LoopbackServer server, int redirects) {
    return new OutgoingRequest(
        "GET",
        HttpUrl.parse("https://%s:%d/".formatted(host, server.port())),
        Map.of(),
        Optional.empty(),
        EgressPermission.http(1),
        redirects);
  }
}
