package dev.pawl.server.openapi;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Descriptions and examples of parameters. A parameter of a name means the same at all endpoints,
 * except for those that are also listed with a path.
 */
final class ParameterDescriptions {

  private record Description(String text, String example) {}

  private static final String EXECUTION = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11";

  private static final String ID_PREFIX = "Beginning of the id, at least 4 characters.";

  private static final Map<String, Description> TABLE =
      Map.ofEntries(
          entry(
              "Idempotency-Key",
              "Key of this request; a repetition with the same key and body has no second effect"
                  + " and gets the same answer.",
              "order-4711-start"),
          entry(
              "If-Match",
              "Revision of the draft, in double quotes; the request is refused with 409 if the"
                  + " draft has another one.",
              "\"4\""),
          entry(
              "Last-Event-ID",
              "Id of the last event that the client received; the stream continues after it.",
              "17.0"),
          entry("code", "Code of the tenant.", "acme"),
          entry("resource", "Name of the resource; all if absent.", "charge"),
          entry(
              "starts",
              "True to count what each has started in the last 24 hours; false if absent.",
              "true"),
          entry(
              "topics",
              "What the stream contains, separated by commas: executions, flows, triggers,"
                  + " connections, jobs, failures, tenant.",
              "executions,flows"),
          entry("flow", "Code of the flow.", "order-saga"),
          entry("id", "Id of the execution.", EXECUTION),
          entry("/api/jobs id", "Id of the job.", EXECUTION),
          entry("/api/keys id", "Id of the key.", "0123456789abcdef"),
          entry("/api/bindings id", "Id of the binding.", EXECUTION),
          entry("/api/rejected id", "Id of the rejected event.", EXECUTION),
          entry("name", "Name of the event.", "payment.received"),
          entry("/api/secrets name", "Name of the secret.", "crm-token"),
          entry("/api/connections name", "Name of the connection.", "crm"),
          entry("/api/tenants name", "Name of the connection.", "crm"),
          entry("downstream", "Name of the system that failed.", "crm.example:443"),
          entry("/api/templates name", "Name of the template.", "shipped"),
          entry("number", "Number of the version.", "3"),
          entry(
              "token",
              "Token of a polled task, or a task token that a flow sent.",
              "1.0199f3c27a317cc4b0b52d1f6f0a9e11.3.1.9c1e"),
          entry("actor", "Name of the key or person.", "ci"),
          entry("after", "Value of next from the page before; the first page if absent.", "order"),
          entry("/api/audit/export after", "Exports entries with lower numbers only.", "1042"),
          entry(
              "/api/audit after",
              "Lists entries with lower numbers: the value of next from the page before.",
              "1042"),
          entry(
              "/api/flows/{flow}/versions after",
              "Lists versions with lower numbers: the value of next from the page before.",
              "3"),
          entry(
              "at",
              "Number of a fact: shows what was true after it; the latest fact if absent.",
              "12"),
          entry(
              "since",
              "Number of a fact: returns only what changed after it; 0 for everything.",
              "12"),
          entry(
              "depth",
              "Number of forks around a frame up to which its steps are listed; deeper frames are"
                  + " counted.",
              "1"),
          entry(
              "digests", "True adds digests of inputs and outputs, to compare executions.", "true"),
          entry("action", "Name of the action to preview.", "send-back"),
          entry("compensate", "False previews the action without compensation.", "true"),
          entry("step", "Id of the step, as the list of steps shows it.", "/@3"),
          entry("businessKey", "Business key of the execution.", "order-4711"),
          entry("category", "Category of the flow.", "sales"),
          entry("denied", "True lists refused requests only, false the others only.", "true"),
          entry("dryRun", "True only reports what would change.", "true"),
          entry(
              "endpoint",
              "Method and path pattern of the request.",
              "POST /api/flows/{flow}/execute"),
          entry("event", "Name of the event.", "POLICY_CREATED"),
          entry("reason", "Kind of the problem.", "SCHEMA"),
          entry("error", "Words that occur in the error or its cause.", "OutOfStock"),
          entry(
              "everyTenant",
              "True applies to all tenants; needs the permission PLATFORM.",
              "false"),
          entry("from", "Earliest time, inclusive.", "2026-11-18T00:00:00Z"),
          entry("/api/flows/{flow}/diff from", "Number of the older version, or draft.", "2"),
          entry(
              "label", "Label of the execution as name:value; may be repeated.", "[\"region:eu\"]"),
          entry("limit", "Maximum number of items in the answer.", "50"),
          entry(
              "mode",
              "Where the retry begins: full at the start, from-failure at the failed step.",
              "from-failure"),
          entry(
              "parent",
              "Id of an execution finds its children, none top-level executions, any both; none if"
                  + " absent.",
              "none"),
          entry(
              "path",
              "Path of the webhook; before it @ and the code of the tenant, unless a key or the"
                  + " tenant default is meant.",
              "orders"),
          entry("priority", "Priority of the flow.", "NORMAL"),
          entry("publish", "True publishes the draft at once.", "true"),
          entry("search", "Text that occurs in the code or the name.", "order"),
          entry(
              "status",
              "Status of the execution; may be repeated, to find executions with one of them.",
              "[\"FAILED\"]"),
          entry(
              "stepError",
              "Words that occur in the error of any attempt of a Task, also of executions that went"
                  + " on; searches the last 200000 facts of the time range.",
              "Timeout"),
          entry("/api/flows/executions id", ID_PREFIX, "0199f3c2"),
          entry("/api/flows/executions/histogram id", ID_PREFIX, "0199f3c2"),
          entry("/api/flows/{flow}/flow-executions id", ID_PREFIX, "0199f3c2"),
          entry("/api/views id", "Id of the view.", EXECUTION),
          entry("/api/preferences name", "Name of the preference.", "executions.columns"),
          entry("page", "Page of the console that the views belong to.", "executions"),
          entry("ids", "Ids of executions; may be repeated.", "[\"" + EXECUTION + "\"]"),
          entry("version", "Number of the version that the execution runs.", "3"),
          entry(
              "trigger",
              "What started the execution: api, manual, flow, retry, or the kind of a trigger such"
                  + " as webhook, event or schedule, which a colon and its id may follow.",
              "webhook"),
          entry(
              "tookMin", "Least number of seconds from the start to the end, or until now.", "10"),
          entry(
              "tookMax",
              "Number of seconds from the start to the end, or until now, exclusive.",
              "60"),
          entry(
              "sort",
              "Field by which the list is sorted. Of live executions, the 5000 started last are"
                  + " sorted by updated.",
              "updated"),
          entry("order", "Direction in which the list is sorted.", "desc"),
          entry("progress", "True adds how far each execution has come.", "true"),
          entry(
              "family",
              "Id of the failure family that the execution failed in; see GET /api/failures.",
              "9f2c41d07ab3e865"),
          entry("/api/failures family", "Id of the failure family.", "9f2c41d07ab3e865"),
          entry(
              "retried",
              "False finds executions that no other execution retries, true the others; all if"
                  + " absent.",
              "false"),
          entry(
              "/api/failures status",
              "Families to list: open for new, reopened and known ones, new for new and reopened"
                  + " ones, known, resolved or all; open if absent.",
              "open"),
          entry("/api/failures version", "Number of a version; counts its failures only.", "7"),
          entry(
              "/api/failures since",
              "Length of the period up to now in which failures are counted, from PT1H to PT744H,"
                  + " extended to whole parts of the series; PT168H if absent.",
              "PT168H"),
          entry(
              "/api/failures search",
              "Text that occurs in the flow, state, error, message, note or assignee, in any case.",
              "declined"),
          entry("buckets", "Number of equal parts of the time range.", "60"),
          entry("/api/flows status", "Status of the flow.", "ACTIVE"),
          entry("/api/jobs status", "Status of the job.", "RUNNING"),
          entry(
              "strangers",
              "True selects requests without a valid key, which belong to no tenant; needs the"
                  + " permission PLATFORM.",
              "false"),
          entry(
              "/api/flows sort",
              "Order of the list; UPDATED lists the flow that was changed last first.",
              "NAME"),
          entry(
              "tag",
              "Tag of the flow; with a slash at its end, all tags of that folder.",
              "billing"),
          entry(
              "/api/flows/activity flow",
              "Code of a flow; repeated for several flows, at most 100.",
              "[\"order-saga\"]"),
          entry("/api/audit flow", "Code of the flow that requests concerned.", "order-saga"),
          entry("target", "Value of the path variables of the request.", "order-saga"),
          entry("test", "true finds tests only, false no tests, all both; false if absent.", "all"),
          entry("to", "Latest time, exclusive.", "2026-11-19T00:00:00Z"),
          entry("/api/flows/{flow}/diff to", "Number of the newer version, or draft.", "draft"),
          entry("type", "Type of the flow.", "process"),
          entry(
              "/api/flows/{flow}/version-runs version",
              "Number of the version whose states are counted.",
              "3"),
          entry("days", "Number of days to count, up to now.", "7"),
          entry("wait", "Seconds to wait for the end of the execution before answering.", "30"),
          entry("window", "Period that ends now: 1h, 24h or 7d; 24h if absent.", "24h"));

  private ParameterDescriptions() {}

  private static Map.Entry<String, Description> entry(String name, String text, String example) {
    return Map.entry(name, new Description(text, example));
  }

  /** Returns a parameter with its description and example, if there is an entry for it. */
  static Map<String, Object> add(ApiOperation endpoint, Map<String, Object> parameter) {
    Description description = find(endpoint.path(), String.valueOf(parameter.get("name")));
    if (description == null) {
      return parameter;
    }
    Map<String, Object> described = new LinkedHashMap<>(parameter);
    described.put("description", description.text());
    if (parameter.get("schema") instanceof Map<?, ?> schema) {
      FieldDescriptions.example(schema, description.example())
          .ifPresent(value -> described.put("example", value));
    }
    return described;
  }

  private static @Nullable Description find(String path, String name) {
    String area =
        path.replaceAll(
            "^(/api/(jobs|keys|bindings|rejected|secrets|connections|templates|tenants|views|preferences|failures))/.*",
            "$1");
    Description here = TABLE.get(area + " " + name);
    return here == null ? TABLE.get(name) : here;
  }
}
