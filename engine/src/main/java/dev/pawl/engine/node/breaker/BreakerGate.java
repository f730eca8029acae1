package dev.pawl.engine.node.breaker;

import dev.pawl.engine.node.breaker.NodeBreakers.Admission;
import dev.pawl.engine.run.CallGate;
import dev.pawl.engine.run.CallHeldException;
import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers.DownstreamFailure;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.ErrorName;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes one call through the breaker of its downstream. Used by the thread of the call only. */
public final class BreakerGate implements CallGate {

  private final NodeBreakers breakers;
  private final TenantId tenant;
  private final Consumer<String> onProbe;
  private Breaker.@Nullable Key key;
  private @Nullable CallWindow window;

  /**
   * Creates the gate of a call.
   *
   * @param onProbe gets the downstream before the call if it is a probe, whose failure must not use
   *     an attempt
   */
  public BreakerGate(NodeBreakers breakers, TenantId tenant, Consumer<String> onProbe) {
    this.breakers = breakers;
    this.tenant = tenant;
    this.onProbe = onProbe;
  }

  @Override
  public void enter(String downstream) {
    Breaker.Key entered = new Breaker.Key(tenant, downstream);
    if (breakers.admit(entered) == Admission.PROBE) {
      onProbe.accept(downstream);
    } else {
      window = breakers.window(entered);
    }
    key = entered;
  }

  @Override
  public void succeeded() {
    if (window != null) {
      breakers.succeeded(window);
    } else if (key != null) {
      breakers.probeSucceeded(key);
    }
  }

  @Override
  public void failed(String error, String cause) {
    if (key == null) {
      return;
    }
    DownstreamFailure failure = new DownstreamFailure(error, cause);
    if (window != null) {
      breakers.failed(key, window, failure);
    } else {
      throw new CallHeldException(key.downstream(), breakers.probeFailed(key, failure));
    }
  }

  /** Reports that the engine interrupted the call because it timed out. */
  public void timedOut() {
    failed(ErrorName.TIMEOUT, "the call was interrupted at its timeout");
  }
}
