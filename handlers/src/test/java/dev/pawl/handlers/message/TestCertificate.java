package dev.pawl.handlers.message;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** A certificate of {@code localhost} that only tests trust, made by the keytool of the JDK. */
public final class TestCertificate {

  private static final char[] PASSWORD = "changeit".toCharArray();

  private final KeyStore store;

  private TestCertificate(KeyStore store) {
    this.store = store;
  }

  public static TestCertificate create(Path folder) throws Exception {
    Path file = folder.resolve("localhost.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "test",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                "changeit")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new AssertionError(Files.readString(folder.resolve("keytool.log")));
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new TestCertificate(load(in));
    }
  }

  private static KeyStore load(InputStream in) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(in, PASSWORD);
    return store;
  }

  /** Returns what servers use. */
  public SSLContext server() throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** Returns what clients use that trust this certificate only. */
  public SSLSocketFactory client() throws Exception {
    return trusting(store);
  }

  /** Returns what clients use that trust the certificate of GreenMail, which names no host. */
  public static SSLSocketFactory trustingGreenMail() throws Exception {
    try (InputStream in = TestCertificate.class.getResourceAsStream("/greenmail.p12")) {
      if (in == null) {
        throw new AssertionError("greenmail.p12 is missing");
      }
      return trusting(load(in));
    }
  }

  private static SSLSocketFactory trusting(KeyStore source) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    String alias = source.aliases().nextElement();
    trusted.setCertificateEntry("trusted", source.getCertificate(alias));
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context.getSocketFactory();
  }
}
