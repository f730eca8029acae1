package dev.pawl.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.ExecutionQuery;
import dev.pawl.ExecutionResult;
import dev.pawl.ExecutionStatus;
import dev.pawl.Pawl;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.testing.SharedPostgres;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBinder;
import dev.pawl.sdk.job.BusinessEvent;
import dev.pawl.sdk.job.EventPublisher;
import dev.pawl.sdk.job.WorkflowEngine;
import dev.pawl.sdk.job.WorkflowTrigger;
import dev.pawl.spring.PolicyApplication.Calls;
import dev.pawl.spring.PolicyApplication.Policies;
import dev.pawl.spring.PolicyApplication.Policy;
import dev.pawl.spring.autoconfigure.PawlProperties;
import dev.pawl.triggers.Triggers;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Applications with the starter on a real database. */
class StarterTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private static final Policy POLICY =
      new Policy("P-1", new BigDecimal("10.50"), List.of("fire", "flood"));

  private final Database database = SharedPostgres.createMigrated();
  private final List<ConfigurableApplicationContext> applications = new ArrayList<>();

  @BeforeEach
  void createTable() throws Exception {
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute("create table policy (id uuid primary key)");
    }
  }

  @AfterEach
  void end() {
    applications.forEach(ConfigurableApplicationContext::close);
    SharedPostgres.drop(database);
  }

  @Test
  void shouldRunHandlersOfAllKinds() throws Exception {
    ConfigurableApplicationContext application = run();
    UUID id = UUID.randomUUID();

    UUID execution = application.getBean(WorkflowEngine.class).startWorkflow("policy", id, POLICY);

    assertThat(await(application, execution).output().orElseThrow())
        .isEqualTo(
            Json.parse(
                """
                {"aggregateId": "%s",
                 "payload": {"number": "P-1", "amount": 10.50, "risks": ["fire", "flood"]},
                 "charge": {"charged": 10.50},
                 "rating": {"number": "P-1", "risks": 2, "account": "10.5 of all"},
                 "signature": "signed by policy"}
                """
                    .formatted(id)));
    assertThat(application.getBean(Calls.class).made).containsExactly("mail " + id + " P-1");
    assertThat(application.getBean(Pawl.class).find(execution).orElseThrow().businessKey())
        .contains(id.toString());
    assertThat(application.getBean(JsonBinder.class).getClass().getSimpleName())
        .isEqualTo("JacksonBinder");
  }

  @Test
  void shouldPreferTheHandlerOfTheTenant() throws Exception {
    ConfigurableApplicationContext application = run("pawl.tenant=2");

    UUID execution =
        application
            .getBean(WorkflowEngine.class)
            .startWorkflow("policy", UUID.randomUUID(), POLICY);

    assertThat(await(application, execution).output().orElseThrow().get("rating").orElseThrow())
        .isEqualTo(Json.parse("{\"number\": \"P-1\", \"risks\": 0, \"account\": \"of tenant 2\"}"));
  }

  @Test
  void shouldStartInTheTransactionOfTheCaller() throws Exception {
    ConfigurableApplicationContext application = run();
    Policies policies = application.getBean(Policies.class);

    assertThatThrownBy(() -> policies.create(UUID.randomUUID(), POLICY, true))
        .hasMessage("rolled back");
    UUID execution = policies.create(UUID.randomUUID(), POLICY, false);

    assertThat(await(application, execution).status()).isEqualTo(ExecutionStatus.SUCCEEDED);
    assertThat(application.getBean(Pawl.class).search(ExecutionQuery.ALL))
        .extracting(found -> found.id())
        .containsExactly(execution);
    assertThat(
            application
                .getBean(JdbcTemplate.class)
                .queryForObject("select count(*) from policy", Long.class))
        .isEqualTo(1);
  }

  @Test
  void shouldCancelAWorkflow() throws Exception {
    ConfigurableApplicationContext application = run();
    WorkflowEngine engine = application.getBean(WorkflowEngine.class);
    UUID execution = engine.startWorkflow("reminder", UUID.randomUUID());

    engine.cancelWorkflow(execution);

    assertThat(await(application, execution).status()).isEqualTo(ExecutionStatus.CANCELLED);
    assertThatThrownBy(() -> engine.cancelWorkflow(new UUID(0, 1)))
        .hasMessageContaining("there is no execution");
  }

  @Test
  void shouldReportHealthAndMetrics() throws Exception {
    ConfigurableApplicationContext application = run();
    Object indicator = application.getBean("pawlHealthIndicator");

    String whileRunning = status(indicator);
    boolean hasMeters =
        application.getBean(MeterRegistry.class).getMeters().stream()
            .anyMatch(meter -> meter.getId().getName().startsWith("pawl."));
    application.getBean(Pawl.class).close();

    assertThat(whileRunning).isEqualTo("UP");
    assertThat(hasMeters).isTrue();
    assertThat(status(indicator)).isEqualTo("DOWN");
  }

  @Test
  void shouldLetHandlersFinishOnShutdown() throws Exception {
    ConfigurableApplicationContext first = run("pawl.grace-period=60s");
    UUID execution = first.getBean(Pawl.class).start("slow", Json.of("x"));
    Calls calls = first.getBean(Calls.class);
    calls.slowBegan.await();

    Thread closing = Thread.ofVirtual().start(first::close);
    calls.slowMayEnd.countDown();
    closing.join();
    ConfigurableApplicationContext second = run();

    assertThat(await(second, execution).output()).contains(Json.of("done"));
    assertThat(second.getBean(Calls.class).made).isEmpty();
  }

  @Test
  void shouldPublishEventsWithThePublisherOfTheApplication() {
    ConfigurableApplicationContext with = run(List.of(Publishing.class));

    with.getBean(WorkflowTrigger.class)
        .onEvent("POLICY_CREATED", UUID.randomUUID(), 17L, 3L, null, POLICY);

    assertThat(with.getBeanProvider(Triggers.class).getIfAvailable()).isNull();
    assertThat(with.getBean(Publishing.class).events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.clientId()).contains("17");
              assertThat(event.payload().get("number")).contains(Json.of("P-1"));
            });
  }

  @Test
  void shouldRefuseTwoHandlersOfOneResource() {
    assertThatThrownBy(() -> run(List.of(SecondSigner.class)))
        .hasStackTraceContaining("resource sign is handled by both");
  }

  @Test
  void shouldNameTheFileOfADefinitionWithErrors() {
    assertThatThrownBy(() -> run("pawl.flows=classpath*:/wrong-flows/*.yaml"))
        .hasStackTraceContaining("wrong.yaml] cannot be deployed:")
        .hasStackTraceContaining("Missing");
  }

  @Test
  void shouldStayOutOfAnApplicationThatDisablesIt() {
    ConfigurableApplicationContext application =
        keep(builder(List.of(Nothing.class), "pawl.enabled=false").run());

    assertThat(application.getBeanProvider(Pawl.class).getIfAvailable()).isNull();
  }

  @Test
  void shouldDescribeEveryProperty() throws Exception {
    Json metadata =
        Json.parse(
            new ClassPathResource(
                    "META-INF/spring-configuration-metadata.json", Pawl.class.getClassLoader())
                .getContentAsString(StandardCharsets.UTF_8));
    for (RecordComponent component : PawlProperties.class.getRecordComponents()) {
      String name =
          component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);

      assertThat(metadata.toString()).contains("\"name\":\"pawl." + name + "\"");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @org.springframework.boot.autoconfigure.EnableAutoConfiguration
  static class Nothing {}

  @Configuration(proxyBeanMethods = false)
  static class SecondSigner {
    @Bean
    @PawlHandler("sign")
    Handler otherSigner() {
      return call -> call.input();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Publishing {
    final List<BusinessEvent> events = new ArrayList<>();

    @Bean
    EventPublisher publisher() {
      return (Optional<String> tenant, BusinessEvent event) -> events.add(event);
    }
  }

  private ConfigurableApplicationContext run(String... properties) {
    return run(List.of(), properties);
  }

  private ConfigurableApplicationContext run(List<Class<?>> more, String... properties) {
    List<Class<?>> sources = new ArrayList<>(more);
    sources.add(PolicyApplication.class);
    return keep(builder(sources, properties).run());
  }

  private ConfigurableApplicationContext keep(ConfigurableApplicationContext application) {
    applications.add(application);
    return application;
  }

  private SpringApplicationBuilder builder(List<Class<?>> sources, String... properties) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "spring.datasource.url=" + database.url(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "spring.datasource.hikari.maximum-pool-size=16",
                "logging.level.root=warn"));
    all.addAll(Arrays.asList(properties));
    return new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
        .web(WebApplicationType.NONE)
        .bannerMode(Banner.Mode.OFF)
        .registerShutdownHook(false)
        .properties(all.toArray(String[]::new));
  }

  private static ExecutionResult await(ConfigurableApplicationContext application, UUID execution)
      throws InterruptedException {
    return application.getBean(Pawl.class).await(execution, LONG).orElseThrow();
  }

  /** The types of health indicators are in other packages in Boot 3.5 than in Boot 4. */
  private static String status(Object indicator) throws Exception {
    var health = indicator.getClass().getMethod("health");
    health.setAccessible(true);
    Object found = health.invoke(indicator);
    return found.getClass().getMethod("getStatus").invoke(found).toString();
  }
}
