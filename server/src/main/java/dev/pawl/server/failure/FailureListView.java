package dev.pawl.server.failure;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of families. */
record FailureListView(
    @Schema(
            description =
                "Families of this page: new ones first, then reopened, known and resolved ones; in"
                    + " each group the largest first.")
        List<FailureFamilyView> items,
    @Schema(
            description = "Value of the parameter after for the next page; null on the last page.",
            example = "MCAzMTIgOWYyYzQxZDA3YWIzZTg2NQ")
        @Nullable String next,
    @Schema(description = "Number of families by status that match all other conditions.")
        FailureCountsView counts,
    @Schema(description = "Beginning of the period that was counted, a full hour.") Instant from,
    @Schema(description = "Failures of executions that ended before this time are included.")
        Instant asOf) {

  /** Numbers of families. */
  record FailureCountsView(
      @Schema(description = "New, reopened and known families.", example = "15") int open,
      @Schema(description = "New and reopened families.", example = "4") @JsonProperty("new")
          int fresh,
      @Schema(description = "Known families.", example = "11") int known,
      @Schema(description = "Resolved families.", example = "7") int resolved) {}
}
