package dev.pawl.testkit.store;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox;
import java.util.Optional;

/** The inboxes of the executions in an in-memory store. */
final class InMemoryInbox implements Inbox {

  private final StoreState memory;

  InMemoryInbox(StoreState memory) {
    this.memory = memory;
  }

  @Override
  public Inbox.MessageAcceptance send(Inbox.OutgoingMessage message) {
    return memory.withLock(() -> accept(message));
  }

  private Inbox.MessageAcceptance accept(Inbox.OutgoingMessage message) {
    ExecutionKey to = message.to();
    Optional<StoreState.AcceptedKey> key =
        message.idempotencyKey().map(text -> StoreState.AcceptedKey.message(to, text));
    if (key.filter(memory.accepted::containsKey).isPresent()) {
      boolean isSame =
          message.digest().isEmpty() || message.digest().equals(key.map(memory.requests::get));
      return isSame ? Inbox.MessageAcceptance.REPEATED : Inbox.MessageAcceptance.CONFLICTING;
    }
    Optional<LiveRow> row = memory.live.find(to);
    if (row.isEmpty()) {
      return memory.finished.containsKey(to)
          ? Inbox.MessageAcceptance.ENDED
          : Inbox.MessageAcceptance.UNKNOWN;
    }
    key.ifPresent(
        known -> {
          memory.accepted.put(known, to.id());
          message.digest().ifPresent(digest -> memory.requests.put(known, digest));
        });
    memory.live.deliver(row.get(), message.body(), message.cancels());
    return Inbox.MessageAcceptance.ACCEPTED;
  }
}
