package dev.pawl.engine.node;

import dev.pawl.engine.Fact;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.run.Outside;
import dev.pawl.sdk.Handler;
import java.util.Optional;

/** Makes calls to the outside, as many at once as the node allows, and only while it may. */
final class Calling {

  private final Services services;
  private final Lease lease;

  Calling(Services services, Lease lease) {
    this.services = services;
    this.lease = lease;
  }

  /** Returns when the call has come back. */
  Call.Return make(Live live, Call call) {
    try {
      services.callSlots().acquire();
      try {
        lease.awaitFresh();
        return outside(live, call);
      } finally {
        services.callSlots().release();
      }
    } catch (InterruptedException e) {
      return new Call.Return.Interrupted(call.failed(e, services.clock()));
    } catch (RuntimeException | Error e) {
      // Whatever it is: a call that never came back would hold its execution for ever.
      return new Call.Return.Answered(call.failed(e, services.clock()));
    }
  }

  private Call.Return outside(Live live, Call call) throws InterruptedException {
    Outside outside = services.outside().seenBy(live.card.id());
    Optional<Handler> handler = outside.handler(call.command.call().resource());
    if (handler.isEmpty()) {
      return Call.Return.Unserved.UNSERVED;
    }
    Optional<Fact> answer =
        Calls.call(
            handler.get(),
            Calls.handlerCall(live.card.id(), call.command, () -> live.beat(call.attempt)),
            call.command,
            services.clock());
    return answer.isPresent()
        ? new Call.Return.Answered(answer.get())
        : Call.Return.HandedOver.HANDED_OVER;
  }
}
