package dev.pawl.engine.node;

import dev.pawl.engine.Fact;
import dev.pawl.engine.StepId;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.journal.UnreadableFactException;
import dev.pawl.engine.store.Letter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a letter to an execution says. */
public sealed interface Message {

  /** Something happened to it. */
  record Tell(Fact fact) implements Message {}

  /** Whoever works on one of its steps is alive. */
  record Beat(StepId step, int attempt) implements Message {}

  /** The form of a heartbeat; facts have their own forms, which never begin with this. */
  byte BEAT = 'b';

  default byte[] toBytes() {
    return switch (this) {
      case Tell tell -> FactBytes.write(tell.fact());
      case Beat beat -> bytes(beat.step(), beat.attempt());
    };
  }

  private static byte[] bytes(StepId step, int attempt) {
    byte[] text = step.toString().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(5 + text.length).put(BEAT).putInt(attempt).put(text).array();
  }

  /** True if a message ends the execution it is for; one that cannot be read does not. */
  static boolean cancels(Letter letter) {
    try {
      return read(letter.body()) instanceof Tell tell && tell.fact() instanceof Fact.Cancelled;
    } catch (UnreadableFactException unreadable) {
      return false;
    }
  }

  /**
   * @throws dev.pawl.engine.journal.UnreadableFactException if it is no message
   */
  static Message read(byte[] bytes) {
    if (bytes.length > 5 && bytes[0] == BEAT) {
      String text = new String(Arrays.copyOfRange(bytes, 5, bytes.length), StandardCharsets.UTF_8);
      StepId step = StepId.parse(text);
      return new Beat(step, ByteBuffer.wrap(bytes).getInt(1));
    }
    return new Tell(FactBytes.read(bytes));
  }
}
