package dev.pawl.server;

import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.Pawl;
import dev.pawl.postgres.PawlBuilder;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.schema.RowSecurity;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.server.access.AccessConfiguration;
import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Role;
import dev.pawl.server.access.Scope;
import dev.pawl.server.access.SignInController;
import dev.pawl.server.access.SignIns;
import dev.pawl.server.audit.AuditConfiguration;
import dev.pawl.server.execution.ExecutionConfiguration;
import dev.pawl.server.explain.ExplainController;
import dev.pawl.server.feed.FeedConfiguration;
import dev.pawl.server.flow.FlowConfiguration;
import dev.pawl.server.guard.GuardConfiguration;
import dev.pawl.server.guard.HealthPort;
import dev.pawl.server.job.JobConfiguration;
import dev.pawl.server.metrics.MetricsConfiguration;
import dev.pawl.server.once.OnceConfiguration;
import dev.pawl.server.openapi.OpenApiController;
import dev.pawl.server.tenant.TenantConfiguration;
import dev.pawl.server.web.WebConfiguration;
import dev.pawl.server.worker.WorkerConfiguration;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;

/** A running server: a node on its database, and the doors to it. */
public final class PawlServer implements AutoCloseable {

  private final Pawl pawl;
  private final RowSecurity rowSecurity;
  private final ConfigurableApplicationContext web;
  private final URI address;
  private final boolean hasKey;

  private PawlServer(
      Pawl pawl,
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

  /** Returns when it answers. */
  public static PawlServer start(ServerSettings settings) {
    // Until the log is set up, nothing is told: it would be told in another form.
    LoggingSystem.get(PawlServer.class.getClassLoader()).beforeInitialize();
    DataDirectory.prepare(settings);
    Pawl pawl =
        settings
            .database()
            .map(Pawl::on)
            .orElseGet(() -> inFolder(settings.data()))
            .outside(new BuiltInHandlers())
            .node(node -> settings.node())
            .store(store -> settings.store())
            .start();
    try {
      RowSecurity rowSecurity = pawl.store().enableRowSecurity();
      if (!rowSecurity.isOn() && !settings.web().isOfThisMachine()) {
        throw new StartRefusedException(
            "%s On %s, which other machines reach, the server does not start without it; 127.0.0.1 is allowed."
                .formatted(rowSecurity.warning(), settings.host()));
      }
      return start(settings, pawl, rowSecurity, web(settings, pawl, rowSecurity));
    } catch (RuntimeException failed) {
      pawl.close();
      throw failed;
    }
  }

  private static PawlBuilder inFolder(Path data) {
    return Pawl.in(data.resolve("postgres"), EmbeddedOptions.defaults().within(data));
  }

  private static PawlServer start(
      ServerSettings settings,
      Pawl pawl,
      RowSecurity rowSecurity,
      ConfigurableApplicationContext web) {
    try {
      int port =
          Objects.requireNonNull(((ServletWebServerApplicationContext) web).getWebServer())
              .getPort();
      boolean hasKey = FirstKey.keep(settings.data(), web.getBean(ApiKeys.class));
      return new PawlServer(pawl, rowSecurity, web, settings.web().reachedAt(port), hasKey);
    } catch (RuntimeException failed) {
      // Its threads would keep the process up.
      web.close();
      throw failed;
    }
  }

  private static ConfigurableApplicationContext web(
      ServerSettings settings, Pawl pawl, RowSecurity rowSecurity) {
    Tenanted tenanted = pawl.store().tenanted(rowSecurity);
    Control control = pawl.control().seeing(PostgresStore.executions(tenanted));
    Workers workers = pawl.node().workers().seeing(pawl.store().offers(tenanted));
    return new SpringApplicationBuilder(Doors.class)
        .registerShutdownHook(false)
        .logStartupInfo(false)
        .bannerMode(Banner.Mode.OFF)
        .initializers(
            context -> {
              context.getBeanFactory().registerSingleton("node", pawl.node());
              context.getBeanFactory().registerSingleton("store", pawl.store());
              context.getBeanFactory().registerSingleton("borrowed", pawl.store().borrowed());
              context.getBeanFactory().registerSingleton("tenanted", tenanted);
              context.getBeanFactory().registerSingleton("control", control);
              context.getBeanFactory().registerSingleton("upkeep", pawl.store().upkeep());
              context.getBeanFactory().registerSingleton("workers", workers);
              context.getBeanFactory().registerSingleton("rowSecurity", rowSecurity);
            })
        .environment(environment())
        .run(arguments(properties(settings)));
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
                // A client that goes on sending gets its answer, but not for ever.
                Map.entry("server.tomcat.max-swallow-size", "64MB"),
                Map.entry("server.tomcat.max-http-form-post-size", "16KB"),
                Map.entry("server.tomcat.max-connections", settings.web().room().connections()),
                Map.entry("server.tomcat.processor-cache", settings.web().room().kept()),
                // A worker asks for as long as it lives, and by one connection.
                Map.entry("server.tomcat.max-keep-alive-requests", "-1"),
                Map.entry("spring.servlet.multipart.enabled", "false"),
                Map.entry("spring.mvc.formcontent.filter.enabled", "false"),
                // JSON is UTF-8 without a filter that says so.
                Map.entry("spring.servlet.encoding.enabled", "false"),
                Map.entry("spring.threads.virtual.enabled", "true"),
                // Nobody listens to them.
                Map.entry("spring.mvc.publish-request-handled-events", "false"),
                Map.entry("spring.mvc.problemdetails.enabled", "true"),
                Map.entry("logging.level.root", settings.logLevel()),
                // A start that fails is told in one message, by whoever started it.
                Map.entry(
                    "logging.level.org.springframework.boot.SpringApplication",
                    ofFailedStart(settings)),
                Map.entry(
                    "logging.level.org.springframework.boot.diagnostics", ofFailedStart(settings)),
                Map.entry(
                    "logging.level.org.springframework.boot.web.server.servlet.context",
                    ofFailedStart(settings)),
                // Who asks for what is not there is told so; the log need not hear of each.
                Map.entry("logging.level.org.springframework.web.servlet.PageNotFound", "error"),
                Map.entry("pawl.audit-days", settings.auditDays().orElse(0)),
                Map.entry("pawl.secure", settings.isBehindProxy()),
                Map.entry("pawl.lease", settings.store().lease().toString()),
                Map.entry("pawl.max-streams", settings.web().room().streams()),
                Map.entry("pawl.max-waits", settings.web().room().waits()),
                Map.entry("pawl.max-stays", settings.web().room().stays()),
                Map.entry(
                    "pawl.max-connections-per-address", settings.web().clients().maxConnections()),
                Map.entry("pawl.head-timeout", settings.web().clients().headTimeout())));
    settings.web().healthPort().ifPresent(port -> properties.put("pawl.health-port", port));
    return properties;
  }

  private static String ofFailedStart(ServerSettings settings) {
    return settings.logLevel().equals("debug") ? "debug" : "off";
  }

  /**
   * Pawl has settings of its own: no variable, and no file that lies about, is to change others.
   */
  private static ConfigurableEnvironment environment() {
    ConfigurableEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    return environment;
  }

  /** As arguments, which come before all else. */
  private static String[] arguments(Map<String, Object> properties) {
    return properties.entrySet().stream()
        .map(property -> "--" + property.getKey() + "=" + property.getValue())
        .toArray(String[]::new);
  }

  /** All that is served. */
  @Configuration(proxyBeanMethods = false)
  // Its page for errors would be another way in which errors look.
  @EnableAutoConfiguration(exclude = ErrorMvcAutoConfiguration.class)
  @Import({
    GuardConfiguration.class,
    WebConfiguration.class,
    AccessConfiguration.class,
    AuditConfiguration.class,
    TenantConfiguration.class,
    FlowConfiguration.class,
    ExecutionConfiguration.class,
    JobConfiguration.class,
    OnceConfiguration.class,
    OpenApiController.class,
    MetricsConfiguration.class,
    ExplainController.class,
    FeedConfiguration.class,
    WorkerConfiguration.class
  })
  static class Doors {}

  public URI address() {
    return address;
  }

  /** What is not well with it, and what to do about that; empty if all is well. */
  public List<String> warnings() {
    return rowSecurity.isOn() ? List.of() : List.of(rowSecurity.warning());
  }

  /** Where health checks have a port of their own, if they have one. */
  public Optional<URI> healthAddress() {
    return web.getBeanProvider(HealthPort.class).stream()
        .findFirst()
        .map(port -> URI.create("http://" + address.getHost() + ":" + port.number()));
  }

  /** Whether its folder has a key of the administrator. */
  public boolean hasKey() {
    return hasKey;
  }

  /** Where to open a browser that is to be signed in as the administrator; it works once. */
  public URI signInLink() {
    Caller starter =
        new Caller(
            TenantId.DEFAULT,
            "sign-in link of the start",
            EnumSet.of(Role.PLATFORM_ADMIN),
            Caller.Standing.GOOD,
            Optional.empty(),
            Scope.ALL);
    String code = web.getBean(SignIns.class).link(starter);
    return address.resolve(SignInController.path(code));
  }

  Database database() {
    return pawl.store().database();
  }

  public Node node() {
    return pawl.node();
  }

  /** Its tables, for tests. */
  Borrowed tables() {
    return pawl.store().borrowed();
  }

  @Override
  public void close() {
    try {
      web.close();
    } finally {
      pawl.close();
    }
  }
}
