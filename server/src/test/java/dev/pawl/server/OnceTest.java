package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every write can be repeated with an Idempotency-Key and has one effect. */
@ExtendWith(OneServer.class)
class OnceTest {

  private static final Pattern ID = Pattern.compile("\"id\":\"[0-9a-f-]{36}\"");

  private static OneServer.Running one;
  private static String ownKey;
  private static Api admin;

  @BeforeAll
  static void tenant(OneServer.Running running) throws Exception {
    one = running;
    ownKey = running.tenant("once");
    admin = running.with(ownKey);
  }

  private static String body(String code) {
    return "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Succeed\"}}}}"
        .formatted(code);
  }

  @Test
  void shouldGiveTheFirstAnswerAgain() throws Exception {
    Api.Answer first = admin.keyed("k1").post("/api/flows?publish=true", body("twice"));
    Api.Answer again = admin.keyed("k1").post("/api/flows?publish=true", body("twice"));

    assertThat(first.status()).isEqualTo(201);
    assertThat(again).isEqualTo(first);
  }

  @Test
  void shouldRepeatChangesAndDeletionsToo() throws Exception {
    admin.post("/api/flows", body("changed"));

    Api.Answer saved = admin.keyed("k2").call("PUT", "/api/flows/changed", body("changed"));
    assertThat(admin.keyed("k2").call("PUT", "/api/flows/changed", body("changed")))
        .isEqualTo(saved);
    assertThat(admin.get("/api/flows/changed").text("revision")).isEqualTo("2");
    Api.Answer gone = admin.keyed("k3").call("DELETE", "/api/flows/changed", "");
    assertThat(admin.keyed("k3").call("DELETE", "/api/flows/changed", "")).isEqualTo(gone);
  }

  @Test
  void shouldRejectAKeyUsedForAnotherRequest() throws Exception {
    admin.keyed("k4").post("/api/flows", body("mine"));

    for (Api.Answer other :
        List.of(
            admin.keyed("k4").post("/api/flows", body("other")),
            admin.keyed("k4").post("/api/flows?publish=true", body("mine")),
            admin.keyed("k4").post("/api/flows/mine/publish", ""))) {
      assertThat(other.status()).isEqualTo(422);
      assertThat(other.text("code")).isEqualTo("idempotency-key-reused");
    }
    assertThat(admin.keyed("x y").post("/api/flows", body("other")).status()).isEqualTo(400);
    assertThat(admin.keyed("x".repeat(201)).post("/api/flows", body("other")).text("detail"))
        .contains("1 to 200");
  }

  @Test
  void shouldAcceptTheSameRequestsWithAndWithoutAnIdempotencyKey() throws Exception {
    admin.post("/api/flows", body("large"));
    String exported = admin.get("/api/flows/large/export").body().toString();
    String large = exported + " ".repeat(4 * 1024 * 1024);

    int without = admin.post("/api/import", large).status();

    assertThat(without).isLessThan(300);
    assertThat(admin.keyed("k-large").post("/api/import", large).status()).isEqualTo(without);
    assertThat(admin.keyed("k-larger").post("/api/import", large + large).status()).isEqualTo(413);
  }

  @Test
  void shouldReleaseTheKeyOfARequestWithoutEffect() throws Exception {
    assertThat(admin.keyed("k5").post("/api/flows", "{}").status()).isEqualTo(400);

    assertThat(admin.keyed("k5").post("/api/flows", body("mended")).status()).isEqualTo(201);
  }

  @Test
  void shouldRunConcurrentIdenticalRequestsOnce() throws Exception {
    Callable<Api.Answer> call = () -> admin.keyed("k6").post("/api/flows", body("raced"));

    List<Api.Answer> answers;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Api.Answer>> calls =
          threads.invokeAll(IntStream.range(0, 16).mapToObj(i -> call).toList());
      answers = calls.stream().map(Future::resultNow).toList();
    }

    assertThat(answers.stream().map(Api.Answer::status).collect(Collectors.toSet()))
        .contains(201)
        .isSubsetOf(201, 409);
    assertThat(answers.stream().filter(answer -> answer.status() == 409))
        .allSatisfy(answer -> assertThat(answer.text("code")).isEqualTo("in-progress"));
    assertThat(
            answers.stream()
                .filter(answer -> answer.status() == 201)
                .map(answer -> answer.text("id"))
                .collect(Collectors.toSet()))
        .hasSize(1);
  }

  @Test
  void shouldRejectARequestInProgressUntilItsLeaseExpires() throws Exception {
    admin.keyed("k7").post("/api/flows", body("cut-off"));
    set("status = null, lease_until = now() + interval '1 minute'", "k7");
    assertThat(admin.keyed("k7").post("/api/flows", body("cut-off")).text("code"))
        .isEqualTo("in-progress");

    set("lease_until = now() - interval '1 second'", "k7");

    // The first request had its effect before the server died; a second effect would be visible.
    assertThat(admin.keyed("k7").post("/api/flows", body("cut-off")).text("code"))
        .isEqualTo("code-taken");
  }

  @Test
  void shouldForgetAnswersAfterADay() throws Exception {
    admin.keyed("k8").post("/api/flows", body("old"));
    set("at = now() - interval '25 hours'", "k8");

    assertThat(admin.keyed("k8").post("/api/flows", body("young")).status()).isEqualTo(201);
  }

  private static void set(String change, String key) {
    assertThat(
            one.server()
                .tables()
                .update("update pawl.stored_response set " + change + " where key = ?", key))
        .isEqualTo(1);
  }

  @Test
  void shouldNotStoreSecretsShownOnce() throws Exception {
    mustNotBeKept("k9", "/api/keys");
  }

  @Test
  void shouldNotStoreSecretsShownOnceForAnyFormOfThePath() throws Exception {
    mustNotBeKept("k10", "/api/%6Beys");
  }

  private static void mustNotBeKept(String key, String path) throws Exception {
    String asked = "{\"name\": \"%s\", \"roles\": [\"viewer\"]}".formatted(key);
    String secret = admin.keyed(key).post(path, asked).text("key");

    assertThat(secret).isNotEmpty();
    assertThat(admin.keyed(key).post(path, asked).text("code")).isEqualTo("shown-once");
    assertThat(
            one.server()
                .tables()
                .update(
                    "update pawl.stored_response set key = key"
                        + " where position(convert_to(?, 'UTF8') in body) > 0",
                    secret))
        .isZero();
  }

  @Test
  void shouldRepeatAnAnswerToItsOwnCallerOnly() throws Exception {
    Api.Answer first = admin.keyed("k11").post("/api/flows", body("of-editors"));
    Api viewer = one.with(one.key(ownKey, "viewer"));

    Api.Answer again = viewer.keyed("k11").post("/api/flows", body("of-editors"));

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(403);
    assertThat(admin.keyed("k11").post("/api/flows", body("of-editors"))).isEqualTo(first);
  }

  @Test
  void shouldReportARepeatedStart() throws Exception {
    admin.post("/api/flows?publish=true", body("started"));
    String path = "/api/flows/started/execute";
    String said = "{\"input\": {\"a\": 1}, \"labels\": {\"x\": \"1\", \"y\": \"2\"}}";

    Wire.Answer first = start(path, "s1", said);
    Wire.Answer again = start(path + "?wait=5", "s1", said);

    assertThat(first.status()).isBetween(200, 202);
    assertThat(first.header("Idempotency-Replayed")).isEmpty();
    assertThat(again.header("Idempotency-Replayed")).contains("true");
    assertThat(id(again)).isEqualTo(id(first));
  }

  @Test
  void shouldRejectAStartWhoseKeyWasUsedForAnother() throws Exception {
    admin.post("/api/flows?publish=true", body("strict"));
    String path = "/api/flows/strict/execute";
    Api.Answer first = admin.keyed("s2").post(path, "{\"input\": {\"a\": 1}}");

    for (String other :
        List.of(
            "{\"input\": {\"a\": 2}}",
            "{}",
            "{\"input\": {\"a\": 1}, \"businessKey\": \"b\"}",
            "{\"input\": {\"a\": 1}, \"priority\": \"HIGH\"}",
            "{\"input\": {\"a\": 1}, \"version\": 1}",
            "{\"input\": {\"a\": 1}, \"labels\": {\"x\": \"1\"}}")) {
      Api.Answer refused = admin.keyed("s2").post(path, other);
      assertThat(refused.status()).as(other).isEqualTo(422);
      assertThat(refused.text("code")).isEqualTo("idempotency-key-reused");
    }
    assertThat(admin.keyed("s2").post(path, "{\"input\": {\"a\": 1}}").text("id"))
        .isEqualTo(first.text("id"));
    assertThat(admin.keyed("x".repeat(201)).post(path, "{}").status()).isEqualTo(400);
    assertThat(admin.keyed("x y").post(path, "{}").status()).isEqualTo(400);
  }

  @Test
  void shouldRetryOnceEvenIfTheFirstAnswerWasLost() throws Exception {
    admin.post("/api/flows?publish=true", body("again"));
    String id = admin.post("/api/flows/again/execute?wait=20", "{}").text("id");
    String path = "/api/flows/executions/" + id + "/retry";
    Api.Answer first = admin.keyed("r1").post(path, "");
    // Simulates a server that died before it stored the response.
    assertThat(one.server().tables().update("delete from pawl.stored_response where key = ?", "r1"))
        .isEqualTo(1);

    Api.Answer again = admin.keyed("r1").post(path, "");

    assertThat(first.status()).isEqualTo(202);
    assertThat(again.text("id")).isEqualTo(first.text("id"));
    assertThat(again.text("startedBy")).startsWith("first key (");
    // A different reason makes a different request.
    assertThat(one.server().tables().update("delete from pawl.stored_response where key = ?", "r1"))
        .isEqualTo(1);
    assertThat(admin.keyed("r1").post(path, "{\"reason\": \"why not\"}").status()).isEqualTo(422);
  }

  @Test
  void shouldReportARepeatedEvent() throws Exception {
    admin.post(
        "/api/flows?publish=true",
        "{\"code\": \"hears\", \"definition\": {\"StartAt\": \"A\", \"States\":"
            + " {\"A\": {\"Type\": \"Wait\", \"Seconds\": 3600, \"End\": true}}}}");
    String id = admin.post("/api/flows/hears/execute", "{}").text("id");
    String path = "/api/flows/executions/" + id + "/events/paid";

    Wire.Answer first = start(path, "e1", "{}");
    Wire.Answer again = start(path, "e1", "{}");

    assertThat(first.status()).isEqualTo(202);
    assertThat(first.header("Idempotency-Replayed")).isEmpty();
    assertThat(again.status()).isEqualTo(202);
    assertThat(again.header("Idempotency-Replayed")).contains("true");
  }

  private static Wire.Answer start(String path, String key, String body) throws Exception {
    return one.wire()
        .call(
            "POST",
            path,
            List.of(
                "Authorization: Bearer " + ownKey,
                "Idempotency-Key: " + key,
                "Content-Type: application/json"),
            body);
  }

  private static String id(Wire.Answer answer) {
    Matcher id = ID.matcher(answer.body());
    assertThat(id.find()).as(answer.body()).isTrue();
    return id.group();
  }

  @Test
  void shouldNameUnusedParameters() throws Exception {
    Api.Answer refused = admin.get("/api/flows?stauts=ACTIVE&limit=5");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("detail")).contains("stauts", "status");
    assertThat(admin.get("/api/flows/executions?tenant_id=*").status()).isEqualTo(400);
    assertThat(admin.post("/api/flows?dryRun=true", body("x")).status()).isEqualTo(400);
  }
}
