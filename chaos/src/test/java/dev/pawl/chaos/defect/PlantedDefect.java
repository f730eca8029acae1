package dev.pawl.chaos.defect;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Status;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.run.Outside;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Ways to lose or double work. */
enum PlantedDefect {
  NONE("", Meddling::new),

  ACKNOWLEDGES_BEFORE_COMMIT("I1", Amnesia::new),

  HAS_NO_FENCE("I3", NoFence::new),

  LOSES_A_LETTER(
      "I1",
      () ->
          new Meddling() {
            @Override
            Mail.Delivery send(Mail mail, Mail.Outgoing letter) {
              return letter.idempotencyKey().isPresent()
                  ? Mail.Delivery.ACCEPTED
                  : mail.send(letter);
            }
          }),

  DELIVERS_A_LETTER_TWICE(
      "I6",
      () ->
          new Meddling() {
            @Override
            Mail.Delivery send(Mail mail, Mail.Outgoing letter) {
              mail.send(letter.to(), letter.body(), Optional.empty());
              return mail.send(letter);
            }
          }),

  CHANGES_THE_ORDER_OF_EVENTS("I10", Overtaking::new),

  FIRES_A_TIMER_TWICE("I3", () -> repeating(Fact.TimerFired.class::isInstance)),

  WRITES_A_FACT_TWICE("I3", () -> repeating(Fact.TaskSucceeded.class::isInstance)),

  TELLS_OF_A_CHILD_TWICE("I3", () -> repeating(Fact.ChildEnded.class::isInstance)),

  STARTS_TWICE_UNDER_ONE_KEY("I6", Keyless::new),

  FORGETS_A_TIMER(
      "I5",
      () ->
          committing(
              commit ->
                  commit.fate() instanceof Fate.Parks parks
                      ? withFate(
                          commit,
                          new Fate.Parks(
                              parks.letters(), Optional.empty(), parks.waitsFor(), parks.awaited()))
                      : commit)),

  FORGETS_TO_TELL_THE_PARENT(
      "I5",
      () ->
          committing(
              commit ->
                  new Commit(
                      commit.card(),
                      commit.birth(),
                      commit.facts(),
                      commit.read(),
                      new Commit.Outgoing(
                          commit.outgoing().children(),
                          List.of(),
                          commit.outgoing().abandoned(),
                          commit.outgoing().offering()),
                      commit.fate()))),

  WRITES_ANOTHER_RESULT(
      "I2",
      () -> committing(commit -> withFacts(commit, mapped(commit.facts(), PlantedDefect::more)))),

  LEAVES_A_GAP("I4", () -> reading((facts, late) -> facts.size() > 2 ? gap(facts) : facts)),

  TURNS_TIME_BACK(
      "I4", () -> reading((facts, late) -> shifted(facts, facts.size() - 1, Duration.ofHours(-1)))),

  TAKES_OVER_LATE("I9", () -> reading((facts, late) -> shifted(facts, 1, Duration.ofSeconds(90)))),

  GOES_ON_AFTER_THE_END(
      "I4",
      () ->
          reading(
              (facts, late) -> {
                List<Entry> longer = new ArrayList<>(facts);
                Entry last = facts.getLast();
                longer.add(
                    new Entry(
                        last.seq() + 1, last.at(), FactBytes.write(new Fact.Paused("what for?"))));
                return longer;
              })),

  REWRITES_HISTORY(
      "I4", () -> reading((facts, late) -> late ? mapped(facts, PlantedDefect::slower) : facts)),

  CHANGES_AN_END("I4", () -> showing((page, late) -> late ? restated(page) : page)),

  MISSTATES_AN_END("I4", () -> showing((page, late) -> restated(page))),

  LOSES_AN_EXECUTION(
      "I4", () -> showing((page, late) -> late ? page.subList(1, page.size()) : page)),

  SHOWS_AN_EXECUTION_TWICE(
      "I4",
      () ->
          showing(
              (page, late) -> {
                List<Executions.Summary> more = new ArrayList<>(page);
                more.add(page.getLast());
                return more;
              })),

  HAS_A_TWIN("I6", () -> new Twins(card -> card.parent().isEmpty())),

  HAS_A_TWIN_CHILD("I3", () -> new Twins(card -> card.parent().isPresent())),

  CALLS_UNDER_ANOTHER_KEY(
      "I3",
      () ->
          calling(
              (handler, call) ->
                  handler.handle(
                      new HandlerCall(
                          call.resource(),
                          call.input(),
                          call.idempotencyKey() + call.attempt(),
                          call.attempt(),
                          call.timeout(),
                          call.taskToken())))),

  CALLS_TWICE(
      "I3",
      () ->
          calling(
              (handler, call) -> {
                if (call.attempt() == 1 && call.taskToken().isEmpty()) {
                  try {
                    handler.handle(call);
                  } catch (Exception e) {
                    // The second call fails as well.
                  }
                }
                return handler.handle(call);
              })),

  RECORDS_WHAT_WAS_NOT_DONE(
      "I2",
      () ->
          calling(
              (handler, call) ->
                  call.input().get("label").filter(Json.of("after")::equals).isPresent()
                      ? JsonObject.of("n", call.input().get("adds").orElseThrow())
                      : handler.handle(call)));

  /** The invariant that it breaks, among others perhaps. */
  final String breaks;

  final Supplier<Meddling> meddling;

  PlantedDefect(String breaks, Supplier<Meddling> meddling) {
    this.breaks = breaks;
    this.meddling = meddling;
  }

  private static Meddling committing(UnaryOperator<Commit> change) {
    return new Meddling() {
      @Override
      List<Written> write(Membership membership, int writer, List<Commit> batch)
          throws InterruptedException {
        return membership.write(writer, batch.stream().map(change).toList());
      }
    };
  }

  private static Meddling reading(BiFunction<List<Entry>, Boolean, List<Entry>> change) {
    return new Meddling() {
      @Override
      List<Entry> facts(Executions executions, ExecutionKey key) {
        List<Entry> facts = executions.facts(key);
        return facts.size() < 2 ? facts : change.apply(facts, secondLook);
      }
    };
  }

  private static Meddling showing(
      BiFunction<List<Executions.Summary>, Boolean, List<Executions.Summary>> change) {
    return new Meddling() {
      @Override
      List<Executions.Summary> shown(List<Executions.Summary> page) {
        return page.isEmpty() ? page : change.apply(page, secondLook);
      }
    };
  }

  private interface Calling {
    Json call(Handler handler, HandlerCall call) throws Exception;
  }

  private static Meddling calling(Calling change) {
    return new Meddling() {
      @Override
      Outside outside(Outside outside) {
        return resource ->
            outside.handler(resource).map(handler -> call -> change.call(handler, call));
      }
    };
  }

  /** The first fact of that kind stands there twice, and the rest moves on. */
  private static Meddling repeating(Predicate<Fact> kind) {
    return reading(
        (facts, late) -> {
          List<Entry> longer = new ArrayList<>();
          boolean repeated = false;
          for (Entry entry : facts) {
            longer.add(numbered(entry, longer.size() + 1));
            if (!repeated && kind.test(FactBytes.read(entry.fact()))) {
              longer.add(numbered(entry, longer.size() + 1));
              repeated = true;
            }
          }
          return longer;
        });
  }

  private static List<Entry> gap(List<Entry> facts) {
    List<Entry> shorter = new ArrayList<>(facts);
    shorter.remove(1);
    return shorter;
  }

  private static List<Entry> shifted(List<Entry> facts, int from, Duration by) {
    List<Entry> shifted = new ArrayList<>();
    for (Entry entry : facts) {
      shifted.add(
          shifted.size() < from
              ? entry
              : new Entry(entry.seq(), entry.at().plus(by), entry.fact()));
    }
    return shifted;
  }

  private static Entry numbered(Entry entry, long seq) {
    return new Entry(seq, entry.at(), entry.fact());
  }

  private static List<Entry> mapped(List<Entry> facts, UnaryOperator<Fact> change) {
    return facts.stream()
        .map(
            entry ->
                new Entry(
                    entry.seq(),
                    entry.at(),
                    FactBytes.write(change.apply(FactBytes.read(entry.fact())))))
        .toList();
  }

  private static Fact more(Fact fact) {
    return fact instanceof Fact.TaskSucceeded done
        ? new Fact.TaskSucceeded(
            done.step(), done.attempt(), JsonObject.of("n", Json.of(1_000)), done.timing())
        : fact;
  }

  private static Fact slower(Fact fact) {
    return fact instanceof Fact.TaskSucceeded done
        ? new Fact.TaskSucceeded(
            done.step(),
            done.attempt(),
            done.output(),
            new Fact.Timing(done.timing().startedAt(), Duration.ofDays(1)))
        : fact;
  }

  private static Commit withFacts(Commit commit, List<Entry> facts) {
    return new Commit(
        commit.card(), commit.birth(), facts, commit.read(), commit.outgoing(), commit.fate());
  }

  private static Commit withFate(Commit commit, Fate fate) {
    return new Commit(
        commit.card(), commit.birth(), commit.facts(), commit.read(), commit.outgoing(), fate);
  }

  private static List<Executions.Summary> restated(List<Executions.Summary> page) {
    List<Executions.Summary> changed = new ArrayList<>(page);
    changed.replaceAll(
        found ->
            found.status() == Status.SUCCEEDED
                ? new Executions.Summary(
                    found.card(),
                    Status.CANCELLED,
                    found.startedAt(),
                    found.endedAt(),
                    found.failure(),
                    found.standing())
                : found);
    return changed;
  }

  /** Says of the first execution that it is written, and forgets it. */
  private static final class Amnesia extends Meddling {
    private final AtomicReference<ExecutionKey> forgotten = new AtomicReference<>();

    @Override
    List<Written> write(Membership membership, int writer, List<Commit> batch)
        throws InterruptedException {
      List<Written> written = new ArrayList<>();
      for (Commit commit : batch) {
        if (commit.birth()) {
          forgotten.compareAndSet(null, commit.key());
        }
        written.addAll(
            commit.key().equals(forgotten.get())
                ? List.of(Written.Done.DONE)
                : membership.write(writer, List.of(commit)));
      }
      return written;
    }
  }

  /** What a node writes after its right is lost stands in the journal all the same. */
  private static final class NoFence extends Meddling {
    private final Map<ExecutionKey, List<Entry>> afterwards = new ConcurrentHashMap<>();
    private final AtomicBoolean done = new AtomicBoolean();

    @Override
    boolean makesZombies() {
      return true;
    }

    @Override
    List<Written> write(Membership membership, int writer, List<Commit> batch)
        throws InterruptedException {
      if (batch.stream().anyMatch(NoFence::hasOutcome) && done.compareAndSet(false, true)) {
        expire.accept(membership.node());
        for (Membership other : members) {
          if (other.node() != membership.node()) {
            other.releaseDead();
          }
        }
      }
      try {
        return membership.write(writer, batch);
      } catch (ExpelledException | InterruptedException e) {
        // The other writer may hear of it first, and then this one is interrupted.
        batch.forEach(commit -> afterwards.put(commit.key(), commit.facts()));
        throw e;
      }
    }

    private static boolean hasOutcome(Commit commit) {
      return commit.facts().stream()
          .anyMatch(entry -> FactBytes.read(entry.fact()) instanceof Fact.TaskSucceeded);
    }

    @Override
    List<Entry> facts(Executions executions, ExecutionKey key) {
      List<Entry> all = new ArrayList<>(executions.facts(key));
      if (!all.isEmpty()) {
        for (Entry entry : afterwards.getOrDefault(key, List.of())) {
          all.add(new Entry(all.size() + 1L, all.getLast().at(), entry.fact()));
        }
      }
      return all;
    }
  }

  /** Holds the first letter with a key back until the next one has passed it. */
  private static final class Overtaking extends Meddling {
    private final Map<ExecutionKey, byte[]> held = new ConcurrentHashMap<>();
    private final Set<ExecutionKey> done = ConcurrentHashMap.newKeySet();

    @Override
    Mail.Delivery send(Mail mail, Mail.Outgoing letter) {
      ExecutionKey to = letter.to();
      Optional<String> key = letter.idempotencyKey();
      if (key.isEmpty() || !key.get().contains("go-one") && !held.containsKey(to)) {
        return mail.send(letter);
      }
      if (done.add(to)) {
        held.put(to, letter.body());
        return Mail.Delivery.ACCEPTED;
      }
      Mail.Delivery delivery = mail.send(letter);
      byte[] first = held.remove(to);
      if (first != null) {
        mail.send(to, first, Optional.empty());
      }
      return delivery;
    }
  }

  /** Forgets the keys of starts. */
  private static final class Keyless extends Meddling {
    @Override
    Optional<ExecutionKey> startedBefore(Executions executions, Card card) {
      return Optional.empty();
    }

    @Override
    List<Written> write(Membership membership, int writer, List<Commit> batch)
        throws InterruptedException {
      return membership.write(writer, batch.stream().map(Keyless::keyless).toList());
    }

    private static Commit keyless(Commit commit) {
      Card card = commit.card();
      Card.Tags tags = card.tags();
      return new Commit(
          new Card(
              card.key(),
              card.version(),
              card.machine(),
              card.parent(),
              card.depth(),
              new Card.Tags(
                  tags.priority(),
                  tags.businessKey(),
                  tags.labels(),
                  Optional.empty(),
                  tags.retriedFrom())),
          commit.birth(),
          commit.facts(),
          commit.read(),
          commit.outgoing(),
          commit.fate());
    }
  }

  /** Shows executions of a kind once more under another id. */
  private static final class Twins extends Meddling {
    private final Predicate<Card> kind;
    private final Map<ExecutionKey, ExecutionKey> originals = new ConcurrentHashMap<>();

    Twins(Predicate<Card> kind) {
      this.kind = kind;
    }

    @Override
    List<Entry> facts(Executions executions, ExecutionKey key) {
      return executions.facts(originals.getOrDefault(key, key));
    }

    @Override
    List<Executions.Summary> shown(List<Executions.Summary> page) {
      Set<Executions.Summary> more = new HashSet<>(page);
      for (Executions.Summary found : page) {
        if (kind.test(found.card())) {
          Card card = found.card();
          UUID old = card.id().value();
          ExecutionKey key =
              new ExecutionKey(
                  card.key().tenant(),
                  new ExecutionId(
                      new UUID(old.getMostSignificantBits(), ~old.getLeastSignificantBits())));
          originals.put(key, card.key());
          more.add(
              new Executions.Summary(
                  new Card(
                      key,
                      card.version(),
                      card.machine(),
                      card.parent(),
                      card.depth(),
                      card.tags()),
                  found.status(),
                  found.startedAt(),
                  found.endedAt(),
                  found.failure(),
                  found.standing()));
        }
      }
      return List.copyOf(more);
    }
  }
}
