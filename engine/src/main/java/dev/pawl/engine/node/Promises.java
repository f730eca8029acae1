package dev.pawl.engine.node;

import dev.pawl.engine.store.ExpelledException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** What somebody waits for as long as a life lasts. */
final class Promises {

  private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();
  private final BooleanSupplier isOver;

  Promises(BooleanSupplier isOver) {
    this.isOver = isOver;
  }

  /** Fails with {@link ExpelledException} when the life ends before it is complete. */
  <T> CompletableFuture<T> make() {
    CompletableFuture<T> promise = new CompletableFuture<>();
    open.add(promise);
    promise.whenComplete((result, trouble) -> open.remove(promise));
    if (isOver.getAsBoolean()) {
      fail(promise);
    }
    return promise;
  }

  /** The life has ended. */
  void fail() {
    open.forEach(Promises::fail);
  }

  void fail(RuntimeException why) {
    open.forEach(promise -> promise.completeExceptionally(why));
  }

  private static void fail(CompletableFuture<?> promise) {
    promise.completeExceptionally(new ExpelledException("the node lost its right to write"));
  }
}
