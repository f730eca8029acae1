package dev.pawl.spring;

import dev.pawl.Pawl;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.action.ActionContext;
import dev.pawl.sdk.action.ActionHandler;
import dev.pawl.sdk.action.ActionResult;
import dev.pawl.sdk.job.JobContext;
import dev.pawl.sdk.job.JobHandler;
import dev.pawl.sdk.job.WorkflowEngine;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** An application with handlers of all kinds. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({
  PolicyApplication.MailHandler.class,
  PolicyApplication.CreateCharge.class,
  PolicyApplication.Ratings.class,
  PolicyApplication.Policies.class,
  PolicyApplication.Calls.class
})
class PolicyApplication {

  /** The payload; the Jackson of the application reads it. */
  record Policy(String number, BigDecimal amount, List<String> risks) {}

  record Account(BigDecimal amount) {}

  record Rating(String number, int risks, String account) {}

  /** What the handlers did, and the latches with which a test stops them. */
  static final class Calls {
    final List<String> made = new CopyOnWriteArrayList<>();
    final CountDownLatch slowBegan = new CountDownLatch(1);
    final CountDownLatch slowMayEnd = new CountDownLatch(1);
  }

  @Bean
  Handler sign() {
    return call -> Json.of("signed by " + call.origin().flow());
  }

  @Bean
  Handler slow(Calls calls) {
    return call -> {
      calls.made.add("slow");
      calls.slowBegan.countDown();
      calls.slowMayEnd.await();
      return Json.of("done");
    };
  }

  @Component
  static class MailHandler implements JobHandler {
    private final Calls calls;

    // A handler may use the engine that calls it.
    MailHandler(Calls calls, WorkflowEngine engine) {
      this.calls = calls;
    }

    @Override
    public String getCode() {
      return "EMAIL_HANDLER";
    }

    @Override
    public void handle(JobContext context) {
      calls.made.add(
          "mail " + context.getAggregateId() + " " + context.getPayload(Policy.class).number());
    }
  }

  @Component
  static class CreateCharge implements ActionHandler {

    @Override
    public String getKey() {
      return "CREATE_CHARGE";
    }

    @Override
    public ActionResult execute(ActionContext context) {
      return ActionResult.success(Map.of("charged", context.getData(Policy.class).amount()));
    }
  }

  @Component
  static class Ratings {

    // Behind a proxy, as beans with transactions are.
    @Transactional
    @PawlHandler("rate")
    public Rating rate(Policy policy, @Config Account account, HandlerCall call) {
      return new Rating(policy.number(), policy.risks().size(), account.amount() + " of all");
    }

    @PawlHandler(value = "rate", tenant = 2)
    Rating rateForTenant(Policy policy) {
      return new Rating(policy.number(), 0, "of tenant 2");
    }
  }

  /** A service that changes its own table and starts a flow in one transaction. */
  @Component
  static class Policies {
    private final JdbcTemplate database;
    private final WorkflowEngine engine;
    private final Pawl pawl;

    Policies(JdbcTemplate database, WorkflowEngine engine, Pawl pawl) {
      this.database = database;
      this.engine = engine;
      this.pawl = pawl;
    }

    @Transactional
    public UUID create(UUID id, Policy policy, boolean fails) {
      database.update("insert into policy (id) values (?)", id);
      UUID execution = engine.startWorkflow("policy", id, policy);
      if (pawl.find(execution).isPresent()) {
        throw new AssertionError("the execution exists before the commit");
      }
      if (fails) {
        throw new IllegalStateException("rolled back");
      }
      return execution;
    }
  }
}
