package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.database.Database;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A job whose node is killed continues on another node and applies no action twice. */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class BulkKillTest {

  private static final int EXECUTIONS = 600;
  private static final int CONCURRENT_STARTS = 16;
  private static final int PAGE = 100;
  private static final String FAILS =
      "{\"code\": \"fails\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
          + " \"Fail\", \"Error\": \"Oops\"}}}}";

  /** Retries from the middle of the second page on block on this lock. */
  private static final String GATE =
      """
      create sequence pawl.test_retries;
      create function pawl.test_gate() returns trigger language plpgsql security definer as $$
      begin
        if nextval('pawl.test_retries') > 150 then
          perform pg_advisory_xact_lock(7);
        end if;
        return new;
      end $$;
      create trigger test_gate before insert on pawl.idempotency_key
        for each row execute function pawl.test_gate();
      select pg_advisory_lock(7)
      """;

  private static final String AT_THE_GATE =
      "select count(*) from pg_locks where locktype = 'advisory' and objid = 7 and not granted";

  @TempDir Path folder;

  private static Api api(Up up) throws IOException, InterruptedException {
    up.awaitReady();
    return new Api(up.address(), Optional.of(Files.readString(up.keyFile()).strip()));
  }

  private static void start(Api api) throws Exception {
    List<Future<Api.Answer>> started = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(CONCURRENT_STARTS, Thread.ofVirtual().factory())) {
      for (int i = 0; i < EXECUTIONS; i++) {
        started.add(threads.submit(() -> api.post("/api/flows/fails/execute", "{}")));
      }
    }
    for (Future<Api.Answer> one : started) {
      assertThat(one.get().status()).isEqualTo(202);
    }
  }

  /** Connects to the database of the running server. */
  private static Connection connect(Up up) throws IOException, SQLException {
    Path postgres = up.data().resolve("postgres");
    String port = Files.readAllLines(postgres.resolve("data/postmaster.pid")).get(3).strip();
    String password = Files.readString(postgres.resolve("password")).strip();
    return Database.at("postgresql://pawl:%s@127.0.0.1:%s/pawl".formatted(password, port))
        .connect();
  }

  private static boolean isRetryBlocked(Statement statement) throws IOException {
    try (ResultSet count = statement.executeQuery(AT_THE_GATE)) {
      return count.next() && count.getInt(1) > 0;
    } catch (SQLException away) {
      throw new IOException(away);
    }
  }

  private static int number(Api.Answer answer, String member) {
    return Integer.parseInt(answer.text(member));
  }

  private static Api.Answer retry(Api api, String more) throws IOException, InterruptedException {
    return api.post(
        "/api/flows/executions/bulk",
        "{\"action\": \"retry\", \"filter\": {\"flow\": \"fails\"}%s}".formatted(more));
  }

  /** Number of executions that can be retried. */
  private static int failed(Api api) throws IOException, InterruptedException {
    return number(retry(api, ", \"dryRun\": true"), "matches");
  }

  private static int count(Api api) throws IOException, InterruptedException {
    int count = 0;
    String after = "";
    do {
      Json page = api.get("/api/flows/executions?flow=fails&limit=1000" + after).body();
      count += ((JsonArray) page.get("items").orElseThrow()).length();
      Json next = page.get("next").orElseThrow();
      after = next.kind().equals("null") ? "" : "&after=" + next.asText();
    } while (!after.isEmpty());
    return count;
  }

  @Test
  void shouldContinueAJobOfAKilledNodeAndStartNothingTwice() throws Exception {
    String job;
    try (Up first = Up.start(folder)) {
      Api api = api(first);
      api.post("/api/flows?publish=true", FAILS);
      start(api);
      first.await(() -> failed(api) == EXECUTIONS);
      try (Connection connection = connect(first);
          Statement statement = connection.createStatement()) {
        statement.execute(GATE);
        job = retry(api, "").text("id");
        first.await(() -> isRetryBlocked(statement));
        // The progress of the second page is not stored yet.
        assertThat(number(api.get("/api/jobs/" + job), "done")).isEqualTo(PAGE);
        first.kill();
      }
    }

    try (Up second = Up.start(folder)) {
      Api api = api(second);
      second.await(() -> api.get("/api/jobs/" + job).text("status").equals("DONE"));
      Api.Answer done = api.get("/api/jobs/" + job);

      assertThat(number(done, "done")).isEqualTo(EXECUTIONS);
      assertThat(number(done, "total")).isEqualTo(EXECUTIONS);
      assertThat(count(api)).isEqualTo(2 * EXECUTIONS);
    }
  }
}
