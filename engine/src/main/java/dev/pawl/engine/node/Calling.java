package dev.pawl.engine.node;

import dev.pawl.engine.Command;
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
    return switch (call.command) {
      case Command.RunTask task -> {
        Optional<Handler> handler = outside.handler(task.call().resource());
        yield handler.isEmpty()
            ? Call.Return.Unserved.UNSERVED
            : handler(live, call, task, handler.get());
      }
      case Command.ReadItems read ->
          new Call.Return.Answered(Calls.read(outside, read, services.clock()));
      case Command.WriteResults write ->
          new Call.Return.Answered(Calls.write(outside, write, services.clock()));
    };
  }

  private Call.Return handler(Live live, Call call, Command.RunTask task, Handler handler)
      throws InterruptedException {
    Optional<Fact> answer =
        Calls.call(
            handler,
            Calls.handlerCall(live.card.id(), task, () -> live.beat(call.attempt)),
            task,
            services.clock());
    return answer.isPresent()
        ? new Call.Return.Answered(answer.get())
        : Call.Return.HandedOver.HANDED_OVER;
  }
}
