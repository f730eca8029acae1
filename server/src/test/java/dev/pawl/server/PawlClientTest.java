package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.client.PawlClient;
import dev.pawl.client.admin.AuditEntry;
import dev.pawl.client.admin.AuditFilter;
import dev.pawl.client.admin.CreatedTenant;
import dev.pawl.client.admin.IssuedKey;
import dev.pawl.client.admin.NewKey;
import dev.pawl.client.admin.NodeInfo;
import dev.pawl.client.admin.TenantLimits;
import dev.pawl.client.execution.Execution;
import dev.pawl.client.execution.ExecutionFilter;
import dev.pawl.client.execution.ExecutionStatus;
import dev.pawl.client.execution.Explanation;
import dev.pawl.client.execution.StartRequest;
import dev.pawl.client.execution.Step;
import dev.pawl.client.execution.StepStatus;
import dev.pawl.client.flow.Flow;
import dev.pawl.client.flow.FlowDiff;
import dev.pawl.client.flow.FlowDraft;
import dev.pawl.client.flow.FlowFilter;
import dev.pawl.client.flow.FlowStatus;
import dev.pawl.client.flow.FlowVersion;
import dev.pawl.client.flow.ImportedFlow;
import dev.pawl.client.flow.ResourceInfo;
import dev.pawl.client.flow.Validation;
import dev.pawl.client.http.LiveEvent;
import dev.pawl.client.http.LiveEvents;
import dev.pawl.client.http.PawlApiException;
import dev.pawl.client.http.UnreachableException;
import dev.pawl.client.operate.BroadcastEvent;
import dev.pawl.client.operate.BulkAction;
import dev.pawl.client.operate.Decision;
import dev.pawl.client.operate.EmergencyStop;
import dev.pawl.client.operate.Job;
import dev.pawl.client.operate.RetryMode;
import dev.pawl.client.worker.PollRequest;
import dev.pawl.client.worker.PolledTask;
import dev.pawl.client.worker.Worker;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The Java client against a real server, area by area. */
@ExtendWith(OneServer.class)
class PawlClientTest {

  private static final String GREET =
      """
      StartAt: Greet
      States:
        Greet: {Type: Pass, End: true}
      """;
  private static final String WAITS =
      """
      {"StartAt": "Listen", "States": {
        "Listen": {"Type": "Wait", "Event": "go", "Next": "Done"},
        "Done": {"Type": "Pass", "End": true}}}
      """;
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);

  private static PawlClient admin;
  private static PawlClient client;

  @BeforeAll
  static void connect(OneServer.Running running) throws Exception {
    admin = PawlClient.connect(running.server().address().toString(), running.adminKey());
    client = admin.withKey(running.tenant("java-client"));
  }

  @AfterAll
  static void close() {
    admin.close();
  }

  private static Execution start(String flow) {
    return client.executions().start(StartRequest.of(flow));
  }

  private static void awaitStatus(String id, ExecutionStatus status) {
    Await.until("status " + status, () -> client.executions().get(id).status() == status);
  }

  private static Job awaitEnd(Job job) {
    Await.until("end of job", () -> client.jobs().get(job.id()).status() != Job.Status.RUNNING);
    return client.jobs().get(job.id());
  }

  @Test
  void shouldDeployPublishCompareAndRollBackFlows() {
    ImportedFlow deployed = client.flows().deploy(FlowDraft.yaml(GREET).code("versioned"));
    ImportedFlow again = client.flows().deploy(FlowDraft.yaml(GREET).code("versioned"));
    Flow first = client.flows().get("versioned");
    client
        .flows()
        .saveDraft("versioned", FlowDraft.yaml(GREET.replace("Greet", "Hail")), first.revision());
    Flow second = client.flows().publish("versioned", "another word");
    FlowDiff diff = client.flows().diff("versioned", "1", "2");
    Flow rolledBack = client.flows().rollback("versioned", 1);
    Flow activated = client.flows().activate("versioned", 1);

    assertThat(deployed.result()).isEqualTo(ImportedFlow.Result.CREATED);
    assertThat(deployed.version()).contains(1);
    assertThat(again.result()).isEqualTo(ImportedFlow.Result.UNCHANGED);
    assertThat(second.activeVersion()).contains(2);
    assertThat(client.flows().versions("versioned").map(FlowVersion::number)).containsExactly(2, 1);
    assertThat(client.flows().version("versioned", 2).note()).isEqualTo("another word");
    assertThat(diff.states()).isNotEmpty();
    assertThat(rolledBack.draftSource()).contains(GREET);
    assertThat(activated.activeVersion()).contains(1);
    assertThatThrownBy(
            () -> client.flows().saveDraft("versioned", FlowDraft.yaml(GREET), first.revision()))
        .isInstanceOfSatisfying(
            PawlApiException.class,
            refused -> {
              assertThat(refused.status()).isEqualTo(409);
              assertThat(refused.code()).isEqualTo("newer-revision");
            });
  }

  @Test
  void shouldValidateAFlowAndReportAllFindings() {
    Validation validation = client.flows().validate(FlowDraft.json("{\"StartAt\": \"None\"}"));

    assertThat(validation.isValid()).isFalse();
    assertThat(validation.findings()).anyMatch(finding -> finding.isError());
    assertThatThrownBy(
            () -> client.flows().deploy(FlowDraft.json("{\"StartAt\": \"A\"}").code("bad")))
        .isInstanceOfSatisfying(
            PawlApiException.class, refused -> assertThat(refused.errors()).isNotEmpty());
    assertThat(client.flows().find("bad")).isEmpty();
  }

  @Test
  void shouldArchiveRestoreExportImportAndDeleteFlows() {
    client.flows().create(FlowDraft.yaml(GREET).code("moved").name("Moved").tags(List.of("old")));
    client.flows().publish("moved", "");
    client.flows().duplicate("moved", "copied");
    client.flows().deactivate("moved");
    client.flows().activate("moved");
    client.flows().archive("moved");

    assertThat(client.flows().list(FlowFilter.all().status(FlowStatus.ARCHIVED)))
        .anyMatch(flow -> flow.code().equals("moved"));

    client.flows().restore("moved");

    assertThat(client.flows().exportAll()).anyMatch(flow -> flow.code().equals("copied"));
    assertThat(client.flows().importFlows(List.of(client.flows().export("moved")), true))
        .singleElement()
        .returns(ImportedFlow.Result.UNCHANGED, ImportedFlow::result);

    client.flows().archive("moved");
    client.flows().delete("moved");

    assertThat(client.flows().find("moved")).isEmpty();
    assertThat(client.flows().list(FlowFilter.all().search("copied")).map(Flow::name)).hasSize(1);
  }

  @Test
  void shouldStartOnceAwaitAndFindExecutions() {
    client.flows().deploy(FlowDraft.yaml(GREET).code("greet"));
    StartRequest request =
        StartRequest.of("greet")
            .input("{\"name\": \"Ada\"}")
            .businessKey("A-17")
            .label("team", "shop")
            .idempotencyKey(UUID.randomUUID().toString());

    Execution started = client.executions().start(request);
    Execution repeated = client.executions().start(request);
    Execution ended = client.executions().awaitEnd(started.id());
    List<Step> steps = client.executions().steps(started.id()).toList();

    assertThat(repeated.id()).isEqualTo(started.id());
    assertThat(ended.status()).isEqualTo(ExecutionStatus.SUCCEEDED);
    assertThat(ended.output()).contains(Json.parse("{\"name\": \"Ada\"}"));
    assertThat(ended.labels()).containsEntry("team", "shop");
    assertThat(steps).extracting(Step::state).containsExactly("Greet");
    assertThat(
            client
                .executions()
                .search(
                    ExecutionFilter.all()
                        .flow("greet")
                        .status(ExecutionStatus.SUCCEEDED)
                        .businessKey("A-17")
                        .label("team", "shop")))
        .extracting(Execution::id)
        .containsExactly(started.id());
    assertThatThrownBy(() -> client.executions().get(UUID.randomUUID().toString()))
        .isInstanceOfSatisfying(
            PawlApiException.class, refused -> assertThat(refused.status()).isEqualTo(404));
  }

  @Test
  void shouldReadSeveralPages() {
    client.flows().deploy(FlowDraft.yaml(GREET).code("many"));
    int count = 205;
    for (int i = 0; i < count; i++) {
      start("many");
    }

    assertThat(client.executions().search(ExecutionFilter.all().flow("many"))).hasSize(count);
    assertThat(client.executions().search(ExecutionFilter.all().flow("many"), 3)).hasSize(3);
  }

  @Test
  void shouldTestADraftWithMockedHandlers() {
    client
        .flows()
        .create(
            FlowDraft.json(
                    "{\"StartAt\": \"Brew\", \"States\": {\"Brew\": {\"Type\": \"Task\","
                        + " \"Resource\": \"brew\", \"End\": true}}}")
                .code("tea"));

    Execution test =
        client
            .executions()
            .start(
                StartRequest.of("tea")
                    .mock("Brew", List.of(JsonObject.of("result", Json.of("tea")))));

    assertThat(client.executions().awaitEnd(test.id(), MAX_WAIT).output()).contains(Json.of("tea"));
    assertThat(test.isTest()).isTrue();
    assertThat(test.version()).isEmpty();
  }

  @Test
  void shouldPauseResumeExplainSignalAndFollowAnExecution() {
    client.flows().deploy(FlowDraft.json(WAITS).code("waits"));
    String id = start("waits").id();
    awaitStatus(id, ExecutionStatus.WAITING);

    Execution paused = client.operator().pause(id, "lunch");
    Execution resumed = client.operator().resume(id, "");
    Explanation explanation = client.executions().explain(id);
    Execution inTime = client.executions().awaitEnd(id, Duration.ZERO);
    client.operator().signal(id, "go", JsonObject.EMPTY);
    List<LiveEvent> events = new ArrayList<>();
    try (LiveEvents stream = client.executions().events(id)) {
      stream.forEach(events::add);
    }
    List<LiveEvent> rest = new ArrayList<>();
    try (LiveEvents stream =
        client.executions().events(id).after(events.getFirst().id().orElseThrow())) {
      stream.forEach(rest::add);
    }

    assertThat(paused.status()).isEqualTo(ExecutionStatus.PAUSED);
    assertThat(resumed.status()).isNotEqualTo(ExecutionStatus.PAUSED);
    assertThat(explanation.reasons()).extracting(Explanation.Reason::kind).contains("event");
    assertThat(inTime.hasEnded()).isFalse();
    assertThat(events).last().returns("end", LiveEvent::kind);
    assertThat(rest).isEqualTo(events.subList(1, events.size()));
  }

  @Test
  void shouldFollowAllExecutionsOfAFlow() {
    client.flows().deploy(FlowDraft.yaml(GREET).code("followed"));
    String id = start("followed").id();

    try (LiveEvents stream = client.executions().eventsOfTenant()) {
      assertThat(stream.next().orElseThrow().kind()).isEqualTo("open");
    }
    try (LiveEvents stream = client.executions().eventsOfFlow("followed")) {
      LiveEvent open = stream.next().orElseThrow();
      String later = start("followed").id();
      LiveEvent fact = stream.next().orElseThrow();

      assertThat(open.kind()).isEqualTo("open");
      assertThat(fact.data().toString()).contains(later).doesNotContain(id);
    }
  }

  @Test
  void shouldSkipSendBackRetryCancelAndDecide() {
    client
        .flows()
        .deploy(
            FlowDraft.json(
                    """
                    {"StartAt": "Ask", "States": {
                      "Ask": {"Type": "Human", "ResultPath": "$.answer",
                        "Outcomes": {"yes": {"Next": "Wait"}, "no": {"Next": "Stop"}}},
                      "Wait": {"Type": "Wait", "Event": "go", "End": true},
                      "Stop": {"Type": "Fail", "Error": "Refused"}}}
                    """)
                .code("asks"));
    String id = start("asks").id();
    awaitStatus(id, ExecutionStatus.WAITING);

    client.operator().decide(id, Decision.of("yes").reason("fine"));
    Step waiting = step(id, "Wait", StepStatus.RUNNING);
    Step decided = step(id, "Ask", StepStatus.SUCCEEDED);
    client.operator().sendBack(id, decided.id(), false, "look again");
    Step asked = step(id, "Ask", StepStatus.RUNNING);
    client.operator().decide(id, Decision.of("yes").step(asked.id()));
    Step again = step(id, "Wait", StepStatus.RUNNING);
    client.operator().skip(id, again.id(), Json.of("skipped"), "no time");
    Execution skipped = client.executions().awaitEnd(id, MAX_WAIT);
    Execution retried = client.operator().retry(id, RetryMode.FULL, "once more");
    awaitStatus(retried.id(), ExecutionStatus.WAITING);
    Execution cancelled = client.operator().cancel(retried.id(), "enough");

    assertThat(waiting.type()).isEqualTo("Wait");
    assertThat(skipped.output()).contains(Json.of("skipped"));
    assertThat(retried.retriedFrom()).contains(id);
    assertThat(cancelled.status()).isEqualTo(ExecutionStatus.CANCELLED);
    assertThatThrownBy(() -> client.operator().pause(id, ""))
        .isInstanceOfSatisfying(
            PawlApiException.class, refused -> assertThat(refused.status()).isEqualTo(409));
  }

  private static Step step(String id, String state, StepStatus status) {
    List<Step> found = new ArrayList<>();
    Await.until(
        "step %s is %s".formatted(state, status),
        () ->
            found.addAll(
                client
                    .executions()
                    .steps(id)
                    .filter(step -> step.state().equals(state) && step.status() == status)
                    .toList()));
    return found.getLast();
  }

  @Test
  void shouldActOnManyExecutionsByJobs() {
    client.flows().deploy(FlowDraft.json(WAITS.replace("go", "bulk-go")).code("crowd"));
    List<String> ids = List.of(start("crowd").id(), start("crowd").id(), start("crowd").id());
    ids.forEach(id -> awaitStatus(id, ExecutionStatus.WAITING));
    ExecutionFilter crowd = ExecutionFilter.all().flow("crowd");
    BulkAction pause = BulkAction.pause(crowd).reason("maintenance");

    long counted = client.operator().count(pause).matches();
    Job paused = awaitEnd(client.operator().bulk(pause));
    Job resumed = awaitEnd(client.operator().bulk(BulkAction.resume(crowd)));
    long woken =
        client
            .operator()
            .broadcast(BroadcastEvent.of("bulk-go").id(UUID.randomUUID().toString()))
            .woken();

    assertThat(counted).isEqualTo(3);
    assertThat(paused).returns(Job.Status.DONE, Job::status).returns(3L, Job::done);
    assertThat(resumed.done()).isEqualTo(3);
    assertThat(woken).isEqualTo(3);
    assertThat(client.jobs().list().map(Job::id)).contains(paused.id(), resumed.id());
    assertThatThrownBy(() -> client.jobs().cancel(paused.id()))
        .isInstanceOf(PawlApiException.class);
  }

  @Test
  void shouldStopAndResumeATenant() {
    CreatedTenant tenant = admin.tenants().create("java-client-stopped", "Stopped");
    PawlClient own = admin.withKey(tenant.key());
    own.flows().deploy(FlowDraft.yaml(GREET).code("greet"));

    Job stop = own.operator().pauseAll(EmergencyStop.ofEverything("fire"));

    assertThatThrownBy(() -> own.executions().start(StartRequest.of("greet")))
        .isInstanceOfSatisfying(
            PawlApiException.class,
            refused -> assertThat(refused.code()).isEqualTo("tenant-paused"));

    own.operator().resumeAll(false, "it is out");

    assertThat(stop.action()).isEqualTo("PAUSE_ALL");
    Await.until(
        "starts are accepted",
        () -> {
          try {
            return !own.executions().start(StartRequest.of("greet")).id().isEmpty();
          } catch (PawlApiException stillStopped) {
            return false;
          }
        });
  }

  @Test
  void shouldWorkOnTasksByWorkerAndByToken() throws Exception {
    client
        .flows()
        .deploy(
            FlowDraft.json(
                    """
                    {"StartAt": "Add", "States": {
                      "Add": {"Type": "Task", "Resource": "java-add", "Next": "Call"},
                      "Call": {"Type": "Task", "Resource": "java-call.waitForTaskToken",
                        "End": true}}}
                    """)
                .code("works"));
    String id = client.executions().start(StartRequest.of("works").input("{\"n\": 1}")).id();

    try (Worker worker = client.worker().serve("java-add", call -> Json.of(2)).start()) {
      Await.until(
          "step Call", () -> client.executions().steps(id).anyMatch(s -> s.state().equals("Call")));
      assertThat(worker.isClosing()).isFalse();
    }
    PolledTask task =
        client
            .tasks()
            .poll(
                new PollRequest(List.of("java-call.waitForTaskToken"), 1, MAX_WAIT, MAX_WAIT, "me"))
            .getFirst();
    client.tasks().heartbeat(task.token());
    String token = task.taskToken().orElseThrow();
    client.tasks().succeed(task.token(), Json.of("sent"));
    client.tasks().succeed(token, Json.of("called back"));

    assertThat(task.input()).isEqualTo(Json.of(2));
    assertThat(client.executions().awaitEnd(id, MAX_WAIT).output())
        .contains(Json.of("called back"));
    assertThat(client.flows().resources().map(ResourceInfo::resource)).contains("java-add");
  }

  @Test
  void shouldAdministerKeysTenantsLimitsAuditAndNodes() {
    IssuedKey issued = client.keys().create(NewKey.of("reader", "viewer"));
    PawlClient reader = client.withKey(issued.key());
    reader.flows().list(FlowFilter.all()).toList();

    assertThatThrownBy(() -> reader.flows().deploy(FlowDraft.yaml(GREET).code("mine")))
        .isInstanceOfSatisfying(
            PawlApiException.class, refused -> assertThat(refused.status()).isEqualTo(403));
    assertThat(issued.toString()).doesNotContain(issued.key());
    assertThat(client.keys().list()).anyMatch(key -> key.id().equals(issued.id()));

    client.keys().revoke(issued.id());
    CreatedTenant tenant = admin.tenants().create("java-client-limited");
    TenantLimits limits =
        admin
            .tenants()
            .setLimits(
                tenant.code(),
                TenantLimits.none()
                    .concurrent(5)
                    .overflow(TenantLimits.Overflow.REJECT)
                    .flow("refund", TenantLimits.none().concurrent(1)));
    IssuedKey other = admin.tenants().createKey(tenant.code(), NewKey.of("other", "viewer"));

    assertThat(limits.concurrent()).contains(5L);
    assertThat(admin.tenants().limits(tenant.code())).isEqualTo(limits);
    assertThat(other.key()).isNotEmpty();
    assertThat(admin.tenants().suspend(tenant.code()).isSuspended()).isTrue();
    assertThat(admin.tenants().resume(tenant.code()).isSuspended()).isFalse();
    assertThat(admin.tenants().get(tenant.code()).name()).isEqualTo(tenant.name());
    assertThat(admin.tenants().list()).anyMatch(one -> one.code().equals(tenant.code()));
    assertThat(client.audit().search(AuditFilter.all().endpoint("POST /api/keys")))
        .extracting(AuditEntry::status)
        .contains(201);
    assertThat(client.audit().verify().isIntact()).isTrue();
    assertThat(admin.server().nodes()).anyMatch(NodeInfo::isAlive);
  }

  @Test
  void shouldReportTheHealthOfTheServer() {
    admin.server().checkLive();
    admin.server().checkReady();

    assertThat(admin.server().health().checks()).isNotEmpty();
    assertThat(admin.server().metrics()).contains("# TYPE");
    assertThat(admin.server().createSignInLink().url()).startsWith(admin.address().toString());
  }

  @Test
  void shouldReportThatAServerIsUnreachable() {
    try (PawlClient nobody =
        PawlClient.builder("http://127.0.0.1:1").key("none").maxRetries(1).build()) {
      assertThatThrownBy(() -> nobody.flows().get("greet"))
          .isInstanceOfSatisfying(
              UnreachableException.class, away -> assertThat(away.isSent()).isFalse());
    }
  }
}
