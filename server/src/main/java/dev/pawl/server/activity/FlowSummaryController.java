package dev.pawl.server.activity;

import dev.pawl.engine.store.Priority;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.FlowSearch;
import dev.pawl.postgres.flow.FlowSearch.FlowAttributes;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint for the values by which the flows of a tenant can be filtered. */
@RestController
public final class FlowSummaryController {

  /** Maximum number of values of one attribute. */
  private static final int MAX_VALUES = 500;

  private final TenantDatabase tenanted;

  FlowSummaryController(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** How many flows there are, and their attributes. */
  record FlowSummaryView(
      @Schema(description = "Number of flows that are not archived.", example = "23") int flows,
      @Schema(description = "Number of those that have an active version.", example = "20")
          int active,
      @Schema(description = "Number of archived flows.", example = "2") int archived,
      @Schema(
              description = "Number of flows by type; at most 500 types.",
              example = "{\"process\": 12}")
          Map<String, Integer> types,
      @Schema(
              description = "Number of flows by category; at most 500 categories.",
              example = "{\"sales\": 8}")
          Map<String, Integer> categories,
      @Schema(description = "Number of flows by priority.", example = "{\"NORMAL\": 20}")
          Map<Priority, Integer> priorities,
      @Schema(
              description =
                  "Number of flows by tag; at most 500 tags. A tag with a slash is the path of a"
                      + " folder.",
              example = "{\"billing\": 3, \"commerce/returns\": 2}")
          Map<String, Integer> tags) {}

  @GetMapping("/api/flows/summary")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Counts the flows by type, category, priority and tag; archived ones apart.",
      flowScope = FlowScope.FILTERED)
  FlowSummaryView summary(Caller caller) {
    // A key that is limited to some flows must not learn of others.
    List<FlowAttributes> all =
        tenanted
            .of(caller.tenant())
            .use(connection -> FlowSearch.attributes(connection, caller.tenant()))
            .stream()
            .filter(flow -> caller.scope().hasFlow(flow.code()))
            .toList();
    List<FlowAttributes> shown = all.stream().filter(flow -> !flow.archived()).toList();
    Map<Priority, Integer> priorities = new EnumMap<>(Priority.class);
    shown.forEach(flow -> priorities.merge(Priority.valueOf(flow.priority()), 1, Integer::sum));
    return new FlowSummaryView(
        shown.size(),
        (int) shown.stream().filter(FlowAttributes::active).count(),
        all.size() - shown.size(),
        counts(shown, flow -> Stream.of(flow.type())),
        counts(shown, flow -> Stream.of(flow.category())),
        priorities,
        counts(shown, flow -> flow.tags().stream()));
  }

  private static Map<String, Integer> counts(
      List<FlowAttributes> flows, Function<FlowAttributes, Stream<String>> values) {
    Map<String, Integer> counts = new TreeMap<>();
    flows.stream()
        .flatMap(values)
        .filter(value -> !value.isEmpty())
        .filter(value -> counts.containsKey(value) || counts.size() < MAX_VALUES)
        .forEach(value -> counts.merge(value, 1, Integer::sum));
    return counts;
  }
}
