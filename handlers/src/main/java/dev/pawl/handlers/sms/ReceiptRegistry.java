package dev.pawl.handlers.sms;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jsmpp.util.DeliveryReceiptState;

/**
 * Brings delivery receipts to the calls that wait for them. A gateway may send a receipt through
 * any session of the same account, and before it has answered the message.
 */
final class ReceiptRegistry {

  private final Set<String> awaited = new HashSet<>();
  private final Map<String, DeliveryReceiptState> received = new HashMap<>();
  private int submitting;

  /** Starts to keep all receipts, because ids of messages are about to become known. */
  synchronized void beginSubmission() {
    submitting++;
  }

  /** Keeps receipts of this message from now on. */
  synchronized void expect(String id) {
    awaited.add(id);
  }

  synchronized void endSubmission() {
    submitting--;
    if (submitting == 0) {
      received.keySet().retainAll(awaited);
    }
  }

  /** Takes a final receipt; returns false if no call waits for it. */
  synchronized boolean offer(String id, DeliveryReceiptState state) {
    if (submitting == 0 && !awaited.contains(id)) {
      return false;
    }
    received.put(id, state);
    notifyAll();
    return true;
  }

  /** Waits for the receipt of a message; empty if there is none in time. */
  synchronized Optional<DeliveryReceiptState> await(String id, long deadlineNanos)
      throws InterruptedException {
    while (!received.containsKey(id)) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
      if (left <= 0) {
        return Optional.empty();
      }
      wait(left);
    }
    return Optional.ofNullable(received.get(id));
  }

  /** Forgets a message. */
  synchronized void forget(String id) {
    awaited.remove(id);
    received.remove(id);
  }
}
