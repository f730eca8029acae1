package dev.pawl.server.access;

import static dev.pawl.server.access.Permission.ADMINISTER;
import static dev.pawl.server.access.Permission.EDIT;
import static dev.pawl.server.access.Permission.MONITOR;
import static dev.pawl.server.access.Permission.OPERATE;
import static dev.pawl.server.access.Permission.PLATFORM;
import static dev.pawl.server.access.Permission.PUBLISH;
import static dev.pawl.server.access.Permission.READ;
import static dev.pawl.server.access.Permission.WORK;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Every door of the server, what it takes to go through it, and what for. A door that is not here
 * is shut.
 */
public final class Doors {

  /** Where executions start. */
  public static final String START = "/api/flows/{flow}/execute";

  /** Where they start as tests. */
  public static final String TEST = "/api/flows/{flow}/test";

  /** Where they start once more. */
  public static final String RETRY = "/api/flows/executions/{id}/retry";

  private static final Pattern STARTS =
      Pattern.compile((START + "|" + TEST).replaceAll("\\{\\w+}", "[^/]+"));

  /**
   * @param permission none where anybody may go through
   * @param summary what happens there, in a sentence for users
   */
  private record Door(Optional<Permission> permission, String summary) {}

  private static final Map<String, Door> TABLE = new TreeMap<>();

  static {
    door(
        "POST /api/flows/validate", READ, "Tells all findings of a definition and stores nothing.");
    door(
        "POST /api/flows",
        EDIT,
        "Creates a flow with its draft, and publishes that at once if asked to.");
    door(
        "GET /api/flows",
        READ,
        "Lists the flows that fit a search, without the sources of their drafts.");
    door("GET /api/flows/{flow}", READ, "Shows a flow with its draft and the findings of that.");
    door("PUT /api/flows/{flow}", EDIT, "Saves the draft of a flow.");
    door(
        "DELETE /api/flows/{flow}",
        PUBLISH,
        "Archives a flow: it is out of sight and never started, and its history stays.");
    door("POST /api/flows/{flow}/restore", PUBLISH, "Brings an archived flow back.");
    door(
        "POST /api/flows/{flow}/delete",
        ADMINISTER,
        "Deletes an archived flow for good, if its code is said once more.");
    door(
        "POST /api/flows/{flow}/publish",
        PUBLISH,
        "Makes the draft the next version of the flow, and that the active one.");
    door(
        "POST /api/flows/{flow}/activate",
        PUBLISH,
        "Lets starts take a version: the latest, or the one that is named.");
    door(
        "POST /api/flows/{flow}/deactivate",
        PUBLISH,
        "Takes a flow out of service: nothing of it starts until a version is activated.");
    door(
        "POST /api/flows/{flow}/duplicate",
        EDIT,
        "Makes a new flow with the same draft and no versions.");
    door("GET /api/flows/{flow}/versions", READ, "Lists the versions of a flow, the newest first.");
    door("GET /api/flows/{flow}/versions/{number}", READ, "Shows a version as it was written.");
    door(
        "POST /api/flows/{flow}/versions/{number}/restore",
        EDIT,
        "Makes an old version the draft; the versions stay what they are.");
    door(
        "GET /api/flows/{flow}/diff",
        READ,
        "Tells how two versions differ, or a version and the draft, state by state.");
    door(
        "GET /api/flows/{flow}/export",
        READ,
        "Exports a flow as it was written: its draft and its active version.");
    door(
        "GET /api/export",
        READ,
        "Exports all flows that are not archived, in parts that an import takes.");
    door(
        "POST /api/import",
        EDIT,
        "Brings exported flows here, all of them or none; with dryRun it only tells what would"
            + " change.");

    door(
        "POST " + START,
        OPERATE,
        "Starts an execution of a flow; with wait it answers when that has ended.");
    door(
        "POST " + TEST,
        OPERATE,
        "Starts the draft or a version as a test, in which Tasks answer what is said here.");
    door("GET /api/flows/executions", READ, "Finds executions of all flows, the newest first.");
    door(
        "GET /api/flows/{flow}/flow-executions",
        READ,
        "Finds executions of one flow, the newest first.");
    door("POST /api/events", OPERATE, "Tells an event to all executions that wait for it.");
    door(
        "GET /api/events",
        READ,
        "Streams what happens to all executions of the tenant, as it happens.");
    door(
        "GET /api/flows/{flow}/events",
        READ,
        "Streams what happens to the executions of a flow, as it happens.");
    door(
        "GET /api/nodes",
        PLATFORM,
        "Lists the nodes of the cluster with their leases and how much they hold.");
    door("GET /metrics", MONITOR, "Gives the figures of this node, as Prometheus reads them.");
    door(
        "GET /health",
        MONITOR,
        "Tells what is well with this node and its database, and what to do about what is not.");
    door("GET /api/openapi.json", READ, "Describes this API in OpenAPI 3.1, for programs.");
    door("GET /api/docs", READ, "Shows this API as a page, for people.");
    door("GET /api/docs/page.js", READ, "Gives the script of that page.");
    door("GET /api/docs/page.css", READ, "Gives the style of that page.");
    door(
        "POST /api/flows/executions/bulk",
        OPERATE,
        "Cancels, retries, signals, pauses or resumes all executions that fit a filter; with dryRun"
            + " it only counts them.");
    door(
        "POST /api/admin/flows/pause-all",
        ADMINISTER,
        "Stops a tenant in an emergency: nothing of it starts, and what runs finishes; with running"
            + " pause it is paused.");
    door(
        "POST /api/admin/flows/resume-all",
        ADMINISTER,
        "Ends the emergency stop of a tenant: flows start again, and what it paused goes on.");
    door(
        "GET /api/jobs",
        READ,
        "Lists the jobs that do something to many executions, the newest first.");
    door("GET /api/jobs/{id}", READ, "Shows how far a job is.");
    door("POST /api/jobs/{id}/cancel", OPERATE, "Stops a job; what it has done stays done.");
    door(
        "GET /api/flows/executions/{id}",
        READ,
        "Shows an execution; with wait it answers when that has ended.");
    door(
        "GET /api/flows/executions/{id}/steps",
        READ,
        "Lists the steps of an execution in the order in which they began.");
    door(
        "GET /api/flows/executions/{id}/explain",
        READ,
        "Tells why an execution is not moving, and what would release it.");
    door(
        "GET /api/flows/executions/{id}/events",
        READ,
        "Streams the steps of an execution, as they happen.");
    door(
        "POST /api/flows/executions/{id}/cancel",
        OPERATE,
        "Cancels an execution and undoes what it did, unless told not to.");
    door(
        "POST /api/flows/executions/{id}/pause",
        OPERATE,
        "Pauses an execution: what is under way may end, and nothing else begins.");
    door("POST /api/flows/executions/{id}/resume", OPERATE, "Lets a paused execution go on.");
    door(
        "POST /api/flows/executions/{id}/decide",
        OPERATE,
        "Decides a Human step with one of its outcomes, and data that fits its Form.");
    door(
        "POST /api/flows/executions/{id}/skip",
        OPERATE,
        "Ends a step in favour of the output that is given here.");
    door(
        "POST /api/flows/executions/{id}/send-back",
        OPERATE,
        "Sends a frame back to an earlier step, to go on from there.");
    door(
        "POST /api/flows/executions/{id}/events/{name}",
        OPERATE,
        "Delivers an event to an execution, which keeps it until a state waits for it.");
    door(
        "POST " + RETRY,
        OPERATE,
        "Tries an ended execution again as a new one, from its start or from its failure.");

    door(
        "POST /api/workers/poll",
        WORK,
        "Gives a worker some of the work that it can do, and waits for it if there is none.");
    door(
        "POST /api/workers/descriptors",
        WORK,
        "Takes what a worker says of its resources, for those who write flows.");
    door("POST /api/workers/outcomes", WORK, "Takes what came of many pieces of work at once.");
    door(
        "POST /api/workers/heartbeats",
        WORK,
        "Keeps many pieces of work at once for the worker that has them.");
    door(
        "POST /api/workers/releases",
        WORK,
        "Gives back many pieces of work at once, for other workers to take.");
    door(
        "POST /api/workers/{token}/success",
        WORK,
        "Takes the output of work that went well; a task token is answered here too.");
    door(
        "POST /api/workers/{token}/failure",
        WORK,
        "Takes the error of work that failed; a task token is answered here too.");
    door(
        "POST /api/workers/{token}/heartbeat",
        WORK,
        "Keeps a piece of work for the worker that has it.");
    door(
        "POST /api/workers/{token}/release",
        WORK,
        "Gives back a piece of work, for another worker to take.");
    door(
        "GET /api/flows/resources",
        READ,
        "Lists what Tasks can name, who serves it, and what they say of it.");

    door("GET /api/keys", ADMINISTER, "Lists the keys of the tenant, without their secrets.");
    door("POST /api/keys", ADMINISTER, "Issues a key, which is shown this one time.");
    door("DELETE /api/keys/{id}", ADMINISTER, "Revokes a key.");
    door("POST /api/session/link", ADMINISTER, "Makes a link with which a browser signs in once.");
    door("DELETE /api/session", READ, "Signs a browser out.");

    door("GET /api/audit", ADMINISTER, "Lists who did what and who was refused, the newest first.");
    door(
        "GET /api/audit/verify",
        ADMINISTER,
        "Tells whether every entry of the audit is what it was.");

    door("GET /api/tenants", PLATFORM, "Lists the tenants.");
    door(
        "POST /api/tenants", PLATFORM, "Creates a tenant, and the key of its first administrator.");
    door("GET /api/tenants/{code}", PLATFORM, "Shows a tenant.");
    door(
        "POST /api/tenants/{code}/suspend", PLATFORM, "Suspends a tenant: nobody of it is let in.");
    door("POST /api/tenants/{code}/resume", PLATFORM, "Lets in a tenant that was suspended.");
    door("GET /api/tenants/{code}/limits", PLATFORM, "Shows what a tenant may use at most.");
    door(
        "PUT /api/tenants/{code}/limits",
        PLATFORM,
        "Sets what a tenant may use at most; what is absent has no limit.");
    door(
        "POST /api/tenants/{code}/keys",
        PLATFORM,
        "Issues a key for a tenant that has none, or has lost it.");

    open("GET /health/live", "Answers as long as the server lives.");
    open("GET /health/ready", "Answers 200 while the database can be reached, and 503 otherwise.");
  }

  private Doors() {}

  private static void door(String name, Permission permission, String summary) {
    TABLE.put(name, new Door(Optional.of(permission), summary));
  }

  private static void open(String name, String summary) {
    TABLE.put(name, new Door(Optional.empty(), summary));
  }

  /** Whether this is a start, for those who must know before anybody looks for its door. */
  public static boolean isStart(HttpServletRequest request) {
    return request.getMethod().equals("POST") && STARTS.matcher(request.getRequestURI()).matches();
  }

  /** What it takes to go through the door of that name. */
  public static Optional<Permission> permission(String name) {
    return Optional.ofNullable(TABLE.get(name)).flatMap(Door::permission);
  }

  /** What happens at the door of that name, if there is one. */
  public static Optional<String> summary(String name) {
    return Optional.ofNullable(TABLE.get(name)).map(Door::summary);
  }

  /** The names of those that need a key: method and pattern. */
  public static Set<String> names() {
    return all().stream()
        .filter(name -> permission(name).isPresent())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The names of all. */
  static Set<String> all() {
    return new TreeSet<>(TABLE.keySet());
  }
}
