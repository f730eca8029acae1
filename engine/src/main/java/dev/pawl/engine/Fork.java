package dev.pawl.engine;

import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A frame split into children: the branches of a Parallel, the items of a Map, the nodes of a
 * Graph. One mechanism for all of them.
 *
 * @param input what the children were given to work on
 * @param outer the variables the children see
 */
public record Fork(
    Plan plan, Json input, Map<String, Json> outer, ChunkedList<Slot> slots, Tally tally) {

  /** What kind of children there are. */
  public sealed interface Plan {

    enum Branches implements Plan {
      BRANCHES
    }

    enum Nodes implements Plan {
      NODES
    }

    /**
     * @param reading what brings more items, while there may be more
     * @param concurrency how many may run at the same time; 0 for any number
     */
    record Items(
        List<Json> items, Optional<Command.ReadItems> reading, int concurrency, Tolerated tolerated)
        implements Plan {}
  }

  /** How many items may fail. With neither given, none may, and its own error is the Map's. */
  public record Tolerated(OptionalInt count, Optional<Double> percentage) {
    boolean isGiven() {
      return count.isPresent() || percentage.isPresent();
    }

    boolean isExceededBy(int failed, int total) {
      boolean byCount = count.isPresent() && failed > count.getAsInt();
      boolean byPercentage =
          percentage.isPresent() && failed * 100.0 > percentage.get() * Math.max(1, total);
      return isGiven() ? byCount || byPercentage : failed > 0;
    }
  }

  /**
   * Where the children stand, counted so that nobody has to look at all of them.
   *
   * @param next the first item that was never started
   */
  public record Tally(int next, int running, int ended, int failed) {
    static final Tally ZERO = new Tally(0, 0, 0, 0);

    Tally started() {
      return new Tally(next + 1, running + 1, ended, failed);
    }

    Tally skipped() {
      return new Tally(next + 1, running, ended + 1, failed);
    }

    Tally ended(boolean failure) {
      return new Tally(next, running - 1, ended + 1, failed + (failure ? 1 : 0));
    }

    Tally reopened(boolean failure) {
      return new Tally(next, running + 1, ended - 1, failed - (failure ? 1 : 0));
    }
  }

  /** One child. */
  public sealed interface Slot {

    /** Not begun: its turn, or what it depends on, is still to come. */
    enum Idle implements Slot {
      IDLE
    }

    /** A node whose guard did not hold. */
    enum Skipped implements Slot {
      SKIPPED
    }

    /** A frame of this execution, perhaps ended. */
    record Local(Frame frame) implements Slot {}

    /** An execution of its own that is under way. */
    record Remote(Command.StartChild command) implements Slot {}

    /** An execution of its own that has ended. */
    record RemoteEnded(Outcome outcome) implements Slot {}
  }

  Fork with(int index, Slot slot, Tally next) {
    return new Fork(plan, input, outer, slots.with(index, slot), next);
  }

  Fork with(Plan changed, ChunkedList<Slot> grown) {
    return new Fork(changed, input, outer, grown, tally);
  }
}
