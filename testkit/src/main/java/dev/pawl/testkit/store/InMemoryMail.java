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
  public Delivery send(Outgoing letter) {
    return memory.doing(() -> accept(letter));
  }

  private Delivery accept(Outgoing letter) {
    ExecutionKey to = letter.to();
    Optional<Memory.Accepted> key =
        letter.idempotencyKey().map(text -> Memory.Accepted.letter(to, text));
    if (key.filter(memory.accepted::containsKey).isPresent()) {
      return Delivery.REPEATED;
    }
    Optional<Live> row = memory.live.find(to);
    if (row.isEmpty()) {
      return memory.finished.containsKey(to) ? Delivery.ENDED : Delivery.UNKNOWN;
    }
    key.ifPresent(known -> memory.accepted.put(known, to.id()));
    memory.live.deliver(row.get(), letter.body(), letter.cancels());
    return Delivery.ACCEPTED;
  }
}
