package dev.pawl.sdk.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBinder;
import dev.pawl.sdk.JsonNull;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JobHandlerTest {

  private static final UUID POLICY = UUID.fromString("0198c0de-0000-7000-8000-000000000001");
  private static final UUID EXECUTION = UUID.fromString("0198c0de-0000-7000-8000-000000000002");

  record Policy(String number) {}

  /** A handler that keeps its context. */
  private static final class MailHandler implements JobHandler {
    private final List<JobContext> jobs = new ArrayList<>();

    @Override
    public String getCode() {
      return "EMAIL_HANDLER";
    }

    @Override
    public void handle(JobContext context) {
      jobs.add(context);
    }
  }

  @Test
  void shouldPassBusinessIdInstanceJobConfigAndPayload() throws Exception {
    MailHandler mail = new MailHandler();
    String input =
        "{\"aggregateId\": \"%s\", \"payload\": {\"number\": \"P-1\"}, \"parents\": {\"SMS\": 5}}"
            .formatted(POLICY);

    Json result = new JobHandlerAdapter(mail).handle(call(input, Optional.empty()));

    JobContext job = mail.jobs.getFirst();
    assertThat(result).isEqualTo(JsonNull.NULL);
    assertThat(job.getAggregateId()).isEqualTo(POLICY);
    assertThat(job.getWorkflowInstanceId()).isEqualTo(EXECUTION);
    assertThat(job.getJobInstanceId()).isEqualTo("/@3");
    assertThat(job.getHandlerConfig()).containsEntry("template", "welcome");
    assertThat(job.getPayload(Policy.class)).isEqualTo(new Policy("P-1"));
    assertThat(job.getParentResults()).containsEntry("SMS", 5L);
    assertThat(job.getIdempotencyKey()).isEqualTo("key");
  }

  @Test
  void shouldTakeTheBusinessKeyAndTheWholeInputOfOtherFlows() {
    JobContext job =
        JobHandlerAdapter.context(call("{\"number\": \"P-2\"}", Optional.of(POLICY.toString())));

    assertThat(job.getAggregateId()).isEqualTo(POLICY);
    assertThat(job.getPayload(Policy.class)).isEqualTo(new Policy("P-2"));
    assertThatThrownBy(
            () -> JobHandlerAdapter.context(call("{}", Optional.of("P-2"))).getAggregateId())
        .hasMessage("aggregateId: 'P-2' is not a UUID");
  }

  @Test
  void shouldRefuseUnknownAndRepeatedCodes() throws Exception {
    MailHandler mail = new MailHandler();
    JobHandlerRegistry registry = new JobHandlerRegistry(List.of(mail));
    JobContext context = JobHandlerAdapter.context(call("{}", Optional.empty()));

    JobExecutor.of(registry).execute(new JobInstance("EMAIL_HANDLER", context));

    assertThat(mail.jobs).containsExactly(context);
    assertThatThrownBy(() -> registry.get("SMS_HANDLER"))
        .hasMessage("No handler found for code SMS_HANDLER; known codes are [EMAIL_HANDLER]");
    assertThatThrownBy(() -> new JobHandlerRegistry(List.of(mail, new MailHandler())))
        .hasMessageContaining("EMAIL_HANDLER is the code of both");
  }

  @Test
  void shouldPublishEventsForATenant() {
    List<String> published = new ArrayList<>();
    WorkflowTrigger trigger =
        new PublishingTrigger(
            (tenant, event) -> published.add(tenant + " " + event), JsonBinder.RECORDS);

    trigger.onEvent("POLICY_CREATED", POLICY, 17L, null, "car");
    trigger.forTenant("acme").onEvent("PAID", POLICY, null, null, null, new Policy("P-1"));

    assertThat(published)
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("Optional.empty ")
                    .contains("POLICY_CREATED", "clientId=Optional[17]", "lobId=Optional.empty"),
            second ->
                assertThat(second)
                    .startsWith("Optional[acme] ")
                    .contains("payload={\"number\":\"P-1\"}"));
    assertThatThrownBy(() -> trigger.onEvent(" ", POLICY, null, null, null))
        .hasMessageContaining("eventType: it is empty");
  }

  private static HandlerCall call(String input, Optional<String> businessKey) {
    return new HandlerCall(
        "EMAIL_HANDLER",
        Json.parse(input),
        Optional.of(Json.parse("{\"template\": \"welcome\"}")),
        "key",
        1,
        Optional.empty(),
        Optional.empty(),
        new CallOrigin(1, "POLICY_ONBOARDING", EXECUTION.toString(), "/@3", businessKey),
        CallServices.NONE);
  }
}
