package dev.pawl.testkit.store;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import java.util.Optional;

/** Letters to executions of an in-memory cluster. */
final class InMemoryMail implements Mail {

  private final Memory memory;

  InMemoryMail(Memory memory) {
    this.memory = memory;
  }

  @Override
  public Delivery send(ExecutionKey to, byte[] body, Optional<String> idempotencyKey) {
    return memory.doing(() -> accept(to, body, idempotencyKey));
  }

  private Delivery accept(ExecutionKey to, byte[] body, Optional<String> idempotencyKey) {
    Optional<Memory.Accepted> key = idempotencyKey.map(text -> Memory.Accepted.letter(to, text));
    if (key.filter(memory.accepted::containsKey).isPresent()) {
      return Delivery.REPEATED;
    }
    Optional<Live> row = memory.live.find(to);
    if (row.isEmpty()) {
      return memory.finished.containsKey(to) ? Delivery.ENDED : Delivery.UNKNOWN;
    }
    key.ifPresent(known -> memory.accepted.put(known, to.id()));
    memory.live.deliver(row.get(), body);
    return Delivery.ACCEPTED;
  }
}
