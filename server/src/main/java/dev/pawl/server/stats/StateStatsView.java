package dev.pawl.server.stats;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statistics of states, from a sample of executions. */
record StateStatsView(
    @Schema(description = "Length of the period: 1h, 24h or 7d.", example = "24h") String window,
    @Schema(description = "Number of executions in the sample.", example = "160") int executions,
    @Schema(description = "Up to 20 Task states with the longest p95, slowest first.")
        List<SlowStateView> slowest,
    @Schema(
            description =
                "Up to 20 states in which most executions failed, largest first; of an execution,"
                    + " the last Task that failed, or else the last state of another kind.")
        List<FailingStateView> failing) {

  /** How long a state takes. */
  record SlowStateView(
      @Schema(description = "Code of the flow.", example = "order-checkout") String flow,
      @Schema(description = "Name of the flow.", example = "Order checkout") String name,
      @Schema(description = "Name of the state.", example = "Charge card") String state,
      @Schema(description = "Number of visits in the sample.", example = "18") int visits,
      @Schema(description = "Seconds that half of the visits took at most.", example = "0.6")
          double p50,
      @Schema(
              description = "Seconds that 95 % of the visits took at most, with all attempts.",
              example = "2.4")
          double p95,
      @Schema(
              description =
                  "The same of executions of the flow that started in the same period one week"
                      + " before; null if there are none.",
              example = "1.9")
          @Nullable Double p95LastWeek) {}

  /** How many executions of a flow fail in a state. */
  record FailingStateView(
      @Schema(description = "Code of the flow.", example = "order-checkout") String flow,
      @Schema(description = "Name of the flow.", example = "Order checkout") String name,
      @Schema(description = "Name of the state.", example = "Charge card") String state,
      @Schema(description = "The error that most of them have.", example = "Card.Declined")
          String error,
      @Schema(
              description =
                  "Number of failed executions of the flow, times the share of this state among"
                      + " those in the sample.",
              example = "312")
          long failed,
      @Schema(description = "Number of executions of the flow that started.", example = "4216")
          long starts) {}
}
