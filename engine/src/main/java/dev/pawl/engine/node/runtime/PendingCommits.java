package dev.pawl.engine.node.runtime;

import dev.pawl.engine.store.ExpelledException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Futures of callers that wait for a commit of an incarnation. */
final class PendingCommits {

  private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();
  private final BooleanSupplier isOver;

  PendingCommits(BooleanSupplier isOver) {
    this.isOver = isOver;
  }

  /** Creates a future that fails with {@link ExpelledException} if the incarnation ends first. */
  <T> CompletableFuture<T> create() {
    CompletableFuture<T> future = new CompletableFuture<>();
    open.add(future);
    future.whenComplete((result, failure) -> open.remove(future));
    if (isOver.getAsBoolean()) {
      fail(future);
    }
    return future;
  }

  /** Fails all open futures because the incarnation has ended. */
  void failAll() {
    open.forEach(PendingCommits::fail);
  }

  /** Fails all open futures with an exception. */
  void failAll(RuntimeException cause) {
    open.forEach(future -> future.completeExceptionally(cause));
  }

  private static void fail(CompletableFuture<?> future) {
    future.completeExceptionally(new ExpelledException("the node lost its right to write"));
  }
}
