package dev.pawl.engine.node.live;

import dev.pawl.engine.Fact;
import dev.pawl.engine.StepId;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.journal.UnreadableFactException;
import dev.pawl.engine.store.InboxMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The content of a message to an execution. */
public sealed interface MessageBody {

  /** A fact to apply. */
  record FactMessage(Fact fact) implements MessageBody {}

  /** A heartbeat of a worker on an attempt. */
  record Heartbeat(StepId step, int attempt) implements MessageBody {}

  /** The first byte of a heartbeat; no encoded fact begins with it. */
  byte HEARTBEAT_FORMAT = 'b';

  /** Encodes the content. */
  default byte[] toBytes() {
    return switch (this) {
      case FactMessage message -> FactBytes.write(message.fact());
      case Heartbeat beat -> bytes(beat.step(), beat.attempt());
    };
  }

  private static byte[] bytes(StepId step, int attempt) {
    byte[] text = step.toString().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(5 + text.length)
        .put(HEARTBEAT_FORMAT)
        .putInt(attempt)
        .put(text)
        .array();
  }

  /** Returns true if a message cancels its execution; an unreadable one does not. */
  static boolean cancels(InboxMessage message) {
    try {
      return read(message.body()) instanceof FactMessage fact
          && fact.fact() instanceof Fact.Cancelled;
    } catch (UnreadableFactException unreadable) {
      return false;
    }
  }

  /**
   * Decodes the content of a message.
   *
   * @throws dev.pawl.engine.journal.UnreadableFactException if the bytes are not a message
   */
  static MessageBody read(byte[] bytes) {
    if (bytes.length > 5 && bytes[0] == HEARTBEAT_FORMAT) {
      String text = new String(Arrays.copyOfRange(bytes, 5, bytes.length), StandardCharsets.UTF_8);
      StepId step = StepId.parse(text);
      return new Heartbeat(step, ByteBuffer.wrap(bytes).getInt(1));
    }
    return new FactMessage(FactBytes.read(bytes));
  }
}
