package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.BACK;
import static dev.pawl.testkit.store.contract.Drafts.FLOW;
import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.OURS;
import static dev.pawl.testkit.store.contract.Drafts.STEP;
import static dev.pawl.testkit.store.contract.Drafts.THEIRS;
import static dev.pawl.testkit.store.contract.Drafts.UNTIL_A_LETTER;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.ends;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Card.Tags;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.Executions.Page;
import dev.pawl.engine.store.Executions.ParentFilter;
import dev.pawl.engine.store.Executions.Span;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Executions are found, live and finished ones alike, newest first. */
abstract class SearchContract extends Scene {

  private static final Page ALL = new Page(100, Optional.empty());

  @Test
  void shouldFindLiveAndFinishedOnesNewestFirst() throws Exception {
    Card first = drafts.card();
    Card second = drafts.card();
    Card third = drafts.card();
    Card fourth = drafts.card();
    Card theirs = drafts.card(THEIRS, FLOW);
    done(
        join("here"),
        birth(second, succeeds(second)),
        birth(fourth, succeeds(fourth)),
        birth(third, UNTIL_A_LETTER),
        birth(first, ON),
        birth(theirs, ON));

    List<Summary> found = store().executions().search(OURS, Criteria.ANY, ALL);

    assertThat(found).extracting(Summary::card).containsExactly(fourth, third, second, first);
    assertThat(found)
        .extracting(Summary::startedAt)
        .containsExactly(
            Drafts.began(fourth), Drafts.began(third), Drafts.began(second), Drafts.began(first));
    assertThat(found)
        .extracting(Summary::status)
        .containsExactly(Status.SUCCEEDED, Status.WAITING, Status.SUCCEEDED, Status.RUNNING);
    assertThat(store().executions().search(new TenantId(3), Criteria.ANY, ALL)).isEmpty();
  }

  @Test
  void shouldPageWithoutGapsOrRepeats() throws Exception {
    Membership here = join("here");
    List<Card> cards = drafts.cards(23);
    for (int i = 0; i < cards.size(); i++) {
      done(here, birth(cards.get(i), i % 3 == 0 ? ON : succeeds(cards.get(i))));
    }

    List<ExecutionKey> seen = new ArrayList<>();
    Optional<ExecutionKey> after = Optional.empty();
    List<Summary> page = store().executions().search(OURS, Criteria.ANY, new Page(5, after));
    while (!page.isEmpty()) {
      page.forEach(found -> seen.add(found.card().key()));
      after = Optional.of(seen.getLast());
      // What begins meanwhile is newer and belongs to no later page.
      done(here, birth(drafts.card()));
      page = store().executions().search(OURS, Criteria.ANY, new Page(5, after));
    }

    assertThat(seen).containsExactlyElementsOf(cards.reversed().stream().map(Card::key).toList());
  }

  @Test
  void shouldFindByFlow() throws Exception {
    Card order = drafts.card();
    Card done = drafts.card();
    Card refund = drafts.card(OURS, "refund");
    Card refunded = drafts.card(OURS, "refund");
    done(
        join("here"),
        birth(order),
        birth(done, succeeds(done)),
        birth(refund),
        birth(refunded, succeeds(refunded)));

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
    Map<Status, Fate> fates = new EnumMap<>(Status.class);
    fates.put(Status.PENDING, BACK);
    fates.put(Status.RUNNING, ON);
    fates.put(Status.WAITING, UNTIL_A_LETTER);
    fates.put(Status.PAUSED, Drafts.paused(Optional.empty()));
    Map<Status, Card> cards = new EnumMap<>(Status.class);
    Membership here = join("here");
    for (Status status : Status.values()) {
      Card card = drafts.card();
      cards.put(status, card);
      done(here, birth(card, fates.getOrDefault(status, ends(card, status, Optional.empty()))));
    }

    cards.forEach((status, card) -> assertFound(status(status), card));
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
    Card live = tagged("4711", Map.of());
    Card finished = tagged("4711", Map.of());
    Card other = tagged("4712", Map.of());
    done(
        join("here"),
        birth(live),
        birth(finished, succeeds(finished)),
        birth(other),
        birth(drafts.card()));

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
    Card live = tagged("1", Map.of("city", "Köln", "team", "blue"));
    Card finished = tagged("2", Map.of("city", "Köln", "team", "red"));
    Card elsewhere = tagged("3", Map.of("city", "Bonn"));
    done(
        join("here"),
        birth(live),
        birth(finished, succeeds(finished)),
        birth(elsewhere),
        birth(drafts.card()));

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
  void shouldTellTestsFromOthers() throws Exception {
    Card live = drafts.test();
    Card finished = drafts.test();
    Card meant = drafts.card();
    done(join("here"), birth(live), birth(finished, succeeds(finished)), birth(meant));

    assertThat(ids(Optional.of(true))).containsExactly(finished.id(), live.id());
    assertThat(ids(Optional.of(false))).containsExactly(meant.id());
    assertThat(ids(Optional.empty())).containsExactly(meant.id(), finished.id(), live.id());
    for (Card test : List.of(live, finished)) {
      assertThat(store().executions().find(test.key()).orElseThrow().card()).isEqualTo(test);
    }
  }

  private List<ExecutionId> ids(Optional<Boolean> test) {
    return store().executions().search(OURS, test(test), ALL).stream()
        .map(found -> found.card().id())
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

  private Card tagged(String businessKey, Map<String, String> labels) {
    return drafts.card(
        OURS,
        FLOW,
        new Tags(
            Priority.NORMAL, Optional.of(businessKey), labels, Optional.empty(), Optional.empty()));
  }

  @Test
  void shouldFindByWordsOfTheFailure() throws Exception {
    Card declined = drafts.card();
    Card refused = drafts.card();
    Card nameless = drafts.card();
    done(
        join("here"),
        birth(
            declined,
            failed(declined, Failure.of("Payment.Declined", "The bank refused card 4711"))),
        birth(refused, failed(refused, Failure.of("States.TaskFailed", "connection refused"))),
        birth(
            nameless,
            failed(nameless, new Failure(Optional.empty(), Optional.of("connection lost")))),
        birth(drafts.card()));

    assertFound(error("declined"), declined);
    assertFound(error("Payment.Declined"), declined);
    assertFound(error("refused"), refused, declined);
    assertFound(error("REFUSED bank"), declined);
    assertFound(error("connection"), nameless, refused);
    assertFound(error("ection"));
  }

  private static Fate failed(Card card, Failure failure) {
    return ends(card, Status.FAILED, Optional.of(failure));
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
    Membership here = join("here");
    List<Card> cards = drafts.cards(8);
    for (int i = 0; i < cards.size(); i++) {
      done(here, birth(cards.get(i), i % 2 == 0 ? ON : succeeds(cards.get(i))));
    }

    Span span =
        new Span(Optional.of(Drafts.began(cards.get(2))), Optional.of(Drafts.began(cards.get(5))));
    Span since = new Span(Optional.of(Drafts.began(cards.get(6))), Optional.empty());

    assertFound(started(span), cards.get(4), cards.get(3), cards.get(2));
    assertFound(started(since), cards.get(7), cards.get(6));
  }

  private static Criteria started(Span span) {
    return new Criteria(
        Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Optional.empty(), span);
  }

  @Test
  void shouldFindWhatFitsInEveryWay() throws Exception {
    Card wanted = tagged("4711", Map.of("city", "Köln"));
    Card succeeded = tagged("4711", Map.of("city", "Köln"));
    Card elsewhere = tagged("4711", Map.of("city", "Bonn"));
    Failure failure = Failure.of("Late", "too late");
    done(
        join("here"),
        birth(wanted, failed(wanted, failure)),
        birth(succeeded, succeeds(succeeded)),
        birth(elsewhere, failed(elsewhere, failure)));

    assertFound(
        new Criteria(
            Optional.of(FLOW),
            Optional.of(Status.FAILED),
            Optional.of("4711"),
            Map.of("city", "Köln"),
            Optional.of("late"),
            new Span(Optional.of(Drafts.began(wanted)), Optional.empty())),
        wanted);
  }

  @Test
  void shouldFindByParent() throws Exception {
    Card parent = tagged("4711", Map.of());
    Card other = drafts.card();
    Card live = drafts.childOf(parent, STEP, 1);
    Card finished = drafts.childOf(parent, STEP, 2);
    Card stranger = drafts.childOf(other, STEP, 1);
    done(
        join("here"),
        birth(parent, UNTIL_A_LETTER),
        birth(other, failed(other, Failure.of("Late", ""))),
        birth(live),
        birth(finished, failed(finished, Failure.of("Late", ""))),
        birth(stranger, succeeds(stranger)));
    ParentFilter any = ParentFilter.Any.ANY;
    ParentFilter top = ParentFilter.TopLevel.TOP_LEVEL;
    ParentFilter children = new ParentFilter.ChildrenOf(parent.id());

    assertFound(kin(any), stranger, finished, live, other, parent);
    assertFound(kin(top), other, parent);
    assertFound(kin(children), finished, live);
    assertFound(kin(new ParentFilter.ChildrenOf(live.id())));
    for (Optional<String> error : List.of(Optional.of("late"), Optional.<String>empty())) {
      assertFound(failed(any, error), finished, other);
      assertFound(failed(top, error), other);
      assertFound(failed(children, error), finished);
    }
  }

  private static Criteria kin(ParentFilter parent) {
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
  void shouldShowThatOneCompensatesAsRunning() throws Exception {
    Membership here = join("here");
    List<Card> cards = drafts.cards(4);
    for (Card card : cards) {
      done(here, birth(card));
    }
    done(here, ending(next(cards.get(0), 2, ON), Status.FAILED));
    done(here, ending(next(cards.get(1), 2, UNTIL_A_LETTER), Status.CANCELLED));
    done(here, next(cards.get(2), 2, UNTIL_A_LETTER));
    done(here, ending(next(cards.get(3), 2, ON), Status.FAILED));
    done(here, next(cards.get(3), 3, UNTIL_A_LETTER));

    assertFound(status(Status.RUNNING), cards.get(3), cards.get(1), cards.get(0));
    assertFound(status(Status.WAITING), cards.get(2));
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
        commit.card(),
        commit.birth(),
        commit.facts(),
        commit.read(),
        commit.outgoing(),
        commit.fate(),
        Optional.of(ending));
  }

  @Test
  void shouldFindNothingOfNobody() {
    assertThat(store().executions().find(drafts.card().key())).isEmpty();
    assertThat(store().executions().facts(drafts.card().key())).isEmpty();
  }

  private void assertFound(Criteria criteria, Card... expected) {
    assertThat(store().executions().search(OURS, criteria, ALL))
        .extracting(Summary::card)
        .containsExactlyElementsOf(Arrays.asList(expected));
  }
}
