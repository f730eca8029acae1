package dev.pawl.server.example;

import dev.pawl.client.PawlClient;
import dev.pawl.client.execution.Execution;
import dev.pawl.client.execution.ExecutionFilter;
import dev.pawl.client.execution.StartRequest;
import dev.pawl.client.execution.Step;
import dev.pawl.client.execution.StepStatus;
import dev.pawl.client.flow.FlowDraft;
import dev.pawl.client.http.LiveEvent;
import dev.pawl.client.http.LiveEvents;
import dev.pawl.client.operate.Decision;
import dev.pawl.client.worker.Worker;
import dev.pawl.sdk.Json;

/** Deploys a flow, works on its tasks, decides its human step and prints the result. */
public final class ClientExample {

  private static final String FLOW =
      """
      StartAt: Price
      States:
        Price:
          Type: Task
          Resource: price
          ResultPath: $.price
          Next: Approve
        Approve:
          Type: Human
          Outcomes:
            approved: {Next: Ship}
            rejected: {Next: Stop}
          ResultPath: $.decision
        Ship:
          Type: Succeed
        Stop:
          Type: Fail
          Error: Order.Rejected
      """;

  private ClientExample() {}

  /**
   * Runs the example.
   *
   * @param args the address of a server and an API key
   */
  public static void main(String[] args) {
    try (PawlClient pawl = PawlClient.connect(args[0], args[1]);
        Worker worker = pawl.worker().serve("price", call -> Json.of(42)).start()) {
      System.out.println("tasks in progress: " + worker.tasks());
      pawl.flows().deploy(FlowDraft.yaml(FLOW).code("order"));

      Execution started =
          pawl.executions()
              .start(
                  StartRequest.of("order")
                      .input("{\"item\": \"lamp\"}")
                      .businessKey("A-17")
                      .idempotencyKey("order-A-17"));
      try (LiveEvents events = pawl.executions().events(started.id())) {
        for (LiveEvent event : events) {
          if (event.kind().equals("step")) {
            Step step = new Step(event.data());
            System.out.println(step.state() + " " + step.status());
            if (step.state().equals("Approve") && step.status() == StepStatus.RUNNING) {
              pawl.operator().decide(started.id(), Decision.of("approved").reason("in stock"));
            }
          }
        }
      }

      Execution ended = pawl.executions().awaitEnd(started.id());
      System.out.println(ended.status() + " " + ended.output().orElseThrow());
      pawl.executions()
          .search(ExecutionFilter.all().flow("order").businessKey("A-17"))
          .forEach(found -> System.out.println("found " + found.id()));
    }
  }
}
