package dev.pawl.server.failure;

import io.swagger.v3.oas.annotations.media.Schema;

/** Something that failed executions have more often than executions that succeeded. */
record FailureFactorView(
    @Schema(description = "What it is about.") FactorKind kind,
    @Schema(
            description = "Name of the label, path of the value in the input, or version.",
            example = "payment.method")
        String name,
    @Schema(
            description =
                "The value; with an asterisk at its end, all texts that begin so. Values that are"
                    + " no texts are written as JSON.",
            example = "pm_prepaid_*")
        String value,
    @Schema(description = "True if the value is a common beginning of texts.") boolean prefix,
    @Schema(description = "Number of sampled failures that have it.", example = "162") int failures,
    @Schema(description = "Their share of the sampled failures, from 0 to 1.", example = "0.81")
        double failureShare,
    @Schema(description = "Number of sampled executions that succeeded and have it.", example = "1")
        int good,
    @Schema(
            description = "Their share of the sampled executions that succeeded, from 0 to 1.",
            example = "0.003")
        double goodShare) {

  /** Where the value of a factor comes from. */
  enum FactorKind {
    /** A label of the execution. */
    LABEL,
    /** A value in the input of the execution. */
    INPUT,
    /** The version that the execution runs. */
    VERSION
  }
}
