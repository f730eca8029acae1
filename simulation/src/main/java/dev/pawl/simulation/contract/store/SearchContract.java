package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.BACK;
import static dev.pawl.simulation.contract.store.TestCommits.FLOW;
import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.OURS;
import static dev.pawl.simulation.contract.store.TestCommits.STEP;
import static dev.pawl.simulation.contract.store.TestCommits.THEIRS;
import static dev.pawl.simulation.contract.store.TestCommits.UNTIL_A_MESSAGE;
import static dev.pawl.simulation.contract.store.TestCommits.ends;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.Executions.Page;
import dev.pawl.engine.store.Executions.ParentFilter;
import dev.pawl.engine.store.Executions.Span;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Search finds live and finished executions, newest first. */
abstract class SearchContract extends StoreTestBase {

  private static final Page ALL = new Page(100, Optional.empty());

  @Test
  void shouldFindLiveAndFinishedExecutionsNewestFirst() throws Exception {
    ExecutionMetadata first = drafts.info();
    ExecutionMetadata second = drafts.info();
    ExecutionMetadata third = drafts.info();
    ExecutionMetadata fourth = drafts.info();
    ExecutionMetadata theirs = drafts.info(THEIRS, FLOW);
    done(
        join("here"),
        insert(second, succeeds(second)),
        insert(fourth, succeeds(fourth)),
        insert(third, UNTIL_A_MESSAGE),
        insert(first, ON),
        insert(theirs, ON));

    List<Summary> found = store().executions().search(OURS, Criteria.ANY, ALL);

    assertThat(found).extracting(Summary::info).containsExactly(fourth, third, second, first);
    assertThat(found)
        .extracting(Summary::startedAt)
        .containsExactly(
            TestCommits.began(fourth),
            TestCommits.began(third),
            TestCommits.began(second),
            TestCommits.began(first));
    assertThat(found)
        .extracting(Summary::status)
        .containsExactly(Status.SUCCEEDED, Status.WAITING, Status.SUCCEEDED, Status.RUNNING);
    assertThat(store().executions().search(new TenantId(3), Criteria.ANY, ALL)).isEmpty();
  }

  @Test
  void shouldPageWithoutGapsOrRepeats() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> infos = drafts.infos(23);
    for (int i = 0; i < infos.size(); i++) {
      done(here, insert(infos.get(i), i % 3 == 0 ? ON : succeeds(infos.get(i))));
    }

    List<ExecutionKey> seen = new ArrayList<>();
    Optional<ExecutionKey> after = Optional.empty();
    List<Summary> page = store().executions().search(OURS, Criteria.ANY, new Page(5, after));
    while (!page.isEmpty()) {
      page.forEach(found -> seen.add(found.info().key()));
      after = Optional.of(seen.getLast());
      // An execution that starts between two pages is newer and must not appear on a later page.
      done(here, insert(drafts.info()));
      page = store().executions().search(OURS, Criteria.ANY, new Page(5, after));
    }

    assertThat(seen)
        .containsExactlyElementsOf(infos.reversed().stream().map(ExecutionMetadata::key).toList());
  }

  @Test
  void shouldFindByFlow() throws Exception {
    ExecutionMetadata order = drafts.info();
    ExecutionMetadata done = drafts.info();
    ExecutionMetadata refund = drafts.info(OURS, "refund");
    ExecutionMetadata refunded = drafts.info(OURS, "refund");
    done(
        join("here"),
        insert(order),
        insert(done, succeeds(done)),
        insert(refund),
        insert(refunded, succeeds(refunded)));

    assertFound(flow("refund"), refunded, refund);
    assertFound(flow("nothing"));
  }

  private static Criteria flow(String flow) {
    return new Criteria(
        Optional.of(flow),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Span.ALWAYS);
  }

  @Test
  void shouldFindByEachStatus() throws Exception {
    Map<Status, Disposition> dispositions = new EnumMap<>(Status.class);
    dispositions.put(Status.PENDING, BACK);
    dispositions.put(Status.RUNNING, ON);
    dispositions.put(Status.WAITING, UNTIL_A_MESSAGE);
    dispositions.put(Status.PAUSED, TestCommits.paused(Optional.empty()));
    Map<Status, ExecutionMetadata> infos = new EnumMap<>(Status.class);
    NodeSession here = join("here");
    for (Status status : Status.values()) {
      ExecutionMetadata info = drafts.info();
      infos.put(status, info);
      done(
          here,
          insert(info, dispositions.getOrDefault(status, ends(info, status, Optional.empty()))));
    }

    infos.forEach((status, info) -> assertFound(status(status), info));
  }

  private static Criteria status(Status status) {
    return new Criteria(
        Optional.empty(),
        Optional.of(status),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Span.ALWAYS);
  }

  @Test
  void shouldFindByBusinessKey() throws Exception {
    ExecutionMetadata live = tagged("4711", Map.of());
    ExecutionMetadata finished = tagged("4711", Map.of());
    ExecutionMetadata other = tagged("4712", Map.of());
    done(
        join("here"),
        insert(live),
        insert(finished, succeeds(finished)),
        insert(other),
        insert(drafts.info()));

    assertFound(
        new Criteria(
            Optional.empty(),
            Optional.empty(),
            Optional.of("4711"),
            Map.of(),
            Optional.empty(),
            Span.ALWAYS),
        finished,
        live);
  }

  @Test
  void shouldFindByLabels() throws Exception {
    ExecutionMetadata live = tagged("1", Map.of("city", "Köln", "team", "blue"));
    ExecutionMetadata finished = tagged("2", Map.of("city", "Köln", "team", "red"));
    ExecutionMetadata elsewhere = tagged("3", Map.of("city", "Bonn"));
    done(
        join("here"),
        insert(live),
        insert(finished, succeeds(finished)),
        insert(elsewhere),
        insert(drafts.info()));

    assertFound(labels(Map.of("city", "Köln")), finished, live);
    assertFound(labels(Map.of("city", "Köln", "team", "red")), finished);
    assertFound(labels(Map.of("team", "Köln")));
  }

  private static Criteria labels(Map<String, String> labels) {
    return new Criteria(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        labels,
        Optional.empty(),
        Span.ALWAYS);
  }

  @Test
  void shouldSeparateTestExecutions() throws Exception {
    ExecutionMetadata live = drafts.test();
    ExecutionMetadata finished = drafts.test();
    ExecutionMetadata meant = drafts.info();
    done(join("here"), insert(live), insert(finished, succeeds(finished)), insert(meant));

    assertThat(ids(Optional.of(true))).containsExactly(finished.id(), live.id());
    assertThat(ids(Optional.of(false))).containsExactly(meant.id());
    assertThat(ids(Optional.empty())).containsExactly(meant.id(), finished.id(), live.id());
    for (ExecutionMetadata test : List.of(live, finished)) {
      assertThat(store().executions().find(test.key()).orElseThrow().info()).isEqualTo(test);
    }
  }

  private List<ExecutionId> ids(Optional<Boolean> test) {
    return store().executions().search(OURS, test(test), ALL).stream()
        .map(found -> found.info().id())
        .toList();
  }

  private static Criteria test(Optional<Boolean> test) {
    return new Criteria(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Span.ALWAYS,
        test);
  }

  private ExecutionMetadata tagged(String businessKey, Map<String, String> labels) {
    return drafts.info(
        OURS,
        FLOW,
        new ExecutionMetadata.StartAttributes(
            Priority.NORMAL, Optional.of(businessKey), labels, Optional.empty(), Optional.empty()));
  }

  @Test
  void shouldSearchByTextOfTheFailure() throws Exception {
    ExecutionMetadata declined = drafts.info();
    ExecutionMetadata refused = drafts.info();
    ExecutionMetadata nameless = drafts.info();
    done(
        join("here"),
        insert(
            declined,
            failed(declined, Failure.of("Payment.Declined", "The bank refused card 4711"))),
        insert(refused, failed(refused, Failure.of("States.TaskFailed", "connection refused"))),
        insert(
            nameless,
            failed(nameless, new Failure(Optional.empty(), Optional.of("connection lost")))),
        insert(drafts.info()));

    assertFound(error("declined"), declined);
    assertFound(error("Payment.Declined"), declined);
    assertFound(error("refused"), refused, declined);
    assertFound(error("REFUSED bank"), declined);
    assertFound(error("connection"), nameless, refused);
    assertFound(error("ection"));
  }

  private static Disposition failed(ExecutionMetadata info, Failure failure) {
    return ends(info, Status.FAILED, Optional.of(failure));
  }

  private static Criteria error(String words) {
    return new Criteria(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.of(words),
        Span.ALWAYS);
  }

  @Test
  void shouldFindByTime() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> infos = drafts.infos(8);
    for (int i = 0; i < infos.size(); i++) {
      done(here, insert(infos.get(i), i % 2 == 0 ? ON : succeeds(infos.get(i))));
    }

    Span span =
        new Span(
            Optional.of(TestCommits.began(infos.get(2))),
            Optional.of(TestCommits.began(infos.get(5))));
    Span since = new Span(Optional.of(TestCommits.began(infos.get(6))), Optional.empty());

    assertFound(started(span), infos.get(4), infos.get(3), infos.get(2));
    assertFound(started(since), infos.get(7), infos.get(6));
  }

  private static Criteria started(Span span) {
    return new Criteria(
        Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Optional.empty(), span);
  }

  @Test
  void shouldFindMatchesByEveryCriterion() throws Exception {
    ExecutionMetadata wanted = tagged("4711", Map.of("city", "Köln"));
    ExecutionMetadata succeeded = tagged("4711", Map.of("city", "Köln"));
    ExecutionMetadata elsewhere = tagged("4711", Map.of("city", "Bonn"));
    Failure failure = Failure.of("Late", "too late");
    done(
        join("here"),
        insert(wanted, failed(wanted, failure)),
        insert(succeeded, succeeds(succeeded)),
        insert(elsewhere, failed(elsewhere, failure)));

    assertFound(
        new Criteria(
            Optional.of(FLOW),
            Optional.of(Status.FAILED),
            Optional.of("4711"),
            Map.of("city", "Köln"),
            Optional.of("late"),
            new Span(Optional.of(TestCommits.began(wanted)), Optional.empty())),
        wanted);
  }

  @Test
  void shouldFindByParent() throws Exception {
    ExecutionMetadata parent = tagged("4711", Map.of());
    ExecutionMetadata other = drafts.info();
    ExecutionMetadata live = drafts.childOf(parent, STEP, 1);
    ExecutionMetadata finished = drafts.childOf(parent, STEP, 2);
    ExecutionMetadata stranger = drafts.childOf(other, STEP, 1);
    done(
        join("here"),
        insert(parent, UNTIL_A_MESSAGE),
        insert(other, failed(other, Failure.of("Late", ""))),
        insert(live),
        insert(finished, failed(finished, Failure.of("Late", ""))),
        insert(stranger, succeeds(stranger)));
    ParentFilter any = ParentFilter.Any.ANY;
    ParentFilter top = ParentFilter.TopLevel.TOP_LEVEL;
    ParentFilter children = new ParentFilter.ChildrenOf(parent.id());

    assertFound(withParent(any), stranger, finished, live, other, parent);
    assertFound(withParent(top), other, parent);
    assertFound(withParent(children), finished, live);
    assertFound(withParent(new ParentFilter.ChildrenOf(live.id())));
    for (Optional<String> error : List.of(Optional.of("late"), Optional.<String>empty())) {
      assertFound(failed(any, error), finished, other);
      assertFound(failed(top, error), other);
      assertFound(failed(children, error), finished);
    }
  }

  private static Criteria withParent(ParentFilter parent) {
    return new Criteria(
        Optional.of(FLOW),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Span.ALWAYS,
        Optional.empty(),
        parent);
  }

  private static Criteria failed(ParentFilter parent, Optional<String> error) {
    return new Criteria(
        Optional.empty(),
        Optional.of(Status.FAILED),
        Optional.empty(),
        Map.of(),
        error,
        Span.ALWAYS,
        Optional.empty(),
        parent);
  }

  @Test
  void shouldShowACompensatingExecutionAsRunning() throws Exception {
    NodeSession here = join("here");
    List<ExecutionMetadata> infos = drafts.infos(4);
    for (ExecutionMetadata info : infos) {
      done(here, insert(info));
    }
    done(here, ending(next(infos.get(0), 2, ON), Status.FAILED));
    done(here, ending(next(infos.get(1), 2, UNTIL_A_MESSAGE), Status.CANCELLED));
    done(here, next(infos.get(2), 2, UNTIL_A_MESSAGE));
    done(here, ending(next(infos.get(3), 2, ON), Status.FAILED));
    done(here, next(infos.get(3), 3, UNTIL_A_MESSAGE));

    assertFound(status(Status.RUNNING), infos.get(3), infos.get(1), infos.get(0));
    assertFound(status(Status.WAITING), infos.get(2));
    assertThat(store().executions().search(OURS, Criteria.ANY, ALL))
        .extracting(found -> found.standing().orElseThrow().ending())
        .containsExactly(
            Optional.of(Status.FAILED),
            Optional.empty(),
            Optional.of(Status.CANCELLED),
            Optional.of(Status.FAILED));
  }

  private static Commit ending(Commit commit, Status ending) {
    return new Commit(
        commit.info(),
        commit.isNew(),
        commit.facts(),
        commit.read(),
        commit.outgoing(),
        commit.disposition(),
        Optional.of(ending));
  }

  @Test
  void shouldFindNothingForAnUnknownTenant() {
    assertThat(store().executions().find(drafts.info().key())).isEmpty();
    assertThat(store().executions().facts(drafts.info().key())).isEmpty();
  }

  private void assertFound(Criteria criteria, ExecutionMetadata... expected) {
    assertThat(store().executions().search(OURS, criteria, ALL))
        .extracting(Summary::info)
        .containsExactlyElementsOf(Arrays.asList(expected));
  }
}
