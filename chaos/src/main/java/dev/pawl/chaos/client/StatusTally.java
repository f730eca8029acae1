package dev.pawl.chaos.client;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Counts the responses of servers by status and keeps those of 500 and above. */
public final class StatusTally {

  private final Map<Integer, Integer> counts = new ConcurrentHashMap<>();
  private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();

  /**
   * A response of 500 or above.
   *
   * @param server the name of the server
   * @param sentNanos when the request was sent, in nanoseconds of this JVM
   * @param receivedNanos when the response arrived, in nanoseconds of this JVM
   * @param code the code of the problem; empty if there is none
   * @param again true if the response has {@code Retry-After}
   */
  public record Fault(
      String server,
      long sentNanos,
      long receivedNanos,
      int status,
      String code,
      boolean again,
      String body) {

    /** Returns true for a 503 response with {@code Retry-After} and one of the given codes. */
    public boolean isAway(Set<String> codes) {
      return status == 503 && again && codes.contains(code);
    }

    @Override
    public String toString() {
      return status + " " + body;
    }
  }

  void add(Api.ApiAnswer answer, String server, long asked) {
    counts.merge(answer.status(), 1, Integer::sum);
    if (answer.status() >= 500) {
      faults.add(
          new Fault(
              server,
              asked,
              System.nanoTime(),
              answer.status(),
              answer.text("code"),
              answer.retryAfter().isPresent(),
              answer.body().toString()));
    }
  }

  /** Returns the number of responses by status. */
  public Map<Integer, Integer> counts() {
    return new TreeMap<>(counts);
  }

  /** Returns all responses of 500 and above in the order of their arrival. */
  public List<Fault> faults() {
    return List.copyOf(faults);
  }
}
