package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a tenant reads about itself: its limits with their usage, roles, and the audit as a file.
 */
@ExtendWith(OneServer.class)
class OwnLimitsTest {

  private static final String WAITS =
      """
      {"code": "waits", "definition": {"StartAt": "Wait", "States": {
        "Wait": {"Type": "Wait", "Event": "go", "End": true}}}}\
      """;

  @Test
  void shouldShowTheLimitsOfTheTenantAndWhatIsUsed(OneServer.Running running) throws Exception {
    String key = running.tenant("own-limits");
    Api admin = running.with(key);
    Api viewer = running.with(running.key(key, "viewer"));
    admin.post("/api/flows?publish=true", WAITS);
    assertThat(viewer.get("/api/limits").body().toString()).isEqualTo("{\"items\":[]}");

    running
        .admin()
        .call(
            "PUT",
            "/api/tenants/own-limits/limits",
            """
            {"concurrent": 10, "startsPerDay": 100, "activeFlows": 5,
             "flows": {"waits": {"concurrent": 2, "overflow": "reject"}}}\
            """);
    admin.post("/api/flows/waits/execute", "{}");

    assertThat(viewer.get("/api/limits").body().toString())
        .contains(
            limit("concurrent", "null", 10, 1, "\"queue\""),
            limit("concurrent", "\"waits\"", 2, 1, "\"reject\""),
            limit("activeFlows", "null", 5, 1, "null"))
        .contains("\"name\":\"startsPerDay\",\"flow\":null,\"limit\":100");
  }

  private static String limit(String name, String flow, int limit, int used, String overflow) {
    return "{\"name\":\"%s\",\"flow\":%s,\"limit\":%d,\"used\":%d,\"overflow\":%s,"
            .formatted(name, flow, limit, used, overflow)
        + "\"queueTimeout\":null}";
  }

  @Test
  void shouldListWhatEachRoleMayDo(OneServer.Running running) throws Exception {
    Api viewer = running.with(running.key(running.tenant("own-roles"), "viewer"));

    String roles = viewer.get("/api/roles").body().toString();

    assertThat(roles)
        .contains("{\"role\":\"operator\",\"permissions\":[\"READ\",\"OPERATE\",\"WORK\"]}")
        .contains("\"POST /api/flows/executions/{id}/cancel\"");
  }

  @Test
  void shouldExportTheAuditForSpreadsheets(OneServer.Running running) throws Exception {
    String key = running.tenant("own-audit");
    Api admin = running.with(key);
    admin.post("/api/flows?publish=true", WAITS);
    admin.post("/api/flows/waits/deactivate", "{}");

    Wire.Answer file =
        running
            .wire()
            .call(
                "GET",
                "/api/audit/export?target=waits",
                List.of("Authorization: Bearer " + key),
                "");

    assertThat(file.status()).isEqualTo(200);
    assertThat(file.header("Content-Type").orElse("")).startsWith("text/csv");
    assertThat(file.body())
        .startsWith("number,at,actor,endpoint,target,status,address,count,lastAt,before,after\r\n")
        .contains("POST /api/flows/{flow}/deactivate,/api/flows/waits/deactivate,200,");
    assertThat(running.with(running.key(key, "operator")).get("/api/audit/export").status())
        .isEqualTo(403);
  }
}
