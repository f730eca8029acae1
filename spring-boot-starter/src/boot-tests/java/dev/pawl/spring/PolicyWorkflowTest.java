package dev.pawl.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.ExecutionQuery;
import dev.pawl.ExecutionStatus;
import dev.pawl.ExecutionSummary;
import dev.pawl.Pawl;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.testing.SharedPostgres;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.job.WorkflowTrigger;
import dev.pawl.spring.PolicyJobs.Log;
import dev.pawl.spring.PolicyJobs.Policy;
import dev.pawl.spring.PolicyJobs.PolicyService;
import dev.pawl.testkit.Await;
import dev.pawl.triggers.TenantEvents;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.config.BindingStore.BindingQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Business events start jobs in an application with the starter, on a real database. */
class PolicyWorkflowTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Policy POLICY = new Policy("P-1", "ada@example.com");

  private final Database database = SharedPostgres.createMigrated();
  private final List<ConfigurableApplicationContext> applications = new ArrayList<>();

  @AfterEach
  void end() {
    applications.forEach(ConfigurableApplicationContext::close);
    SharedPostgres.drop(database);
  }

  @Test
  void shouldDoTheJobsOfEventsByTypeClientAndLineOfBusiness() throws Exception {
    ConfigurableApplicationContext application = run();
    WorkflowTrigger trigger = application.getBean(WorkflowTrigger.class);
    Log log = application.getBean(Log.class);
    UUID policy = UUID.randomUUID();
    UUID quote = UUID.randomUUID();
    UUID foreign = UUID.randomUUID();

    trigger.onEvent("POLICY_CREATED", policy, 17L, 3L, null, POLICY);
    trigger.onEvent("POLICY_CREATED", foreign, 18L, 3L, null, POLICY);
    trigger.onEvent("QUOTE_SAVED", quote, 18L, null, null, POLICY);

    assertThat(await(application, policy))
        .extracting(ExecutionSummary::flow)
        .containsExactly("POLICY_ONBOARDING");
    assertThat(await(application, quote))
        .extracting(ExecutionSummary::flow)
        .containsExactly("QUOTE_FOLLOW_UP");
    assertThat(await(application, foreign)).isEmpty();
    assertThat(log.of("EMAIL_HANDLER")).containsExactly("welcome to ada@example.com");
    assertThat(log.of("SMS_HANDLER"))
        .containsExactlyInAnyOrder("Policy P-1 is active", "Your quote is ready");
    assertThat(log.of("EXPORT_POLICY_HANDLER"))
        .containsExactly(policy + " to https://crm.example/policies after [MAIL, SMS]");

    trigger.onEvent("POLICY_PAID", policy, null, null, null, POLICY);

    assertThat(await(application, policy))
        .extracting(ExecutionSummary::flow)
        .containsExactlyInAnyOrder("POLICY_ONBOARDING", "POLICY_RECEIPT");
    assertThat(log.of("EMAIL_HANDLER")).contains("receipt to ada@example.com");
  }

  @Test
  void shouldStartInTheTransactionOfTheCallerOrNever() throws Exception {
    ConfigurableApplicationContext application = run();
    PolicyService policies = application.getBean(PolicyService.class);
    UUID rolledBack = UUID.randomUUID();
    UUID committed = UUID.randomUUID();

    assertThatThrownBy(() -> policies.create(rolledBack, POLICY, true)).hasMessage("rolled back");
    policies.create(committed, POLICY, false);

    assertThat(await(application, committed))
        .extracting(ExecutionSummary::status)
        .containsExactly(ExecutionStatus.SUCCEEDED);
    assertThat(application.getBean(Pawl.class).search(ExecutionQuery.ALL)).hasSize(1);
    assertThat(application.getBean(Log.class).of("EMAIL_HANDLER")).hasSize(1);
  }

  @Test
  void shouldPublishEventsOfAnotherTenantByItsCode() throws Exception {
    ConfigurableApplicationContext own = run();
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      statement.execute("insert into pawl.tenant (id, name) values (7, 'acme')");
    }
    ConfigurableApplicationContext acme = run("pawl.tenant=7");
    UUID policy = UUID.randomUUID();

    own.getBean(WorkflowTrigger.class)
        .forTenant("acme")
        .onEvent("POLICY_PAID", policy, null, null, null, POLICY);

    assertThat(await(acme, policy))
        .extracting(ExecutionSummary::flow)
        .containsExactly("POLICY_RECEIPT");
    assertThat(await(own, policy)).isEmpty();
    assertThatThrownBy(
            () ->
                own.getBean(WorkflowTrigger.class)
                    .forTenant("unknown")
                    .onEvent("POLICY_PAID", policy, null, null, null))
        .hasMessageContaining("there is no tenant with the code 'unknown'");
  }

  @Test
  void shouldKeepDeclaredBindingsAndRemoveThoseThatAreGone() {
    ConfigurableApplicationContext first = run();
    List<Binding> before = bindings(first);
    ConfigurableApplicationContext again = run();
    ConfigurableApplicationContext changed =
        run("pawl.flows=classpath*:/changed-policy-flows/*.yaml");

    assertThat(before)
        .extracting(binding -> binding.rule().eventType(), binding -> binding.owner().orElse(""))
        .containsExactlyInAnyOrder(
            tuple("POLICY_CREATED", "definition:POLICY_ONBOARDING"),
            tuple("POLICY_PAID", "definition:POLICY_RECEIPT"),
            tuple("QUOTE_SAVED", "application:spring"));
    assertThat(before.getFirst().id()).isIn(bindings(again).stream().map(Binding::id).toList());
    assertThat(bindings(changed))
        .extracting(binding -> binding.rule().eventType())
        .containsExactlyInAnyOrder("POLICY_CREATED", "POLICY_RENEWED", "QUOTE_SAVED");
  }

  @Test
  void shouldPublishEventsOfFlows() throws Exception {
    ConfigurableApplicationContext application = run("pawl.flows=classpath*:/emit-flows/*");
    UUID policy = UUID.randomUUID();

    application
        .getBean(Pawl.class)
        .start("emits", Json.parse("{\"id\": \"%s\"}".formatted(policy)));

    awaitEnd(application, "receipt");
    assertThat(application.getBean(Log.class).of("EMAIL_HANDLER"))
        .containsExactly("receipt to ada@example.com");
  }

  @Test
  void shouldStartOnceForAnEventWithTheSameId() throws Exception {
    TenantEvents events = run().getBean(TenantEvents.class);
    DomainEvent paid =
        new DomainEvent(
            "POLICY_PAID",
            "payment-1",
            Optional.of(UUID.randomUUID().toString()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Json.parse("{\"email\": \"ada@example.com\"}"));

    assertThat(events.publish(paid)).hasSize(1).isEqualTo(events.publish(paid));
  }

  private static void awaitEnd(ConfigurableApplicationContext application, String flow)
      throws InterruptedException {
    Pawl pawl = application.getBean(Pawl.class);
    Await.until(
        flow + " is started",
        LONG,
        () -> !pawl.search(ExecutionQuery.ALL.withFlow(flow)).isEmpty());
    pawl.await(pawl.search(ExecutionQuery.ALL.withFlow(flow)).getFirst().id(), LONG).orElseThrow();
  }

  private static List<Binding> bindings(ConfigurableApplicationContext application) {
    return application
        .getBean(Triggers.class)
        .bindings()
        .list(
            TenantId.DEFAULT,
            new BindingQuery(Optional.empty(), Optional.empty(), Optional.empty(), 100));
  }

  /** Waits for the end of all executions about a policy. */
  private static List<ExecutionSummary> await(ConfigurableApplicationContext application, UUID id)
      throws InterruptedException {
    Pawl pawl = application.getBean(Pawl.class);
    ExecutionQuery query = ExecutionQuery.ALL.withBusinessKey(id.toString());
    for (ExecutionSummary found : pawl.search(query)) {
      pawl.await(found.id(), LONG).orElseThrow();
    }
    return pawl.search(query);
  }

  private ConfigurableApplicationContext run(String... properties) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "spring.datasource.url=" + database.url(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "spring.datasource.hikari.maximum-pool-size=16",
                "pawl.flows=classpath*:/policy-flows/*.yaml",
                "logging.level.root=warn"));
    all.addAll(Arrays.asList(properties));
    ConfigurableApplicationContext application =
        new SpringApplicationBuilder(PolicyJobs.class)
            .web(WebApplicationType.NONE)
            .bannerMode(Banner.Mode.OFF)
            .registerShutdownHook(false)
            .properties(all.toArray(String[]::new))
            .run();
    applications.add(application);
    return application;
  }
}
