package dev.pawl.engine.node;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.OpenHumanStep;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.Retrial;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepId;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.UnknownSemanticsException;
import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.Limits;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.run.StackTraces;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Looking at executions and acting on them, wherever they are. Whatever is done to an execution is
 * a letter to it: accepted when the method returns, and read exactly once, in the order of
 * acceptance.
 */
public final class Control {

  private final Store store;
  private final Executions executions;
  private final Flows flows;
  private final Timeline time;

  Control(Store store, Executions executions, Flows flows, Timeline time) {
    this.store = store;
    this.executions = executions;
    this.flows = flows;
    this.time = time;
  }

  /** The same for those who may see less than the engine. */
  public Control seeing(Executions seen) {
    return new Control(store, seen, flows, time);
  }

  /** Where a retry begins. */
  public enum From {
    START,
    FAILURE
  }

  /** Hands an event over; it is kept until a state waits for it. */
  public Mail.Delivery signal(
      ExecutionKey key, String event, Json payload, Optional<String> idempotencyKey) {
    return store.mail().send(key, event(event, payload), idempotencyKey);
  }

  /** The same to many at once; what became of each, in their order. */
  public List<Mail.Delivery> signalAll(
      List<ExecutionKey> keys, String event, Json payload, Optional<String> idempotencyKey) {
    byte[] letter = event(event, payload);
    return store
        .mail()
        .sendAll(keys.stream().map(key -> new Mail.Outgoing(key, letter, idempotencyKey)).toList());
  }

  /**
   * The letter that hands an event over, for those who send it themselves.
   *
   * @throws IllegalArgumentException if no state could wait for an event of that name
   */
  public static byte[] event(String event, Json payload) {
    NameLimit.EVENT.checked(event);
    return new Message.Tell(new Fact.EventArrived(event, checked(payload))).toBytes();
  }

  public Mail.Delivery cancel(ExecutionKey key, String reason, boolean compensate) {
    return send(key, new Fact.Cancelled(reason, compensate), Optional.empty());
  }

  public Mail.Delivery pause(ExecutionKey key, String reason) {
    return send(key, new Fact.Paused(reason), Optional.empty());
  }

  /** Lets a paused execution go on; also one that rests because of an incident. */
  public Mail.Delivery resume(ExecutionKey key) {
    return send(key, new Fact.Resumed(), Optional.empty());
  }

  public Mail.Delivery skip(ExecutionKey key, StepId step, Json output) {
    return send(key, new Fact.Skipped(step, checked(output)), Optional.empty());
  }

  /**
   * Sends a frame back to an earlier step of its own.
   *
   * @throws IllegalArgumentException if there is no such step
   */
  public Mail.Delivery rewind(ExecutionKey key, StepId to, boolean compensate) {
    Executions.Recounted found = recount(key).orElseThrow(() -> unknown(key));
    Fact.Entry entry = history(found, to::equals).entry(to);
    return send(key, new Fact.Rewound(to.frame(), entry, compensate), Optional.empty());
  }

  /**
   * Tells an execution what an operator does to it, once.
   *
   * @param idempotencyKey a second letter of that key is the first one
   */
  public Mail.Delivery tell(ExecutionKey key, Fact fact, String idempotencyKey) {
    return send(key, fact, Optional.of(idempotencyKey));
  }

  /** Tells an execution what an operator does to it. */
  public Mail.Delivery tell(ExecutionKey key, Fact fact) {
    return send(key, fact, Optional.empty());
  }

  /**
   * Why an execution would not heed that now; empty if it would. Letters that it has not read may
   * change it.
   */
  public Optional<String> objection(ExecutionKey key, Fact fact) {
    Executions.Recounted found = recount(key).orElseThrow(() -> unknown(key));
    Interpreter interpreter = flows.interpreter(found.summary().card());
    Execution execution = execution(found);
    return interpreter
        .advance(execution, new Recorded(execution.seq() + 1, time.now(), fact))
        .ignored();
  }

  /** A person acted on a Human step. */
  public Mail.Delivery act(
      ExecutionKey key, StepId step, String by, Fact.HumanActed.Action action) {
    return send(key, new Fact.HumanActed(step, by, action), Optional.empty());
  }

  /**
   * The Human steps that wait for a decision.
   *
   * @throws IncidentException if its definition cannot be read
   */
  public List<OpenHumanStep> openHumanSteps(Card card, Execution execution) {
    return OpenHumanStep.of(flows.interpreter(card).flow(), execution);
  }

  /**
   * Ends a Human step with a decision. Of all decisions on one step the first is accepted and every
   * other one is {@link Mail.Delivery#REPEATED}, also before the execution has read the first.
   */
  public Mail.Delivery decide(
      ExecutionKey key, StepId step, String by, Fact.HumanActed.Action.Completed decision) {
    checked(decision.data());
    // With a space, which no key of a user has.
    String once = "decide " + Calls.idempotencyKey(key.id(), step, 1);
    return send(key, new Fact.HumanActed(step, by, decision), Optional.of(once));
  }

  /** Finishes a step from outside; only the first answer to an attempt is accepted. */
  public Mail.Delivery succeed(TenantId tenant, TaskToken token, Json output) {
    return answer(
        tenant,
        token,
        new Fact.TaskSucceeded(
            token.step(), token.attempt(), checked(output), Calls.timing(time.now())));
  }

  /** Fails a step from outside; only the first answer to an attempt is accepted. */
  public Mail.Delivery fail(TenantId tenant, TaskToken token, Failure failure) {
    return fail(tenant, token, failure, Optional.empty());
  }

  /**
   * Fails a step from outside.
   *
   * @param stackTrace for the history; a long one is shortened
   */
  public Mail.Delivery fail(
      TenantId tenant, TaskToken token, Failure failure, Optional<String> stackTrace) {
    checked(failure, stackTrace);
    return answer(
        tenant,
        token,
        new Fact.TaskFailed(
            token.step(),
            token.attempt(),
            failure,
            Calls.timing(time.now()),
            new Fact.FailureDetails(stackTrace.map(StackTraces::shortened), Optional.empty())));
  }

  /** A sign of life from whoever works on a step. */
  public Mail.Delivery heartbeat(TenantId tenant, TaskToken token) {
    if (!token.isGenuine()) {
      return Mail.Delivery.UNKNOWN;
    }
    byte[] beat = new Message.Beat(token.step(), token.attempt()).toBytes();
    return store.mail().send(new ExecutionKey(tenant, token.execution()), beat, Optional.empty());
  }

  private Mail.Delivery answer(TenantId tenant, TaskToken token, Fact fact) {
    return token.isGenuine()
        ? send(
            new ExecutionKey(tenant, token.execution()),
            fact,
            Optional.of(
                "answer "
                    + Calls.idempotencyKey(token.execution(), token.step(), token.attempt())
                    + "#"
                    + token.attempt()))
        : Mail.Delivery.UNKNOWN;
  }

  private Mail.Delivery send(ExecutionKey key, Fact fact, Optional<String> idempotencyKey) {
    byte[] body = new Message.Tell(fact).toBytes();
    return store
        .mail()
        .send(new Mail.Outgoing(key, body, idempotencyKey, fact instanceof Fact.Cancelled));
  }

  private static Json checked(Json data) {
    return checked(data, "the data");
  }

  /** What is kept of a failure is limited as a whole, its shortened stack trace included. */
  static void checked(Failure failure, Optional<String> stackTrace) {
    JsonObject kept = failure.toJson();
    if (stackTrace.isPresent()) {
      kept = kept.with("StackTrace", Json.of(StackTraces.shortened(stackTrace.get())));
    }
    checked(
        kept,
        stackTrace.isPresent()
            ? "the error with its cause and stack trace"
            : "the error with its cause");
  }

  static Json checked(Json data, String what) {
    try {
      return Limits.checked(data, what);
    } catch (DataException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  public Optional<Executions.Summary> find(ExecutionKey key) {
    return executions.find(key);
  }

  public List<Executions.Summary> search(
      TenantId tenant, Executions.Criteria criteria, Executions.Page page) {
    return executions.search(tenant, criteria, page);
  }

  /** All facts of an execution, in order. */
  public List<Recorded> facts(ExecutionKey key) {
    return executions.facts(key).stream().map(Past::read).toList();
  }

  /** The same, read a little at a time. */
  public Iterable<Recorded> happened(ExecutionKey key) {
    return Past.of(executions, key);
  }

  /** The number of the last fact of an execution; 0 if there is none. */
  public long lastSeq(ExecutionKey key) {
    return executions.lastSeq(key);
  }

  /** True if an execution has applied, or ignored, such a fact after the one of that number. */
  public boolean hasRead(ExecutionKey key, Fact fact, long after) {
    // As whoever read it from a message writes it.
    byte[] written = FactBytes.write(FactBytes.read(FactBytes.write(fact)));
    long last = after;
    List<Entry> page;
    do {
      page = executions.facts(key, last, Executions.AT_ONCE);
      if (page.stream().anyMatch(entry -> Arrays.equals(entry.fact(), written))) {
        return true;
      }
      last = page.isEmpty() ? last : page.getLast().seq();
    } while (page.size() == Executions.AT_ONCE);
    return false;
  }

  public Iterable<Recorded> happened(Executions.Recounted recounted) {
    return new Past(
        executions, recounted.summary().card().key(), recounted.first(), recounted.last());
  }

  /** How an execution began, if that can be read. */
  public static Optional<Fact.Started> started(Executions.Recounted recounted) {
    try {
      return recounted.first().stream()
          .map(entry -> Past.read(entry).fact())
          .filter(Fact.Started.class::isInstance)
          .map(Fact.Started.class::cast)
          .findFirst();
    } catch (IncidentException unreadable) {
      return Optional.empty();
    }
  }

  /** All steps of an execution, folded from its facts. */
  public Optional<History> history(ExecutionKey key) {
    return executions.recount(key).map(recounted -> history(recounted, any -> true));
  }

  /** What is known of an execution, and the first of what happened to it. */
  public Optional<Executions.Recounted> recount(ExecutionKey key) {
    return executions.recount(key);
  }

  /**
   * Some of its steps.
   *
   * @throws IncidentException if it cannot be read
   */
  public History history(Executions.Recounted recounted, Predicate<StepId> isKept) {
    Card card = recounted.summary().card();
    try {
      return History.of(flows.interpreter(card), card.id(), happened(recounted), isKept);
    } catch (UnknownSemanticsException newer) {
      throw new IncidentException(String.valueOf(newer.getMessage()));
    }
  }

  /** The execution after all that happened to it. */
  public Execution execution(Executions.Recounted recounted) {
    return history(recounted, none -> false).execution();
  }

  /** Everything that was told of an execution's steps, in order. */
  public List<Step> lines(ExecutionKey key) {
    Optional<Executions.Summary> found = find(key);
    if (found.isEmpty()) {
      return List.of();
    }
    Interpreter interpreter = flows.interpreter(found.get().card());
    List<Step> lines = new ArrayList<>();
    Execution execution = Execution.unborn(key.id());
    for (Recorded fact : happened(key)) {
      Advanced advanced = interpreter.advance(execution, fact);
      lines.addAll(advanced.steps());
      execution = advanced.execution();
    }
    return lines;
  }

  /** Follows an execution from its first fact on, whoever moves it. */
  public Optional<Following> follow(ExecutionKey key) {
    return find(key).map(found -> new Following(executions, flows.interpreter(found.card()), key));
  }

  /** How an execution ended, if it has. */
  public Optional<Execution.Ending> ending(ExecutionKey key) {
    return find(key)
        .filter(found -> found.status().isTerminal())
        .flatMap(found -> recount(key))
        .flatMap(recounted -> execution(recounted).ending());
  }

  /** The birth of an execution that tries another one again; any node may take it. */
  Commit retrial(
      ExecutionKey failed,
      From from,
      ExecutionId id,
      Optional<String> idempotencyKey,
      Card.Origin origin,
      String reason) {
    idempotencyKey.ifPresent(NameLimit.IDEMPOTENCY_KEY::checked);
    Executions.Summary old = find(failed).orElseThrow(() -> unknown(failed));
    if (!old.status().isTerminal()) {
      throw new IllegalArgumentException(
          "only an execution that has ended can be tried again, this one is " + old.status());
    }
    Interpreter interpreter = flows.interpreter(old.card());
    List<Recorded> facts =
        switch (from) {
          case START -> Retrial.fromTheStart(facts(failed), time.now());
          case FAILURE ->
              Retrial.fromTheFailure(interpreter, failed.id(), facts(failed), time.now());
        };
    Card.Tags tags = old.card().tags();
    Card card =
        new Card(
            new ExecutionKey(failed.tenant(), id),
            old.card().version(),
            old.card().machine(),
            Optional.empty(),
            0,
            new Card.Tags(
                tags.priority(),
                tags.businessKey(),
                tags.labels(),
                idempotencyKey,
                Optional.of(failed.id()),
                origin.like(tags.origin())));
    List<Entry> entries =
        Retrial.because(facts, reason).stream()
            .map(one -> new Entry(one.seq(), one.at(), FactBytes.write(one.fact())))
            .toList();
    return new Commit(card, true, entries, 0, Commit.Outgoing.NOTHING, Fate.HandedBack.HANDED_BACK);
  }

  private static IllegalArgumentException unknown(ExecutionKey key) {
    return new IllegalArgumentException("there is no execution " + key.id());
  }
}
