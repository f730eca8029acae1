package dev.pawl.chaos.client;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** How servers answered, by status. */
public final class StatusTally {

  private final Map<Integer, Integer> counts = new ConcurrentHashMap<>();
  private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();

  /**
   * An answer with which a server says that it is not the caller's fault.
   *
   * @param server its name
   * @param asked when the request was sent, by this machine's steady clock
   * @param told when the answer was there
   * @param code of the problem; empty if it told none
   * @param again whether it said when to ask again
   */
  public record Fault(
      String server, long asked, long told, int status, String code, boolean again, String body) {

    /** Whether it says, with one of these codes, that it cannot do anything now. */
    public boolean isAway(Set<String> codes) {
      return status == 503 && again && codes.contains(code);
    }

    @Override
    public String toString() {
      return status + " " + body;
    }
  }

  void add(Api.Answer answer, String server, long asked) {
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

  /** How often each status was answered. */
  public Map<Integer, Integer> counts() {
    return new TreeMap<>(counts);
  }

  /** All answers of 500 and above, in their order. */
  public List<Fault> faults() {
    return List.copyOf(faults);
  }
}
