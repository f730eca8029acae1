package dev.pawl.server.feed;

import dev.pawl.engine.store.TenantId;
import java.util.HashMap;
import java.util.Map;

/** One tail for each tenant that has listeners on this node. */
final class Tails {

  private final Feed feed;
  private final Map<TenantId, Shared> tails = new HashMap<>();

  private static final class Shared {
    private final Tail tail;
    private int listeners;

    Shared(Tail tail) {
      this.tail = tail;
    }
  }

  Tails(Feed feed) {
    this.feed = feed;
  }

  synchronized Tail enter(TenantId tenant) {
    Shared shared = tails.get(tenant);
    if (shared == null) {
      Shared fresh = new Shared(new Tail(feed, tenant));
      tails.put(tenant, fresh);
      Thread.ofVirtual()
          .name("pawl-feed-" + tenant.value())
          .start(() -> fresh.tail.run(() -> isWanted(fresh)));
      shared = fresh;
    }
    shared.listeners++;
    return shared.tail;
  }

  private synchronized boolean isWanted(Shared shared) {
    return shared.listeners > 0;
  }

  synchronized void leave(TenantId tenant) {
    Shared shared = tails.get(tenant);
    if (shared != null && --shared.listeners == 0) {
      tails.remove(tenant);
    }
  }
}
