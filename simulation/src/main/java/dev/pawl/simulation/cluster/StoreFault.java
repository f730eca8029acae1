package dev.pawl.simulation.cluster;

import dev.pawl.engine.store.ExecutionKey;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Thrown when a store violates its contract. */
public final class StoreFault extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient @Nullable ExecutionKey key;

  StoreFault(ExecutionKey key, String what) {
    super("execution " + key.id() + ": " + what);
    this.key = key;
  }

  StoreFault(String what) {
    super(what);
    this.key = null;
  }

  StoreFault(String what, Throwable cause) {
    super(what, cause);
    this.key = null;
  }

  /** Returns true if the fault concerns one of the given executions, as far as known. */
  public boolean isAbout(Collection<ExecutionKey> keys) {
    return key == null || keys.contains(key);
  }
}
