package dev.pawl.engine.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepId;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.external.AttemptAnswer;
import dev.pawl.engine.node.external.InputLimits;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.node.live.MessageBody;
import dev.pawl.engine.node.read.FlowCache;
import dev.pawl.engine.node.runtime.CompletionWaiters;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.StackTraces;
import java.util.List;
import java.util.Optional;

/**
 * Sends operator actions, events and outcomes to executions, wherever they run. Each of them is a
 * durable message: accepted when the method returns, and applied exactly once, in the order of
 * acceptance.
 */
public final class ExecutionControl {

  private final Inbox inbox;
  private final Executions executions;
  private final ExecutionReader reader;
  private final FlowCache flows;
  private final CompletionWaiters waiters;
  private final Timeline time;

  ExecutionControl(
      Inbox inbox,
      Executions executions,
      FlowCache flows,
      CompletionWaiters waiters,
      Timeline time) {
    this.inbox = inbox;
    this.executions = executions;
    this.reader = new ExecutionReader(executions, flows);
    this.flows = flows;
    this.waiters = waiters;
    this.time = time;
  }

  /** Returns an instance that uses another, possibly restricted view of the executions. */
  public ExecutionControl withExecutions(Executions visible) {
    return new ExecutionControl(inbox, visible, flows, waiters, time);
  }

  /** Returns the reader of executions. */
  public ExecutionReader reader() {
    return reader;
  }

  /** The point from which a retry continues. */
  public enum From {
    START,
    FAILURE
  }

  /** Sends an event; it is kept until a state waits for it. */
  public MessageAcceptance signal(
      ExecutionKey key, String event, Json payload, Optional<String> idempotencyKey) {
    return inbox.send(key, event(event, payload), idempotencyKey);
  }

  /** Sends an event to many executions and returns the acceptance of each, in their order. */
  public List<MessageAcceptance> signalAll(
      List<ExecutionKey> keys, String event, Json payload, Optional<String> idempotencyKey) {
    byte[] message = event(event, payload);
    return inbox.sendAll(
        keys.stream().map(key -> new Inbox.OutgoingMessage(key, message, idempotencyKey)).toList());
  }

  /**
   * Encodes the message of an event, for callers that send it in their own transaction.
   *
   * @throws IllegalArgumentException if the name is not a valid event name
   */
  public static byte[] event(String event, Json payload) {
    NameLimit.EVENT.require(event);
    return new MessageBody.FactMessage(new Fact.EventArrived(event, checked(payload))).toBytes();
  }

  /** Cancels an execution, with or without compensation of completed steps. */
  public MessageAcceptance cancel(ExecutionKey key, String reason, boolean compensate) {
    return send(key, new Fact.Cancelled(reason, compensate), Optional.empty());
  }

  /** Pauses an execution: steps in progress finish, no new step starts. */
  public MessageAcceptance pause(ExecutionKey key, String reason) {
    return send(key, new Fact.Paused(reason), Optional.empty());
  }

  /** Resumes an execution that was paused by an operator or by an incident. */
  public MessageAcceptance resume(ExecutionKey key) {
    return send(key, new Fact.Resumed(), Optional.empty());
  }

  /** Ends a step with a given output; a later outcome of its handler is ignored. */
  public MessageAcceptance skip(ExecutionKey key, StepId step, Json output) {
    return send(key, new Fact.Skipped(step, checked(output)), Optional.empty());
  }

  /**
   * Rewinds a frame to an earlier step of its own.
   *
   * @throws IllegalArgumentException if the execution or the step does not exist
   */
  public MessageAcceptance rewind(ExecutionKey key, StepId to, boolean compensate) {
    Executions.ExecutionRecord found = reader.load(key).orElseThrow(() -> unknown(key));
    Fact.Entry entry = reader.history(found, to::equals).entry(to);
    return send(key, new Fact.Rewound(to.frame(), entry, compensate), Optional.empty());
  }

  /**
   * Sends a command of an operator, at most once per idempotency key.
   *
   * @param idempotencyKey a second command with this key is {@link MessageAcceptance#REPEATED}
   */
  public MessageAcceptance send(ExecutionKey key, Fact fact, String idempotencyKey) {
    return send(key, fact, Optional.of(idempotencyKey));
  }

  /** Sends a command of an operator. */
  public MessageAcceptance send(ExecutionKey key, Fact fact) {
    return send(key, fact, Optional.empty());
  }

  /**
   * Returns why an execution would ignore a command now; empty if it would apply it. Unread
   * messages are not considered.
   */
  public Optional<String> objection(ExecutionKey key, Fact fact) {
    Executions.ExecutionRecord found = reader.load(key).orElseThrow(() -> unknown(key));
    Interpreter interpreter = flows.interpreter(found.summary().info());
    Execution execution = reader.execution(found);
    return interpreter
        .advance(execution, new RecordedFact(execution.seq() + 1, time.now(), fact))
        .ignored();
  }

  /** Returns the effect of an operator action; must be called before the action is sent. */
  public ActionEffect effectOf(ExecutionKey key, Fact action) {
    return new ActionEffect(executions, waiters, key, action);
  }

  /** Sends the action of a person on a Human step. */
  public MessageAcceptance act(
      ExecutionKey key, StepId step, String by, Fact.HumanActed.Action action) {
    return send(key, new Fact.HumanActed(step, by, action), Optional.empty());
  }

  /**
   * Ends a Human step with a decision. The first decision on a step is accepted, every other one is
   * {@link Inbox.MessageAcceptance#REPEATED}, even before the execution has read the first.
   */
  public MessageAcceptance decide(
      ExecutionKey key, StepId step, String by, Fact.HumanActed.Action.Completed decision) {
    checked(decision.data());
    // Contains a space, which keys of callers cannot contain.
    String once = "decide " + HandlerInvocations.idempotencyKey(key.id(), step, 1);
    return send(key, new Fact.HumanActed(step, by, decision), Optional.of(once));
  }

  /**
   * Completes a step by its task token. Only the first outcome of an attempt is accepted, whether
   * it comes with the token or from a worker. The same outcome again is {@link
   * Inbox.MessageAcceptance#REPEATED}, another one {@link Inbox.MessageAcceptance#CONFLICTING}.
   */
  public MessageAcceptance succeed(TenantId tenant, TaskToken token, Json output) {
    return answer(
        tenant,
        token,
        new Workers.WorkOutcome.Succeeded(checked(output)),
        new Fact.TaskSucceeded(
            token.step(), token.attempt(), output, HandlerInvocations.timing(time.now())));
  }

  /** Fails a step by its task token; only the first outcome of an attempt is accepted. */
  public MessageAcceptance fail(TenantId tenant, TaskToken token, Failure failure) {
    return fail(tenant, token, failure, Optional.empty());
  }

  /**
   * Fails a step by its task token; only the first outcome of an attempt is accepted.
   *
   * @param stackTrace for the history; a long one is shortened
   */
  public MessageAcceptance fail(
      TenantId tenant, TaskToken token, Failure failure, Optional<String> stackTrace) {
    InputLimits.check(failure, stackTrace);
    return answer(
        tenant,
        token,
        new Workers.WorkOutcome.Failed(failure),
        new Fact.TaskFailed(
            token.step(),
            token.attempt(),
            failure,
            HandlerInvocations.timing(time.now()),
            new Fact.FailureDetails(stackTrace.map(StackTraces::shortened), Optional.empty())));
  }

  /** Sends a heartbeat for a step by its task token. */
  public MessageAcceptance heartbeat(TenantId tenant, TaskToken token) {
    if (!token.isGenuine()) {
      return MessageAcceptance.UNKNOWN;
    }
    byte[] beat = new MessageBody.Heartbeat(token.step(), token.attempt()).toBytes();
    return inbox.send(new ExecutionKey(tenant, token.execution()), beat, Optional.empty());
  }

  private MessageAcceptance answer(
      TenantId tenant, TaskToken token, Workers.WorkOutcome outcome, Fact fact) {
    if (!token.isGenuine()) {
      return MessageAcceptance.UNKNOWN;
    }
    ExecutionKey execution = new ExecutionKey(tenant, token.execution());
    Offer.Key attempt = new Offer.Key(execution, token.step(), token.attempt());
    return inbox.send(AttemptAnswer.of(attempt, outcome, fact));
  }

  private MessageAcceptance send(ExecutionKey key, Fact fact, Optional<String> idempotencyKey) {
    byte[] body = new MessageBody.FactMessage(fact).toBytes();
    return inbox.send(
        new Inbox.OutgoingMessage(
            key, body, idempotencyKey, Optional.empty(), fact instanceof Fact.Cancelled));
  }

  private static Json checked(Json data) {
    return InputLimits.check(data, "the data");
  }

  static IllegalArgumentException unknown(ExecutionKey key) {
    return new IllegalArgumentException("there is no execution " + key.id());
  }
}
