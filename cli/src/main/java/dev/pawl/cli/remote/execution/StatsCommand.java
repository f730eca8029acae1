package dev.pawl.cli.remote.execution;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.operate.StatsApi;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl stats}: shows statistics of executions and what waits now. */
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Shows how many executions started and failed, how long they took, and what waits now.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  pawl stats", "  pawl stats --window 7d", "  pawl stats order --window 1h --json"})
public final class StatsCommand implements Callable<Integer> {

  private static final int MAX_ROWS = 10;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "FLOW",
      description = "Code or id of a flow; all flows without it.")
  private String flow = "";

  @Option(
      names = "--window",
      paramLabel = "WINDOW",
      description = "1h, 24h or 7d. Default: ${DEFAULT-VALUE}.")
  private String window = "24h";

  @Override
  public Integer call() {
    StatsApi api = server.client().stats();
    if (!flow.isEmpty()) {
      Json stats = api.ofFlow(flow, window);
      server.show(stats, totals(stats));
      return ExitCode.SUCCESS;
    }
    Json stats = api.over(window);
    Json states = api.states(window);
    Json now = api.now();
    Json all =
        JsonObject.builder().put("stats", stats).put("states", states).put("now", now).build();
    server.show(
        all, totals(stats) + work(now) + "\n" + flows(stats) + failing(states) + slowest(states));
    return ExitCode.SUCCESS;
  }

  private static String totals(Json stats) {
    Json total = member(stats, "total");
    Json before = member(stats, "before");
    Json lastWeek = member(stats, "lastWeek");
    return """
    since       %s
    started     %s, %s in the %s before, %s at the same time last week
    failed      %s (%s), %s before, %s last week
    duration    p50 %s, p95 %s, p99 %s
    """
        .formatted(
            ExecutionText.time(ExecutionText.text(stats, "from")),
            ExecutionText.text(total, "starts"),
            ExecutionText.text(before, "starts"),
            ExecutionText.text(stats, "window"),
            ExecutionText.text(lastWeek, "starts"),
            ExecutionText.text(total, "failed"),
            share(total),
            share(before),
            share(lastWeek),
            seconds(total, "p50"),
            seconds(total, "p95"),
            seconds(total, "p99"));
  }

  private static String work(Json now) {
    String waiting =
        elements(now, "waiting").stream()
            .map(
                one ->
                    ExecutionText.text(one, "count")
                        + " "
                        + ExecutionText.text(one, "kind").toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    String limits =
        elements(now, "limits").stream()
            .map(
                one ->
                    "limit       %s: %s of %s%s%n"
                        .formatted(
                            ExecutionText.text(one, "kind")
                                .toLowerCase(Locale.ROOT)
                                .replace('_', ' '),
                            ExecutionText.text(one, "used"),
                            ExecutionText.text(one, "max"),
                            forecast(one)))
            .collect(Collectors.joining());
    String unserved =
        elements(now, "unserved").stream()
            .map(
                one ->
                    "no worker   %s: %s tasks since %s%n"
                        .formatted(
                            ExecutionText.text(one, "resource"),
                            ExecutionText.text(one, "tasks"),
                            ExecutionText.time(ExecutionText.text(one, "since"))))
            .collect(Collectors.joining());
    return "active      %s, queued %s%nwaiting     %s%n"
            .formatted(
                ExecutionText.text(now, "active"),
                ExecutionText.text(now, "queued"),
                waiting.isEmpty() ? "0" : waiting)
        + limits
        + unserved;
  }

  private static String forecast(Json limit) {
    return member(limit, "reachedAt").isNull()
        ? ""
        : ", reached at about " + ExecutionText.time(ExecutionText.text(limit, "reachedAt"));
  }

  private String flows(Json stats) {
    Table table = new Table("FLOW", "STARTED", "FAILED", "SHARE", "P50", "P95");
    elements(stats, "flows").stream()
        .limit(MAX_ROWS)
        .forEach(
            one -> {
              Json total = member(one, "total");
              table.row(
                  ExecutionText.text(one, "flow"),
                  ExecutionText.text(total, "starts"),
                  ExecutionText.text(total, "failed"),
                  share(total),
                  seconds(total, "p50"),
                  seconds(total, "p95"));
            });
    return table.text(server.paint());
  }

  private String failing(Json states) {
    Table table = new Table("MOST FAILURES", "STATE", "ERROR", "FAILED");
    elements(states, "failing").stream()
        .limit(MAX_ROWS)
        .forEach(
            one ->
                table.row(
                    ExecutionText.text(one, "flow"),
                    ExecutionText.text(one, "state"),
                    ExecutionText.text(one, "error"),
                    ExecutionText.text(one, "failed")));
    return table.isEmpty() ? "" : "\n" + table.text(server.paint());
  }

  private String slowest(Json states) {
    Table table = new Table("SLOWEST", "STATE", "P50", "P95");
    elements(states, "slowest").stream()
        .limit(MAX_ROWS)
        .forEach(
            one ->
                table.row(
                    ExecutionText.text(one, "flow"),
                    ExecutionText.text(one, "state"),
                    seconds(one, "p50"),
                    seconds(one, "p95")));
    return table.isEmpty() ? "" : "\n" + table.text(server.paint());
  }

  private static Json member(Json value, String name) {
    return value.get(name).orElse(JsonNull.NULL);
  }

  private static List<Json> elements(Json value, String name) {
    return member(value, name) instanceof JsonArray array ? array.elements() : List.of();
  }

  private static String share(Json totals) {
    long starts = number(totals, "starts");
    return starts == 0
        ? "-"
        : String.format(Locale.ROOT, "%.1f %%", 100.0 * number(totals, "failed") / starts);
  }

  private static long number(Json value, String name) {
    return value.get(name).map(Json::asLong).orElse(0L);
  }

  private static String seconds(Json value, String name) {
    Json seconds = member(value, name);
    return seconds.isNull()
        ? "-"
        : String.format(Locale.ROOT, "%.1f s", Double.parseDouble(seconds.asText()));
  }
}
