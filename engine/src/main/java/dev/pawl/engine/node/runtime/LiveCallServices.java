package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.live.LiveExecution;
import dev.pawl.engine.node.live.OpenCall;
import dev.pawl.sdk.CallServices;

/** What a handler call of an execution in this node's memory may use. */
record LiveCallServices(LiveExecution live, OpenCall call) implements CallServices {

  @Override
  public void heartbeat() {
    live.heartbeat(call);
  }
}
