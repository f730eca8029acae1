package dev.pawl.engine.node.live;

import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult.MessagesPending;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Release;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.UnavailableException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/**
 * The commit for an execution that cannot continue on its node: released if the store was
 * unavailable, otherwise parked with an incident.
 *
 * @param messages the number of messages received
 * @param awaited calls that will be answered by message and are not made again
 */
public record IncidentPark(int messages, List<Awaited> awaited) {

  private static final System.Logger LOG = System.getLogger(IncidentPark.class.getName());

  /** Writes the commit. */
  public void write(ExecutionMetadata info, RuntimeException cause, ExecutionRuntime runtime) {
    if (cause instanceof UnavailableException) {
      release(info, runtime);
    } else {
      LOG.log(Level.ERROR, "execution " + info.id() + " is paused by an incident", cause);
      park(info, cause, runtime);
    }
  }

  private void park(ExecutionMetadata info, RuntimeException cause, ExecutionRuntime runtime) {
    String incident =
        cause instanceof IncidentException ? String.valueOf(cause.getMessage()) : cause.toString();
    Disposition park =
        new Disposition.Park(
            messages,
            Optional.empty(),
            new Disposition.WaitsFor(List.of("repair"), true, Optional.of(incident)),
            awaited);
    runtime.write(
        commit(info, park),
        result -> {
          if (result == MessagesPending.MESSAGES_PENDING) {
            // A message arrived meanwhile; it may resume the execution.
            release(info, runtime);
          }
        });
  }

  private static void release(ExecutionMetadata info, ExecutionRuntime runtime) {
    runtime.write(commit(info, Release.RELEASE), result -> {});
  }

  private static Commit commit(ExecutionMetadata info, Disposition disposition) {
    return new Commit(info, false, List.of(), 0, Commit.Outgoing.NOTHING, disposition);
  }
}
