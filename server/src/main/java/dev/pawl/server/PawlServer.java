package dev.pawl.server;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.handlers.HandlerCatalog;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.PostgresNodeBuilder;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.schema.RowSecurity;
import dev.pawl.postgres.secret.MasterKeys;
import dev.pawl.postgres.secret.TenantKeys;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.sdk.Handler;
import dev.pawl.server.access.AccessConfiguration;
import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.KeyScope;
import dev.pawl.server.access.Role;
import dev.pawl.server.access.SignInController;
import dev.pawl.server.access.SignIns;
import dev.pawl.server.activity.ActivityConfiguration;
import dev.pawl.server.audit.AuditConfiguration;
import dev.pawl.server.console.ConsoleConfiguration;
import dev.pawl.server.demo.Demo;
import dev.pawl.server.demo.DemoHandlers;
import dev.pawl.server.egress.OwnAddresses;
import dev.pawl.server.egress.ServerHandlers;
import dev.pawl.server.execution.ExecutionConfiguration;
import dev.pawl.server.explain.ExplainController;
import dev.pawl.server.failure.FailureConfiguration;
import dev.pawl.server.feed.FeedConfiguration;
import dev.pawl.server.flow.FlowConfiguration;
import dev.pawl.server.guard.GuardConfiguration;
import dev.pawl.server.guard.HealthPort;
import dev.pawl.server.history.HistoryController;
import dev.pawl.server.idempotency.IdempotencyConfiguration;
import dev.pawl.server.job.JobConfiguration;
import dev.pawl.server.metrics.MetricsConfiguration;
import dev.pawl.server.openapi.OpenApiController;
import dev.pawl.server.openapi.SchemaController;
import dev.pawl.server.outbound.OutboundConfiguration;
import dev.pawl.server.security.SecurityConfiguration;
import dev.pawl.server.session.SessionController;
import dev.pawl.server.stats.StatsController;
import dev.pawl.server.tenant.TenantConfiguration;
import dev.pawl.server.trigger.TriggerConfiguration;
import dev.pawl.server.trigger.TriggerHandlers;
import dev.pawl.server.view.ViewConfiguration;
import dev.pawl.server.web.WebConfiguration;
import dev.pawl.server.worker.WorkerConfiguration;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;

/** A running server: a node with its database, and the HTTP API. */
public final class PawlServer implements AutoCloseable {

  private final PostgresNode pawl;
  private final RowSecurity rowSecurity;
  private final ConfigurableApplicationContext web;
  private final URI address;
  private final boolean hasKey;
  private final AtomicReference<@Nullable Demo> demo = new AtomicReference<>();

  private PawlServer(
      PostgresNode pawl,
      RowSecurity rowSecurity,
      ConfigurableApplicationContext web,
      URI address,
      boolean hasKey) {
    this.pawl = pawl;
    this.rowSecurity = rowSecurity;
    this.web = web;
    this.address = address;
    this.hasKey = hasKey;
  }

  /** Starts a server; returns when it responds to requests. */
  public static PawlServer start(ServerSettings settings) {
    LoggingSetup.suppressOutput();
    DataDirectory.prepare(settings);
    MasterKeys masterKeys =
        settings.masterKey().load(settings.data(), settings.database().isEmpty());
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    OwnAddresses ownAddresses = new OwnAddresses();
    TriggerHandlers triggerHandlers = new TriggerHandlers();
    BuiltInHandlers handlers =
        ServerHandlers.create(
            settings.egress(), ownAddresses, moreHandlers(settings, triggerHandlers));
    PostgresNode pawl =
        settings
            .database()
            .map(PostgresNode::on)
            .orElseGet(() -> inFolder(settings.data()))
            .ports(handlers)
            .masterKeys(masterKeys)
            .node(node -> settings.node())
            .store(store -> settings.store())
            .metrics(metrics)
            .start();
    try {
      RowSecurity rowSecurity = pawl.store().enableRowSecurity();
      if (!rowSecurity.isOn() && !settings.web().isOfThisMachine()) {
        throw new StartRefusedException(
            "%s On %s, which other machines reach, the server does not start without it; 127.0.0.1 is allowed."
                .formatted(rowSecurity.warning(), settings.host()));
      }
      Map<String, Object> singletons = singletons(pawl, rowSecurity);
      singletons.put("tenantKeys", new TenantKeys(masterKeys));
      singletons.put("meterRegistry", metrics);
      singletons.put("builtInHandlers", handlers);
      singletons.put("triggerHandlers", triggerHandlers);
      PawlServer server = start(settings, pawl, rowSecurity, web(settings, singletons));
      ownAddresses.set(server.ownAddresses(settings));
      return server;
    } catch (RuntimeException failed) {
      pawl.close();
      throw failed;
    }
  }

  private static Map<String, Handler> moreHandlers(
      ServerSettings settings, TriggerHandlers triggerHandlers) {
    Map<String, Handler> handlers = new LinkedHashMap<>(triggerHandlers.create());
    if (settings.demo()) {
      handlers.putAll(DemoHandlers.create());
    }
    return handlers;
  }

  private static PostgresNodeBuilder inFolder(Path data) {
    return PostgresNode.in(data.resolve("postgres"), EmbeddedOptions.defaults().within(data));
  }

  private static PawlServer start(
      ServerSettings settings,
      PostgresNode pawl,
      RowSecurity rowSecurity,
      ConfigurableApplicationContext web) {
    try {
      int port =
          Objects.requireNonNull(((ServletWebServerApplicationContext) web).getWebServer())
              .getPort();
      boolean hasKey = FirstKey.save(settings.data(), web.getBean(ApiKeys.class));
      return new PawlServer(pawl, rowSecurity, web, settings.web().reachedAt(port), hasKey);
    } catch (RuntimeException failed) {
      // Its threads would keep the process alive.
      web.close();
      throw failed;
    }
  }

  private static ConfigurableApplicationContext web(
      ServerSettings settings, Map<String, Object> singletons) {
    LoggingSetup logging = LoggingSetup.begin();
    try {
      return application(singletons).listeners(logging).run(arguments(properties(settings)));
    } finally {
      logging.close();
    }
  }

  /** Returns the beans that exist before the web application does. */
  private static Map<String, Object> singletons(PostgresNode pawl, RowSecurity rowSecurity) {
    TenantDatabase tenanted = pawl.store().tenanted(rowSecurity);
    Map<String, Object> beans = new LinkedHashMap<>();
    beans.put("node", pawl.node());
    beans.put("store", pawl.store());
    beans.put("jdbc", pawl.store().jdbc());
    beans.put("tenanted", tenanted);
    beans.put("control", pawl.control().withExecutions(PostgresStore.executions(tenanted)));
    beans.put("maintenance", pawl.store().maintenance());
    beans.put("leases", pawl.store().leases());
    beans.put("workers", pawl.node().workers().withOffers(pawl.store().offers(tenanted)));
    beans.put("rowSecurity", rowSecurity);
    return beans;
  }

  private static SpringApplicationBuilder application(Map<String, Object> singletons) {
    return new SpringApplicationBuilder(PawlServer.WebApplication.class)
        .registerShutdownHook(false)
        .logStartupInfo(false)
        .bannerMode(Banner.Mode.OFF)
        .initializers(context -> singletons.forEach(context.getBeanFactory()::registerSingleton))
        .environment(environment());
  }

  private Set<InetSocketAddress> ownAddresses(ServerSettings settings) {
    Set<InetSocketAddress> own = new HashSet<>(OwnAddresses.ofDatabase(database().url()));
    own.add(new InetSocketAddress(settings.host(), address.getPort()));
    healthAddress()
        .ifPresent(health -> own.add(new InetSocketAddress(settings.host(), health.getPort())));
    return own;
  }

  private static Map<String, Object> properties(ServerSettings settings) {
    Map<String, Object> properties =
        new HashMap<>(
            Map.ofEntries(
                Map.entry("spring.config.location", "optional:classpath:/"),
                Map.entry("server.address", settings.host()),
                Map.entry("server.port", settings.port()),
                Map.entry("server.shutdown", "graceful"),
                Map.entry("server.forward-headers-strategy", "none"),
                Map.entry("server.max-http-request-header-size", "32KB"),
                // A refused client may finish sending its body, up to this size.
                Map.entry("server.tomcat.max-swallow-size", "64MB"),
                Map.entry("server.tomcat.max-connections", settings.web().room().connections()),
                Map.entry(
                    "server.tomcat.processor-cache", settings.web().room().streamsPerTenant()),
                // A worker polls through one connection for as long as it runs.
                Map.entry("server.tomcat.max-keep-alive-requests", "-1"),
                Map.entry("spring.servlet.multipart.enabled", "false"),
                Map.entry("spring.mvc.formcontent.filter.enabled", "false"),
                // JSON is always UTF-8.
                Map.entry("spring.servlet.encoding.enabled", "false"),
                Map.entry("spring.threads.virtual.enabled", "true"),
                Map.entry("spring.mvc.problemdetails.enabled", "true"),
                // Only the checks that are named; this server has no ping, disk or SSL check.
                Map.entry("management.health.defaults.enabled", "false"),
                Map.entry("logging.level.root", settings.logLevel()),
                // What flows log on purpose is not subject to the level of the server.
                Map.entry("logging.level." + HandlerCatalog.FLOW_LOG, "debug"),
                // The caller of start prints one message if the start fails.
                Map.entry(
                    "logging.level.org.springframework.boot.SpringApplication",
                    ofFailedStart(settings)),
                Map.entry(
                    "logging.level.org.springframework.boot.diagnostics", ofFailedStart(settings)),
                Map.entry(
                    "logging.level.org.springframework.boot.web.server.servlet.context",
                    ofFailedStart(settings)),
                // Requests for unknown paths are not logged.
                Map.entry("logging.level.org.springframework.web.servlet.PageNotFound", "error"),
                Map.entry("pawl.audit-days", settings.auditDays().orElse(0)),
                Map.entry("pawl.secure", settings.isBehindProxy()),
                Map.entry("pawl.open-webhooks", settings.web().openWebhooks()),
                Map.entry("pawl.lease", settings.store().lease().toString()),
                Map.entry("pawl.max-streams", settings.web().room().streams()),
                Map.entry("pawl.max-waits", settings.web().room().waits()),
                Map.entry("pawl.max-stays", settings.web().room().waitsPerTenant()),
                Map.entry(
                    "pawl.max-connections-per-address", settings.web().clients().maxConnections()),
                Map.entry("pawl.head-timeout", settings.web().clients().headTimeout())));
    settings.web().healthPort().ifPresent(port -> properties.put("pawl.health-port", port));
    return properties;
  }

  private static String ofFailedStart(ServerSettings settings) {
    return settings.logLevel().equals("debug") ? "debug" : "off";
  }

  /** Returns an environment without variables: they cannot change settings of Spring. */
  private static ConfigurableEnvironment environment() {
    ConfigurableEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    return environment;
  }

  /** Returns the properties as arguments, which take precedence over all other sources. */
  private static String[] arguments(Map<String, Object> properties) {
    return properties.entrySet().stream()
        .map(property -> "--" + property.getKey() + "=" + property.getValue())
        .toArray(String[]::new);
  }

  /** The web application: all beans of the server. */
  @Configuration(proxyBeanMethods = false)
  // Errors have one form, and callers come from the database: see SecurityConfiguration.
  @EnableAutoConfiguration(
      exclude = {ErrorMvcAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class})
  @Import({
    GuardConfiguration.class,
    WebConfiguration.class,
    AccessConfiguration.class,
    ConsoleConfiguration.class,
    SessionController.class,
    SecurityConfiguration.class,
    AuditConfiguration.class,
    TenantConfiguration.class,
    FlowConfiguration.class,
    ActivityConfiguration.class,
    ExecutionConfiguration.class,
    HistoryController.class,
    JobConfiguration.class,
    IdempotencyConfiguration.class,
    OpenApiController.class,
    SchemaController.class,
    MetricsConfiguration.class,
    ExplainController.class,
    FeedConfiguration.class,
    FailureConfiguration.class,
    StatsController.class,
    WorkerConfiguration.class,
    OutboundConfiguration.class,
    ViewConfiguration.class,
    TriggerConfiguration.class
  })
  static class WebApplication {}

  public URI address() {
    return address;
  }

  /** Returns warnings about the configuration, each with advice. */
  public List<String> warnings() {
    return rowSecurity.isOn() ? List.of() : List.of(rowSecurity.warning());
  }

  /** Returns the address of the separate port for health checks, if there is one. */
  public Optional<URI> healthAddress() {
    return web.getBeanProvider(HealthPort.class).stream()
        .findFirst()
        .map(port -> URI.create("http://" + address.getHost() + ":" + port.number()));
  }

  /** Returns true if the data directory contains a key of the administrator. */
  public boolean hasKey() {
    return hasKey;
  }

  /** Creates a link with which a browser signs in once as the administrator. */
  public URI signInLink() {
    Caller starter =
        new Caller(
            TenantId.DEFAULT,
            "sign-in link of the start",
            EnumSet.of(Role.PLATFORM_ADMIN),
            Caller.TenantStanding.GOOD,
            Optional.empty(),
            KeyScope.ALL);
    String code = web.getBean(SignIns.class).link(starter);
    return address.resolve(SignInController.path(code));
  }

  /**
   * Deploys the flows of the demonstration and starts its traffic, until the server is closed.
   *
   * @param keyFile file with a key of the platform's administrator
   * @throws IOException if the flows cannot be deployed
   */
  void startDemo(Path keyFile) throws IOException, InterruptedException {
    demo.set(Demo.start(address, keyFile));
  }

  Database database() {
    return pawl.store().database();
  }

  public Node node() {
    return pawl.node();
  }

  /** Returns the database connections, for tests. */
  ConnectionTemplate tables() {
    return pawl.store().jdbc();
  }

  @Override
  public void close() {
    Demo running = demo.getAndSet(null);
    if (running != null) {
      running.close();
    }
    try {
      web.close();
    } finally {
      pawl.close();
    }
  }
}
