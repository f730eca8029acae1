package dev.pawl.client.admin;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.util.List;

/**
 * The checks that a node has made on itself.
 *
 * @param json as the server sent it
 */
public record HealthReport(Json json) {

  /** Returns true if all checks passed. */
  public boolean isUp() {
    return JsonMembers.textOrEmpty(json, "status").equals("UP");
  }

  public List<Check> checks() {
    return JsonMembers.list(json, "checks").stream().map(Check::new).toList();
  }

  /** One check. */
  public record Check(Json json) {

    public String name() {
      return JsonMembers.textOrEmpty(json, "name");
    }

    public boolean isOk() {
      return JsonMembers.flag(json, "ok");
    }

    public String detail() {
      return JsonMembers.textOrEmpty(json, "detail");
    }

    /** Returns what to do if the check fails. */
    public String advice() {
      return JsonMembers.textOrEmpty(json, "advice");
    }
  }
}
