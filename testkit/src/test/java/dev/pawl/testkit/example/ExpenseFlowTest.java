package dev.pawl.testkit.example;

import static dev.pawl.testkit.FlowAssert.assertThat;

import dev.pawl.testkit.Decision;
import dev.pawl.testkit.FakeHandler;
import dev.pawl.testkit.FlowRun;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExpenseFlowTest {

  private static final Path FLOW = Path.of("src/test/resources/flows/expense.asl.yaml");

  @Test
  void shouldPayASmallExpenseAtOnce() {
    FlowRun run =
        FlowRun.of(FLOW)
            .handler("pay", FakeHandler.returning("{\"paid\": true}"))
            .start("{\"amount\": 20}");

    assertThat(run).succeeded().visited("Small?", "Pay").output("{\"paid\": true}");
    assertThat(run).calledWith("pay", "{\"amount\": 20}");
  }

  @Test
  void shouldPayALargeExpenseAfterItsApprovalAndItsReceipt() {
    FlowRun run =
        FlowRun.of(FLOW)
            .handler("pay", FakeHandler.returning("{\"paid\": true}"))
            .decision("Approve", Decision.complete("approved").by("ada"))
            .start("{\"amount\": 900}");

    assertThat(run).waitingAt("Wait for receipt").called("pay", 0);

    run.event("receipt", "{\"number\": 7}");

    assertThat(run).succeeded().visited("Small?", "Approve", "Wait for receipt", "Pay");
  }

  @Test
  void shouldRetryWhileTheBankIsBusy() {
    FlowRun run =
        FlowRun.of(FLOW)
            .handler(
                "pay",
                FakeHandler.failing("Bank.Busy", "try later")
                    .times(2)
                    .thenReturning("{\"paid\": true}"))
            .start("{\"amount\": 20}");

    assertThat(run).waitingAt("Pay");

    run.advance(Duration.ofMinutes(3));

    assertThat(run).succeeded().step("Pay").attempts(3).output("{\"paid\": true}");
  }

  @Test
  void shouldEndWithTheDecisionOfFinance() {
    FlowRun rejected = FlowRun.of(FLOW).start("{\"amount\": 900}");
    FlowRun forgotten = FlowRun.of(FLOW).start("{\"amount\": 900}");

    rejected.decide("Approve", Decision.complete("rejected"));
    forgotten.advance(Duration.ofDays(7));

    assertThat(rejected).failedWith("Expense.Rejected").neverVisited("Pay");
    assertThat(forgotten).failedWith("States.Timeout").step("Approve").failedWith("States.Timeout");
  }
}
