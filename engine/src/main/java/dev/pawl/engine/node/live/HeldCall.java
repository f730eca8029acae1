package dev.pawl.engine.node.live;

import dev.pawl.engine.Command;
import java.time.Instant;

/**
 * A call that is not made because the circuit breaker of its downstream is open.
 *
 * @param until when the call is tried again if the execution is still in memory
 */
record HeldCall(Command.Work work, String downstream, Instant until) {}
