package dev.pawl.cli.remote.shared;

import dev.pawl.client.execution.ExecutionFilter;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select executions; an execution must match all of them. */
public final class ExecutionFilterOptions {

  @Option(names = "--flow", paramLabel = "FLOW", description = "Executions of this flow.")
  private @Nullable String flow;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = {
        "In one of these statuses, such as running, waiting, paused, succeeded, failed;",
        "separated by commas or repeated."
      })
  private List<String> statuses = List.of();

  @Option(names = "--id", paramLabel = "TEXT", description = "With an id that begins so.")
  private @Nullable String idPrefix;

  @Option(names = "--of-version", paramLabel = "N", description = "Of this version.")
  private @Nullable Integer version;

  @Option(
      names = "--trigger",
      paramLabel = "KIND",
      description = {
        "Started so: api, manual, flow, retry, or by a kind of trigger such as webhook,",
        "which a colon and its id may follow."
      })
  private @Nullable String trigger;

  @Option(
      names = "--took",
      paramLabel = "RANGE",
      description = "That took longer or less, such as '>10s' or '<5m'; repeatable.")
  private List<String> took = List.of();

  @Option(
      names = "--step-error",
      paramLabel = "TEXT",
      description = "Where any attempt of a Task failed so, even if the execution went on.")
  private @Nullable String stepError;

  @Option(names = "--business-key", paramLabel = "TEXT", description = "With this business key.")
  private @Nullable String businessKey;

  @Option(
      names = "--label",
      paramLabel = "NAME:VALUE",
      description = "With this label; repeatable.")
  private List<String> labels = List.of();

  @Option(names = "--error", paramLabel = "NAME", description = "Failed with this error.")
  private @Nullable String error;

  @Option(
      names = "--family",
      paramLabel = "ID",
      description = "Failed in this failure family (pawl failures).")
  private @Nullable String family;

  @Option(names = "--not-retried", description = "Only executions that no other execution retries.")
  private boolean notRetried;

  @Option(names = "--from", paramLabel = "TIME", description = "Started at this time or later.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Started before this time.")
  private @Nullable String to;

  @Option(names = "--test", description = "Only tests; without this option they are left out.")
  private boolean test;

  @Option(
      names = "--parent",
      paramLabel = "ID",
      description = {
        "Children of this execution; 'any' for top-level executions and all children.",
        "The default is only top-level executions."
      })
  private @Nullable String parent;

  public boolean isEmpty() {
    return members().isEmpty();
  }

  public boolean hasParent() {
    return parent != null;
  }

  /** Selects top-level executions and all children. */
  public void showChildren() {
    parent = "any";
  }

  /** Returns the criteria unchecked, as they were given; the server validates them. */
  public ExecutionFilter filter() {
    return new ExecutionFilter(JsonObject.of(members()));
  }

  private Map<String, Json> members() {
    Map<String, Json> members = new LinkedHashMap<>();
    put(members, "flow", flow);
    if (!statuses.isEmpty()) {
      members.put(
          "status",
          JsonArray.of(
              statuses.stream()
                  .flatMap(list -> Stream.of(list.split(",")))
                  .map(one -> Json.of(one.strip().toUpperCase(Locale.ROOT)))
                  .toList()));
    }
    put(members, "id", idPrefix);
    if (version != null) {
      members.put("version", Json.of(version));
    }
    put(members, "trigger", trigger);
    took.forEach(range -> DurationRange.parse(range).addTo(members));
    put(members, "stepError", stepError);
    put(members, "businessKey", businessKey);
    if (!labels.isEmpty()) {
      members.put("label", JsonArray.of(labels.stream().map(Json::of).toList()));
    }
    put(members, "error", error);
    put(members, "family", family);
    put(members, "retried", notRetried ? "false" : null);
    put(members, "from", from);
    put(members, "to", to);
    put(members, "test", test ? "true" : null);
    put(members, "parent", parent);
    return members;
  }

  private static void put(Map<String, Json> members, String name, @Nullable String value) {
    if (value != null) {
      members.put(name, Json.of(value));
    }
  }
}
