package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.testkit.Await;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two concurrent changes of a flow: neither undoes the other. */
@ExtendWith(OneServer.class)
class FlowRacesTest {

  private static final String WAITING =
      """
      select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where not l.granted and a.query like '%pawl.flow%'
      """;

  private static OneServer.Running server;
  private static Api own;

  @BeforeAll
  static void tenant(OneServer.Running running) throws Exception {
    server = running;
    own = running.with(running.tenant("flow-races"));
  }

  private static String body(String more, String word) {
    return "{%s\"definition\": {\"Comment\": \"%s\", \"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Succeed\"}}}}"
        .formatted(more, word);
  }

  /** Holds a change open while another one arrives. */
  private static Api.Answer meanwhile(String change, Callable<Api.Answer> call) throws Exception {
    ConnectionTemplate tables = server.server().tables();
    try (ExecutorService caller = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Api.Answer> answer =
          tables.transact(
              connection -> {
                ConnectionTemplate.update(connection, change);
                Future<Api.Answer> under = caller.submit(call);
                Await.until(
                    "the call waits for the lock",
                    () ->
                        tables.use(
                            other ->
                                Rows.list(other, WAITING, row -> row.getInt(1)).getFirst() != 0));
                return under;
              });
      return answer.get();
    }
  }

  @Test
  void shouldKeepConcurrentChangesOfAnotherEditor() throws Exception {
    own.post("/api/flows", body("\"code\": \"both\", ", "one"));

    Api.Answer saved =
        meanwhile(
            "update pawl.flow set name = 'theirs', revision = revision + 1 where code = 'both'",
            () -> own.call("PUT", "/api/flows/both", body("", "mine")));

    assertThat(saved.text("name")).isEqualTo("theirs");
    assertThat(saved.body().toString()).contains("mine");
    assertThat(saved.text("revision")).isEqualTo("3");
  }

  @Test
  void shouldKeepItAlsoWhenAnOldVersionComesBack() throws Exception {
    own.post("/api/flows?publish=true", body("\"code\": \"back\", ", "one"));

    Api.Answer restored =
        meanwhile(
            "update pawl.flow set name = 'theirs', revision = revision + 1 where code = 'back'",
            () -> own.post("/api/flows/back/versions/1/restore", ""));

    assertThat(restored.text("name")).isEqualTo("theirs");
  }

  @Test
  void shouldPublishTheCurrentDraftOrTheOneOfTheETag() throws Exception {
    own.post("/api/flows", body("\"code\": \"out\", ", "one"));
    String change =
        "update pawl.flow set source = replace(source, 'one', 'two'), revision = revision + 1"
            + " where code = 'out'";

    Api.Answer refused =
        meanwhile(change, () -> own.with("If-Match", "\"1\"").post("/api/flows/out/publish", ""));

    assertThat(refused.text("code")).isEqualTo("newer-revision");
    assertThat(own.post("/api/flows/out/publish", "{\"revision\": 1}").status()).isEqualTo(409);
    assertThat(own.get("/api/flows/out/versions/1").status()).isEqualTo(404);

    Api.Answer published =
        meanwhile(
            "update pawl.flow set source = replace(source, 'two', 'three') where code = 'out'",
            () -> own.post("/api/flows/out/publish", "{\"revision\": 2}"));
    assertThat(published.status()).as(published.toString()).isEqualTo(200);
    assertThat(own.get("/api/flows/out/versions/1").text("source")).contains("three");
    assertThat(own.with("If-Match", "1").post("/api/flows/out/versions/1/restore", "").text("code"))
        .isEqualTo("newer-revision");
  }
}
