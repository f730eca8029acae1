package dev.pawl.handlers.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.Lookup;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/** Opens HTTP connections that can reach nothing but the addresses of one checked target. */
final class PinnedConnections {

  private static final DefaultRoutePlanner NO_PROXY =
      new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE);

  private final HttpLimitValues limits;
  private final Lookup<TlsSocketStrategy> tls;
  private final ManagedHttpClientConnectionFactory factory;

  PinnedConnections(HttpLimitValues limits, SSLContext trust) {
    this.limits = limits;
    this.tls =
        RegistryBuilder.<TlsSocketStrategy>create()
            .register(URIScheme.HTTPS.id, new DefaultClientTlsStrategy(trust))
            .build();
    this.factory =
        ManagedHttpClientConnectionFactory.builder()
            .http1Config(
                Http1Config.custom()
                    .setMaxLineLength(limits.maxHeaderBytes())
                    .setMaxHeaderCount(limits.maxHeaders())
                    .build())
            .build();
  }

  /** A client for one request, and the connection it uses. */
  record Connection(CloseableHttpClient client, BasicHttpClientConnectionManager connections)
      implements AutoCloseable {

    void abort() {
      connections.close(CloseMode.IMMEDIATE);
    }

    @Override
    public void close() {
      client.close(CloseMode.IMMEDIATE);
    }
  }

  Connection open(ResolvedTarget target, CallDeadline deadline) {
    long leftMillis = Math.max(1, deadline.left().toMillis());
    Timeout left = Timeout.of(leftMillis, TimeUnit.MILLISECONDS);
    Timeout connect =
        Timeout.of(Math.min(leftMillis, limits.connect().toMillis()), TimeUnit.MILLISECONDS);
    BasicHttpClientConnectionManager connections =
        BasicHttpClientConnectionManager.create(
            DefaultSchemePortResolver.INSTANCE, new PinnedResolver(target), tls, factory);
    connections.setConnectionConfig(
        ConnectionConfig.custom().setConnectTimeout(connect).setSocketTimeout(left).build());
    CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(connections)
            .setRoutePlanner(NO_PROXY)
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setResponseTimeout(left)
                    .setAuthenticationEnabled(false)
                    .setProtocolUpgradeEnabled(false)
                    .build())
            .disableRedirectHandling()
            .disableAutomaticRetries()
            .disableCookieManagement()
            .disableContentCompression()
            .disableAuthCaching()
            .build();
    return new Connection(client, connections);
  }

  /** Answers with the checked addresses of the one target, and knows no other name. */
  private record PinnedResolver(ResolvedTarget target) implements DnsResolver {

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      if (!host.equalsIgnoreCase(target.host())) {
        throw new UnknownHostException(host);
      }
      return target.addresses().toArray(InetAddress[]::new);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }
}
