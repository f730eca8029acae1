package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The emergency stop of a tenant. */
@ExtendWith(OneServer.class)
class PauseAllTest {

  private static final String WAITS =
      "{\"code\": \"waits\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
          + " \"Wait\", \"Event\": \"go\", \"End\": true}}}}";

  private static OneServer.Running server;
  private static Api own;

  @BeforeAll
  static void tenant(OneServer.Running running) throws Exception {
    server = running;
    own = running.with(running.tenant("pause-all"));
    own.post("/api/flows?publish=true", WAITS);
  }

  private static String started() throws Exception {
    return started(own);
  }

  private static String started(Api api) throws Exception {
    String path = "/api/flows/executions/" + api.post("/api/flows/waits/execute", "{}").text("id");
    awaitStatus(api, path, "WAITING");
    return path;
  }

  private static void awaitStatus(String path, String status) throws Exception {
    awaitStatus(own, path, status);
  }

  private static void awaitStatus(Api api, String path, String status) throws Exception {
    while (!api.get(path).text("status").equals(status)) {
      Thread.onSpinWait();
    }
  }

  private static void awaitEnd(Api.Answer job) throws Exception {
    awaitEnd(own, job);
  }

  private static void awaitEnd(Api api, Api.Answer job) throws Exception {
    assertThat(job.status()).as(job.toString()).isEqualTo(202);
    while (api.get("/api/jobs/" + job.text("id")).text("status").equals("RUNNING")) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldStopATenantAndLetGoOnWhatItStopped() throws Exception {
    String one = started();
    String other = started();
    String pausedBefore = started();
    own.post(pausedBefore + "/pause", "{\"reason\": \"mine\"}");
    awaitStatus(pausedBefore, "PAUSED");
    String ended = started();
    own.post(ended + "/cancel", "");
    awaitStatus(ended, "CANCELLED");
    Api elsewhere = server.with(server.tenant("pause-all-not"));
    elsewhere.post("/api/flows?publish=true", WAITS);

    awaitEnd(own.post("/api/admin/flows/pause-all", "{\"reason\": \"fire\"}"));

    awaitStatus(one, "PAUSED");
    awaitStatus(other, "PAUSED");
    Api.Answer refused = own.post("/api/flows/waits/execute", "{}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("code")).isEqualTo("halted");
    assertThat(own.post(ended + "/retry", "").text("code")).isEqualTo("halted");
    assertThat(elsewhere.post("/api/flows/waits/execute", "{}").status()).isEqualTo(202);

    awaitEnd(own.post("/api/admin/flows/resume-all", ""));

    awaitStatus(one, "WAITING");
    awaitStatus(other, "WAITING");
    assertThat(own.get(pausedBefore).text("status")).isEqualTo("PAUSED");
    assertThat(own.post("/api/flows/waits/execute", "{}").status()).isEqualTo(202);
    assertThat(own.post("/api/admin/flows/resume-all", "").text("code")).isEqualTo("not-halted");
    assertThat(
            own.post(
                    "/api/flows/executions/bulk",
                    "{\"action\": \"pause_all\", \"filter\": {\"flow\": \"waits\"}}")
                .status())
        .isEqualTo(400);
  }

  @Test
  void shouldNotTakeTheReasonOfAnOperatorForItsOwn() throws Exception {
    Api alone = server.own("pause-all-named");
    alone.post("/api/flows?publish=true", WAITS);
    String path = started(alone);
    alone.post(path + "/pause", "{\"reason\": \"pause-all: not by that\"}");
    awaitStatus(alone, path, "PAUSED");

    awaitEnd(alone, alone.post("/api/admin/flows/pause-all", ""));
    awaitEnd(alone, alone.post("/api/admin/flows/resume-all", ""));

    assertThat(alone.get(path).text("status")).isEqualTo("PAUSED");
  }

  @Test
  void shouldLetOnlyThePlatformStopAllTenants() throws Exception {
    // A server of its own: nothing else is to stop.
    try (OneServer.Running alone = OneServer.Running.start()) {
      Api tenant = alone.with(alone.tenant("stopped"));
      tenant.post("/api/flows?publish=true", WAITS);

      assertThat(tenant.post("/api/admin/flows/pause-all?everyTenant=true", "").status())
          .isEqualTo(403);
      assertThat(tenant.post("/api/flows/waits/execute", "{}").status()).isEqualTo(202);
      alone.admin().post("/api/admin/flows/pause-all?everyTenant=true", "");
      assertThat(tenant.post("/api/flows/waits/execute", "{}").text("code")).isEqualTo("halted");
      assertThat(alone.admin().post("/api/admin/flows/resume-all?everyTenant=true", "").status())
          .isEqualTo(202);
      assertThat(tenant.post("/api/flows/waits/execute", "{}").status()).isEqualTo(202);
    }
  }
}
