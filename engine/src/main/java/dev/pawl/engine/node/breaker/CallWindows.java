package dev.pawl.engine.node.breaker;

import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The windows of all downstreams that a node calls. Their number is bounded; when there are too
 * many, the tenant with the most of them loses the one that it has not used for longest, so that no
 * tenant takes those of others. Thread-safe.
 */
final class CallWindows {

  static final int MAX_WINDOWS = 10_000;

  private static final long SWEEP_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

  /** By tenant and downstream; those of a tenant in the order of their use. */
  private final Map<TenantId, LinkedHashMap<String, CallWindow>> windows = new HashMap<>();

  private int count;
  private long sweptAt;

  CallWindows(long nanos) {
    sweptAt = nanos - SWEEP_INTERVAL_NANOS;
  }

  /** Returns the window of a downstream, and creates it if there is none. */
  synchronized CallWindow use(Breaker.Key key, long nanos) {
    LinkedHashMap<String, CallWindow> own = windows.get(key.tenant());
    CallWindow window = own == null ? null : own.get(key.downstream());
    if (window != null) {
      return window;
    }
    if (count >= MAX_WINDOWS) {
      removeIdle(nanos);
    }
    if (count >= MAX_WINDOWS) {
      removeOneOfTheLargest();
    }
    CallWindow added = new CallWindow(nanos);
    windows
        .computeIfAbsent(key.tenant(), any -> new LinkedHashMap<>(16, 0.75f, true))
        .put(key.downstream(), added);
    count++;
    return added;
  }

  /** Removes the window of a downstream, unless it is another one by now. */
  synchronized void remove(Breaker.Key key, CallWindow window) {
    LinkedHashMap<String, CallWindow> own = windows.get(key.tenant());
    if (own != null && own.get(key.downstream()) == window) {
      remove(key);
    }
  }

  /** Removes and returns the window of a downstream. */
  synchronized @Nullable CallWindow remove(Breaker.Key key) {
    LinkedHashMap<String, CallWindow> own = windows.get(key.tenant());
    if (own == null) {
      return null;
    }
    CallWindow removed = own.remove(key.downstream());
    if (removed != null) {
      count--;
      if (own.isEmpty()) {
        windows.remove(key.tenant());
      }
    }
    return removed;
  }

  synchronized int count() {
    return count;
  }

  /** At most once in a second, because it looks at all windows. */
  private void removeIdle(long nanos) {
    if (nanos - sweptAt < SWEEP_INTERVAL_NANOS) {
      return;
    }
    sweptAt = nanos;
    windows.values().forEach(own -> own.values().removeIf(window -> window.isIdle(nanos)));
    windows.values().removeIf(Map::isEmpty);
    count = windows.values().stream().mapToInt(Map::size).sum();
  }

  private void removeOneOfTheLargest() {
    LinkedHashMap<String, CallWindow> largest = new LinkedHashMap<>();
    for (LinkedHashMap<String, CallWindow> own : windows.values()) {
      if (own.size() > largest.size()) {
        largest = own;
      }
    }
    Iterator<String> leastRecentlyUsed = largest.keySet().iterator();
    leastRecentlyUsed.next();
    leastRecentlyUsed.remove();
    count--;
  }
}
