package dev.pawl.chaos.defect;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Status;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.simulation.HandlerBehaviour;
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

/** Defects that lose or duplicate work. */
enum PlantedDefect {
  NONE("", DefectHooks::new),

  ACKNOWLEDGES_BEFORE_COMMIT("I1", LostFirstCommit::new),

  HAS_NO_FENCE("I3", MissingFence::new),

  LOSES_A_MESSAGE(
      "I1",
      () ->
          new DefectHooks() {
            @Override
            MessageAcceptance send(Inbox mail, Inbox.OutgoingMessage message) {
              return message.idempotencyKey().isPresent()
                  ? MessageAcceptance.ACCEPTED
                  : mail.send(message);
            }
          }),

  DELIVERS_A_MESSAGE_TWICE(
      "I6",
      () ->
          new DefectHooks() {
            @Override
            MessageAcceptance send(Inbox mail, Inbox.OutgoingMessage message) {
              mail.send(message.to(), message.body(), Optional.empty());
              return mail.send(message);
            }
          }),

  CHANGES_THE_ORDER_OF_EVENTS("I10", ReorderedMessages::new),

  FIRES_A_TIMER_TWICE("I3", () -> repeating(Fact.TimerFired.class::isInstance)),

  WRITES_A_FACT_TWICE("I3", () -> repeating(Fact.TaskSucceeded.class::isInstance)),

  TELLS_OF_A_CHILD_TWICE("I3", () -> repeating(Fact.ChildEnded.class::isInstance)),

  STARTS_TWICE_UNDER_ONE_KEY("I6", IgnoredStartKeys::new),

  FORGETS_A_TIMER(
      "I5",
      () ->
          committing(
              commit ->
                  commit.disposition() instanceof Disposition.Park parks
                      ? withDisposition(
                          commit,
                          new Disposition.Park(
                              parks.messages(),
                              Optional.empty(),
                              parks.waitsFor(),
                              parks.awaited()))
                      : commit)),

  FORGETS_TO_TELL_THE_PARENT(
      "I5",
      () ->
          committing(
              commit ->
                  new Commit(
                      commit.info(),
                      commit.isNew(),
                      commit.facts(),
                      commit.read(),
                      new Commit.Outgoing(
                          commit.outgoing().children(),
                          List.of(),
                          commit.outgoing().abandoned(),
                          commit.outgoing().offering()),
                      commit.disposition()))),

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
                List<JournalEntry> longer = new ArrayList<>(facts);
                JournalEntry last = facts.getLast();
                longer.add(
                    new JournalEntry(
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

  HAS_A_TWIN("I6", () -> new DuplicatedExecutions(info -> info.parent().isEmpty())),

  HAS_A_TWIN_CHILD("I3", () -> new DuplicatedExecutions(info -> info.parent().isPresent())),

  CALLS_UNDER_ANOTHER_KEY(
      "I3",
      () ->
          calling(
              (handler, call) ->
                  handler.handle(
                      new HandlerCall(
                          call.resource(),
                          call.input(),
                          call.config(),
                          call.idempotencyKey() + call.attempt(),
                          call.attempt(),
                          call.timeout(),
                          call.taskToken(),
                          call.origin(),
                          call.services())))),

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
                      : call.resource().equals("ok")
                          ? HandlerBehaviour.output(call.input())
                          : handler.handle(call)));

  /** An invariant that it breaks. */
  final String breaks;

  final Supplier<DefectHooks> meddling;

  PlantedDefect(String breaks, Supplier<DefectHooks> meddling) {
    this.breaks = breaks;
    this.meddling = meddling;
  }

  private static DefectHooks committing(UnaryOperator<Commit> change) {
    return new DefectHooks() {
      @Override
      List<CommitResult> write(NodeSession session, int writer, List<Commit> batch)
          throws InterruptedException {
        return session.write(writer, batch.stream().map(change).toList());
      }
    };
  }

  private static DefectHooks reading(
      BiFunction<List<JournalEntry>, Boolean, List<JournalEntry>> change) {
    return new DefectHooks() {
      @Override
      List<JournalEntry> facts(Executions executions, ExecutionKey key) {
        List<JournalEntry> facts = executions.facts(key);
        return facts.size() < 2 ? facts : change.apply(facts, secondLook);
      }
    };
  }

  private static DefectHooks showing(
      BiFunction<List<Executions.Summary>, Boolean, List<Executions.Summary>> change) {
    return new DefectHooks() {
      @Override
      List<Executions.Summary> shown(List<Executions.Summary> page) {
        return page.isEmpty() ? page : change.apply(page, secondLook);
      }
    };
  }

  private interface Calling {
    Json call(Handler handler, HandlerCall call) throws Exception;
  }

  private static DefectHooks calling(Calling change) {
    return new DefectHooks() {
      @Override
      ExecutionPorts outside(ExecutionPorts outside) {
        return resource ->
            outside.handler(resource).map(handler -> call -> change.call(handler, call));
      }
    };
  }

  /** Duplicates the first fact of a kind and renumbers the rest. */
  private static DefectHooks repeating(Predicate<Fact> kind) {
    return reading(
        (facts, late) -> {
          List<JournalEntry> longer = new ArrayList<>();
          boolean repeated = false;
          for (JournalEntry entry : facts) {
            longer.add(numbered(entry, longer.size() + 1));
            if (!repeated && kind.test(FactBytes.read(entry.fact()))) {
              longer.add(numbered(entry, longer.size() + 1));
              repeated = true;
            }
          }
          return longer;
        });
  }

  private static List<JournalEntry> gap(List<JournalEntry> facts) {
    List<JournalEntry> shorter = new ArrayList<>(facts);
    shorter.remove(1);
    return shorter;
  }

  private static List<JournalEntry> shifted(List<JournalEntry> facts, int from, Duration by) {
    List<JournalEntry> shifted = new ArrayList<>();
    for (JournalEntry entry : facts) {
      shifted.add(
          shifted.size() < from
              ? entry
              : new JournalEntry(entry.seq(), entry.at().plus(by), entry.fact()));
    }
    return shifted;
  }

  private static JournalEntry numbered(JournalEntry entry, long seq) {
    return new JournalEntry(seq, entry.at(), entry.fact());
  }

  private static List<JournalEntry> mapped(List<JournalEntry> facts, UnaryOperator<Fact> change) {
    return facts.stream()
        .map(
            entry ->
                new JournalEntry(
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

  private static Commit withFacts(Commit commit, List<JournalEntry> facts) {
    return new Commit(
        commit.info(),
        commit.isNew(),
        facts,
        commit.read(),
        commit.outgoing(),
        commit.disposition());
  }

  private static Commit withDisposition(Commit commit, Disposition disposition) {
    return new Commit(
        commit.info(),
        commit.isNew(),
        commit.facts(),
        commit.read(),
        commit.outgoing(),
        disposition);
  }

  private static List<Executions.Summary> restated(List<Executions.Summary> page) {
    List<Executions.Summary> changed = new ArrayList<>(page);
    changed.replaceAll(
        found ->
            found.status() == Status.SUCCEEDED
                ? new Executions.Summary(
                    found.info(),
                    Status.CANCELLED,
                    found.startedAt(),
                    found.endedAt(),
                    found.failure(),
                    found.standing())
                : found);
    return changed;
  }

  /** Acknowledges the first execution and does not store it. */
  private static final class LostFirstCommit extends DefectHooks {
    private final AtomicReference<ExecutionKey> forgotten = new AtomicReference<>();

    @Override
    List<CommitResult> write(NodeSession session, int writer, List<Commit> batch)
        throws InterruptedException {
      List<CommitResult> written = new ArrayList<>();
      for (Commit commit : batch) {
        if (commit.isNew()) {
          forgotten.compareAndSet(null, commit.key());
        }
        written.addAll(
            commit.key().equals(forgotten.get())
                ? List.of(Committed.COMMITTED)
                : session.write(writer, List.of(commit)));
      }
      return written;
    }
  }

  /** Stores what a node writes after it has lost its lease. */
  private static final class MissingFence extends DefectHooks {
    private final Map<ExecutionKey, List<JournalEntry>> afterwards = new ConcurrentHashMap<>();
    private final AtomicBoolean done = new AtomicBoolean();

    @Override
    boolean makesZombies() {
      return true;
    }

    @Override
    List<CommitResult> write(NodeSession session, int writer, List<Commit> batch)
        throws InterruptedException {
      if (batch.stream().anyMatch(MissingFence::hasOutcome) && done.compareAndSet(false, true)) {
        expire.accept(session.node());
        for (NodeSession other : members) {
          if (other.node() != session.node()) {
            other.releaseDead();
          }
        }
      }
      try {
        return session.write(writer, batch);
      } catch (ExpelledException | InterruptedException e) {
        // The other writer may fail first, and then this one is interrupted.
        batch.forEach(commit -> afterwards.put(commit.key(), commit.facts()));
        throw e;
      }
    }

    private static boolean hasOutcome(Commit commit) {
      return commit.facts().stream()
          .anyMatch(entry -> FactBytes.read(entry.fact()) instanceof Fact.TaskSucceeded);
    }

    @Override
    List<JournalEntry> facts(Executions executions, ExecutionKey key) {
      List<JournalEntry> all = new ArrayList<>(executions.facts(key));
      if (!all.isEmpty()) {
        for (JournalEntry entry : afterwards.getOrDefault(key, List.of())) {
          all.add(new JournalEntry(all.size() + 1L, all.getLast().at(), entry.fact()));
        }
      }
      return all;
    }
  }

  /** Holds the first message with a key back until the next one has passed it. */
  private static final class ReorderedMessages extends DefectHooks {
    private final Map<ExecutionKey, byte[]> held = new ConcurrentHashMap<>();
    private final Set<ExecutionKey> done = ConcurrentHashMap.newKeySet();

    @Override
    MessageAcceptance send(Inbox mail, Inbox.OutgoingMessage message) {
      ExecutionKey to = message.to();
      Optional<String> key = message.idempotencyKey();
      if (key.isEmpty() || !key.get().contains("go-one") && !held.containsKey(to)) {
        return mail.send(message);
      }
      if (done.add(to)) {
        held.put(to, message.body());
        return MessageAcceptance.ACCEPTED;
      }
      MessageAcceptance delivery = mail.send(message);
      byte[] first = held.remove(to);
      if (first != null) {
        mail.send(to, first, Optional.empty());
      }
      return delivery;
    }
  }

  /** Ignores the idempotency keys of starts. */
  private static final class IgnoredStartKeys extends DefectHooks {
    @Override
    Optional<ExecutionKey> findStarted(Executions executions, ExecutionMetadata info) {
      return Optional.empty();
    }

    @Override
    List<CommitResult> write(NodeSession session, int writer, List<Commit> batch)
        throws InterruptedException {
      return session.write(writer, batch.stream().map(IgnoredStartKeys::keyless).toList());
    }

    private static Commit keyless(Commit commit) {
      ExecutionMetadata info = commit.info();
      ExecutionMetadata.StartAttributes tags = info.tags();
      return new Commit(
          new ExecutionMetadata(
              info.key(),
              info.version(),
              info.machine(),
              info.parent(),
              info.depth(),
              new ExecutionMetadata.StartAttributes(
                  tags.priority(),
                  tags.businessKey(),
                  tags.labels(),
                  Optional.empty(),
                  tags.retriedFrom())),
          commit.isNew(),
          commit.facts(),
          commit.read(),
          commit.outgoing(),
          commit.disposition());
    }
  }

  /** Shows executions of a kind a second time under another id. */
  private static final class DuplicatedExecutions extends DefectHooks {
    private final Predicate<ExecutionMetadata> kind;
    private final Map<ExecutionKey, ExecutionKey> originals = new ConcurrentHashMap<>();

    DuplicatedExecutions(Predicate<ExecutionMetadata> kind) {
      this.kind = kind;
    }

    @Override
    List<JournalEntry> facts(Executions executions, ExecutionKey key) {
      return executions.facts(originals.getOrDefault(key, key));
    }

    @Override
    List<Executions.Summary> shown(List<Executions.Summary> page) {
      Set<Executions.Summary> more = new HashSet<>(page);
      for (Executions.Summary found : page) {
        if (kind.test(found.info())) {
          ExecutionMetadata info = found.info();
          UUID old = info.id().value();
          ExecutionKey key =
              new ExecutionKey(
                  info.key().tenant(),
                  new ExecutionId(
                      new UUID(old.getMostSignificantBits(), ~old.getLeastSignificantBits())));
          originals.put(key, info.key());
          more.add(
              new Executions.Summary(
                  new ExecutionMetadata(
                      key,
                      info.version(),
                      info.machine(),
                      info.parent(),
                      info.depth(),
                      info.tags()),
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
