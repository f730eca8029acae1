package dev.pawl.testkit.simulation.cluster;

import dev.pawl.engine.store.ExecutionKey;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Thrown when a store does something else than it must. */
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

  /** Whether it is about one of these, as far as it is known what it is about. */
  public boolean isAbout(Collection<ExecutionKey> keys) {
    return key == null || keys.contains(key);
  }
}
