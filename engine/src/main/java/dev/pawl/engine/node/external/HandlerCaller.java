package dev.pawl.engine.node.external;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.node.breaker.BreakerGate;
import dev.pawl.engine.node.live.CallResult;
import dev.pawl.engine.node.live.OpenCall;
import dev.pawl.engine.run.CallHeldException;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.Handler;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Calls handlers for executions of this node, within the limit of concurrent calls. */
public final class HandlerCaller {

  private static final System.Logger LOG = System.getLogger(HandlerCaller.class.getName());

  private final HandlerServices services;
  private final LeaseGate lease;

  /** Creates a caller that calls handlers only while the lease is fresh. */
  public HandlerCaller(HandlerServices services, LeaseGate lease) {
    this.services = services;
    this.lease = lease;
  }

  /**
   * Calls the handler of an open call and returns its result; blocks until it has returned.
   *
   * @param limit gets the time limit of the handler if the state sets none
   */
  public CallResult call(
      ExecutionMetadata info, OpenCall call, CallServices offered, Consumer<Duration> limit) {
    BreakerGate gate = new BreakerGate(services.breakers(), info.key().tenant(), call::probe);
    try {
      services.permits().acquire();
      try {
        lease.awaitFresh();
        return callHandler(info, call, offered, limit, gate);
      } finally {
        services.permits().release();
      }
    } catch (CallHeldException e) {
      return new CallResult.BreakerOpen(e.downstream(), e.until());
    } catch (InterruptedException e) {
      if (call.wasTimedOut()) {
        timedOut(gate);
      }
      return new CallResult.Interrupted(call.failed(e, services.clock()));
    } catch (RuntimeException | Error e) {
      // Any error becomes an outcome: a call without a result would block its execution for ever.
      return new CallResult.OutcomeReady(call.failed(e, services.clock()));
    }
  }

  private CallResult callHandler(
      ExecutionMetadata info,
      OpenCall call,
      CallServices offered,
      Consumer<Duration> limit,
      BreakerGate gate)
      throws InterruptedException {
    ExecutionPorts ports = services.ports().forExecution(info.id());
    Optional<Handler> handler = ports.handler(call.command().call().resource());
    if (handler.isEmpty()) {
      return CallResult.Unserved.UNSERVED;
    }
    Command.Call command = call.command().call();
    // The wait for a task token is not part of the call.
    if (command.timeout().isEmpty() && command.token().isEmpty()) {
      handler.get().descriptor().timeout().ifPresent(limit);
    }
    Optional<Fact> outcome =
        services.invoke(
            handler.get(),
            HandlerInvocations.handlerCall(ports, info.id(), origin(info), call.command(), offered),
            call.command(),
            gate);
    return outcome.isPresent()
        ? new CallResult.OutcomeReady(outcome.get())
        : CallResult.Deferred.DEFERRED;
  }

  /** Counts the timeout; the execution has recorded it already. */
  private static void timedOut(BreakerGate gate) {
    try {
      gate.timedOut();
    } catch (CallHeldException e) {
      // It was a probe, whose call is held already.
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "the breaker of a call that timed out cannot be changed", e);
    }
  }

  private static CallOrigin origin(ExecutionMetadata info) {
    return new CallOrigin(
        info.key().tenant().value(), info.version().flow(), "", "", info.tags().businessKey());
  }
}
