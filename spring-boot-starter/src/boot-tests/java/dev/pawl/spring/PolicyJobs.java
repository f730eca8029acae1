package dev.pawl.spring;

import dev.pawl.sdk.job.JobContext;
import dev.pawl.sdk.job.JobHandler;
import dev.pawl.sdk.job.WorkflowTrigger;
import dev.pawl.triggers.binding.Binding.BindingRule;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Policies and quotes of an insurer: its job handlers, and the service that publishes events. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({
  PolicyJobs.EmailJobHandler.class,
  PolicyJobs.SmsJobHandler.class,
  PolicyJobs.ExportPolicyJobHandler.class,
  PolicyJobs.PolicyService.class,
  PolicyJobs.Log.class
})
class PolicyJobs {

  /** The payload of the events. */
  record Policy(String number, String email) {}

  /** One call of a handler. */
  record Call(String handler, String what, Instant at) {}

  /** The calls of handlers, and how many of them are to fail. */
  static final class Log {
    private final ObjectProvider<InstantSource> clock;
    final List<Call> calls = new CopyOnWriteArrayList<>();
    final Map<String, AtomicInteger> failures = new ConcurrentHashMap<>();

    Log(ObjectProvider<InstantSource> clock) {
      this.clock = clock;
    }

    void add(String handler, String what) {
      Instant now = clock.getIfAvailable(() -> InstantSource.system()).instant();
      calls.add(new Call(handler, what, now));
      AtomicInteger toFail = failures.getOrDefault(handler, new AtomicInteger());
      if (toFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new IllegalStateException(handler + " is down");
      }
    }

    List<String> of(String handler) {
      return calls.stream().filter(call -> call.handler.equals(handler)).map(Call::what).toList();
    }
  }

  /** Sends mails. */
  @Component
  record EmailJobHandler(Log log) implements JobHandler {

    @Override
    public String getCode() {
      return "EMAIL_HANDLER";
    }

    @Override
    public void handle(JobContext context) {
      Policy policy = context.getPayload(Policy.class);
      log.add(
          getCode(),
          "%s to %s".formatted(context.getHandlerConfig().get("template"), policy.email));
    }
  }

  /** Sends text messages. */
  @Component
  record SmsJobHandler(Log log) implements JobHandler {

    @Override
    public String getCode() {
      return "SMS_HANDLER";
    }

    @Override
    public void handle(JobContext context) {
      log.add(getCode(), String.valueOf(context.getHandlerConfig().get("text")));
    }
  }

  /** Exports policies. */
  @Component
  record ExportPolicyJobHandler(Log log) implements JobHandler {

    @Override
    public String getCode() {
      return "EXPORT_POLICY_HANDLER";
    }

    @Override
    public void handle(JobContext context) {
      log.add(
          getCode(),
          "%s to %s after %s"
              .formatted(
                  context.getAggregateId(),
                  context.getHandlerConfig().get("endpointUrl"),
                  context.getParentResults().keySet()));
    }
  }

  /** A binding that is code instead of a line in a jobs file. */
  @Bean
  BindingRule quoteFollowUp() {
    return BindingRule.of("QUOTE_SAVED", "QUOTE_FOLLOW_UP");
  }

  /** Changes policies and says so; both happen or neither. */
  @Component
  static class PolicyService {
    private final WorkflowTrigger trigger;

    PolicyService(WorkflowTrigger trigger) {
      this.trigger = trigger;
    }

    @Transactional
    public void create(UUID id, Policy policy, boolean fails) {
      trigger.onEvent("POLICY_CREATED", id, 17L, 3L, null, policy);
      if (fails) {
        throw new IllegalStateException("rolled back");
      }
    }
  }
}
