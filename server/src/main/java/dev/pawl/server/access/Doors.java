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

/** Every door of the server and what it takes to go through it. A door that is not here is shut. */
public final class Doors {

  /** Where executions start. */
  public static final String START = "/api/flows/{flow}/execute";

  /** Where they start as tests. */
  public static final String TEST = "/api/flows/{flow}/test";

  /** Where they start once more. */
  public static final String RETRY = "/api/flows/executions/{id}/retry";

  private static final Pattern STARTS =
      Pattern.compile((START + "|" + TEST).replaceAll("\\{\\w+}", "[^/]+"));

  private static final Map<String, Permission> TABLE = new TreeMap<>();

  static {
    door("POST /api/flows/validate", READ);
    door("POST /api/flows", EDIT);
    door("GET /api/flows", READ);
    door("GET /api/flows/{flow}", READ);
    door("PUT /api/flows/{flow}", EDIT);
    door("DELETE /api/flows/{flow}", PUBLISH);
    door("POST /api/flows/{flow}/restore", PUBLISH);
    door("POST /api/flows/{flow}/delete", ADMINISTER);
    door("POST /api/flows/{flow}/publish", PUBLISH);
    door("POST /api/flows/{flow}/activate", PUBLISH);
    door("POST /api/flows/{flow}/deactivate", PUBLISH);
    door("POST /api/flows/{flow}/duplicate", EDIT);
    door("GET /api/flows/{flow}/versions", READ);
    door("GET /api/flows/{flow}/versions/{number}", READ);
    door("POST /api/flows/{flow}/versions/{number}/restore", EDIT);
    door("GET /api/flows/{flow}/diff", READ);
    door("GET /api/flows/{flow}/export", READ);
    door("GET /api/export", READ);
    door("POST /api/import", EDIT);

    door("POST " + START, OPERATE);
    door("POST " + TEST, OPERATE);
    door("GET /api/flows/executions", READ);
    door("GET /api/flows/{flow}/flow-executions", READ);
    door("POST /api/events", OPERATE);
    door("GET /api/events", READ);
    door("GET /api/flows/{flow}/events", READ);
    door("GET /api/nodes", PLATFORM);
    door("GET /metrics", MONITOR);
    door("GET /api/openapi.json", READ);
    door("GET /api/docs", READ);
    door("GET /api/docs/page.js", READ);
    door("GET /api/docs/page.css", READ);
    door("POST /api/flows/executions/bulk", OPERATE);
    door("POST /api/admin/flows/pause-all", ADMINISTER);
    door("POST /api/admin/flows/resume-all", ADMINISTER);
    door("GET /api/jobs", READ);
    door("GET /api/jobs/{id}", READ);
    door("POST /api/jobs/{id}/cancel", OPERATE);
    door("GET /api/flows/executions/{id}", READ);
    door("GET /api/flows/executions/{id}/steps", READ);
    door("GET /api/flows/executions/{id}/explain", READ);
    door("GET /api/flows/executions/{id}/events", READ);
    door("POST /api/flows/executions/{id}/cancel", OPERATE);
    door("POST /api/flows/executions/{id}/pause", OPERATE);
    door("POST /api/flows/executions/{id}/resume", OPERATE);
    door("POST /api/flows/executions/{id}/skip", OPERATE);
    door("POST /api/flows/executions/{id}/send-back", OPERATE);
    door("POST /api/flows/executions/{id}/events/{name}", OPERATE);
    door("POST " + RETRY, OPERATE);

    door("POST /api/workers/poll", WORK);
    door("POST /api/workers/descriptors", WORK);
    door("POST /api/workers/outcomes", WORK);
    door("POST /api/workers/heartbeats", WORK);
    door("POST /api/workers/releases", WORK);
    door("POST /api/workers/{token}/success", WORK);
    door("POST /api/workers/{token}/failure", WORK);
    door("POST /api/workers/{token}/heartbeat", WORK);
    door("POST /api/workers/{token}/release", WORK);
    door("GET /api/flows/resources", READ);

    door("GET /api/keys", ADMINISTER);
    door("POST /api/keys", ADMINISTER);
    door("DELETE /api/keys/{id}", ADMINISTER);
    door("POST /api/session/link", ADMINISTER);
    door("DELETE /api/session", READ);

    door("GET /api/audit", ADMINISTER);
    door("GET /api/audit/verify", ADMINISTER);

    door("GET /api/tenants", PLATFORM);
    door("POST /api/tenants", PLATFORM);
    door("GET /api/tenants/{code}", PLATFORM);
    door("POST /api/tenants/{code}/suspend", PLATFORM);
    door("POST /api/tenants/{code}/resume", PLATFORM);
    door("GET /api/tenants/{code}/limits", PLATFORM);
    door("PUT /api/tenants/{code}/limits", PLATFORM);
    door("POST /api/tenants/{code}/keys", PLATFORM);
  }

  private Doors() {}

  private static void door(String name, Permission permission) {
    TABLE.put(name, permission);
  }

  /** Whether this is a start, for those who must know before anybody looks for its door. */
  public static boolean isStart(HttpServletRequest request) {
    return request.getMethod().equals("POST") && STARTS.matcher(request.getRequestURI()).matches();
  }

  /** What it takes to go through the door of that name. */
  public static Optional<Permission> permission(String name) {
    return Optional.ofNullable(TABLE.get(name));
  }

  /** Their names: method and pattern. */
  public static Set<String> names() {
    return new TreeSet<>(TABLE.keySet());
  }
}
