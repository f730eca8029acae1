package dev.pawl.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.ExecutionQuery;
import dev.pawl.ExecutionStatus;
import dev.pawl.Pawl;
import dev.pawl.sdk.job.WorkflowTrigger;
import dev.pawl.spring.PolicyJobs.Call;
import dev.pawl.spring.PolicyJobs.Log;
import dev.pawl.spring.PolicyJobs.Policy;
import dev.pawl.spring.test.PawlTest;
import dev.pawl.testkit.time.TurnedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Events, bindings and retries of jobs in memory, with time that the test advances. */
@PawlTest(
    classes = {
      PolicyJobs.EmailJobHandler.class,
      PolicyJobs.SmsJobHandler.class,
      PolicyJobs.ExportPolicyJobHandler.class,
      PolicyJobs.Log.class
    },
    properties = "pawl.flows=classpath*:/policy-flows/*.yaml")
class PolicyBackOffTest {

  private static final Policy POLICY = new Policy("P-1", "ada@example.com");

  @Autowired WorkflowTrigger trigger;
  @Autowired Pawl pawl;
  @Autowired TurnedClock clock;
  @Autowired Log log;

  @Test
  void shouldRetryEachJobWithItsBackOffAndExportAfterBothParents() throws Exception {
    log.failures.put("EMAIL_HANDLER", new AtomicInteger(2));
    log.failures.put("SMS_HANDLER", new AtomicInteger(3));
    log.failures.put("EXPORT_POLICY_HANDLER", new AtomicInteger(4));
    UUID policy = UUID.randomUUID();

    trigger.onEvent("POLICY_CREATED", policy, 17L, 3L, null, POLICY);
    clock.advance(Duration.ofSeconds(1));
    UUID execution = execution(policy);
    pawl.await(execution, Duration.ofDays(1));

    assertThat(pawl.find(execution).orElseThrow().status()).isEqualTo(ExecutionStatus.SUCCEEDED);
    assertThat(delays("EMAIL_HANDLER")).as("FIXED").containsExactly(60L, 60L);
    assertThat(delays("SMS_HANDLER")).as("LINEAR").containsExactly(30L, 60L, 90L);
    assertThat(delays("EXPORT_POLICY_HANDLER"))
        .as("EXPONENTIAL, at most 60")
        .containsExactly(10L, 20L, 40L, 60L);
    assertThat(times("EXPORT_POLICY_HANDLER").getFirst())
        .as("the export begins when mail and message are sent")
        .isAfterOrEqualTo(times("EMAIL_HANDLER").getLast())
        .isAfterOrEqualTo(times("SMS_HANDLER").getLast());
  }

  @Test
  void shouldStartNothingForOtherEventsAndRefuseUnknownTenants() throws Exception {
    UUID policy = UUID.randomUUID();

    trigger.onEvent("POLICY_CREATED", policy, 18L, 3L, null, POLICY);
    trigger.onEvent("POLICY_ARCHIVED", policy, 17L, 3L, null, POLICY);

    assertThat(pawl.search(ExecutionQuery.ALL.withBusinessKey(policy.toString()))).isEmpty();
    assertThatThrownBy(
            () -> trigger.forTenant("acme").onEvent("POLICY_CREATED", policy, null, null, null))
        .hasMessageContaining("there is no tenant with the code 'acme'");
  }

  private UUID execution(UUID policy) {
    return pawl.search(ExecutionQuery.ALL.withBusinessKey(policy.toString())).getFirst().id();
  }

  private List<Instant> times(String handler) {
    return log.calls.stream().filter(call -> call.handler().equals(handler)).map(Call::at).toList();
  }

  private List<Long> delays(String handler) {
    List<Instant> times = times(handler);
    return IntStream.range(1, times.size())
        .mapToObj(i -> Duration.between(times.get(i - 1), times.get(i)).toSeconds())
        .toList();
  }
}
