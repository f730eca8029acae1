package dev.pawl.engine;

import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The state of a frame that is split into children: the branches of a Parallel, the items of a Map
 * or the nodes of a Graph.
 *
 * @param input effective input of the fork
 * @param outer variables that are visible to the children
 */
public record ForkState(
    Plan plan, Json input, Map<String, Json> outer, ChunkedList<Slot> slots, Tally tally) {

  /** The kind of the children. */
  public sealed interface Plan {

    enum Branches implements Plan {
      BRANCHES
    }

    enum Nodes implements Plan {
      NODES
    }

    /**
     * The items of a Map.
     *
     * @param reading command that reads more items; empty once all are read
     * @param concurrency maximum number of items that run at the same time; 0 for no limit
     */
    record Items(
        List<Json> items, Optional<Command.ReadItems> reading, int concurrency, Tolerated tolerated)
        implements Plan {}
  }

  /** The tolerated failures of items; without them, the error of an item fails the Map. */
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
   * The counts of children by state, which avoid a scan of all children.
   *
   * @param next index of the first item that was never started
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

  /** The state of one child. */
  public sealed interface Slot {

    /** Not started: waits for a free place or for its dependencies. */
    enum Idle implements Slot {
      IDLE
    }

    /** A node whose condition was false. */
    enum Skipped implements Slot {
      SKIPPED
    }

    /** A frame of this execution, running or ended. */
    record Local(Frame frame) implements Slot {}

    /** A child execution that is running. */
    record Remote(Command.StartChild command) implements Slot {}

    /** A child execution that has ended. */
    record RemoteEnded(Outcome outcome) implements Slot {}
  }

  ForkState with(int index, Slot slot, Tally next) {
    return new ForkState(plan, input, outer, slots.with(index, slot), next);
  }

  ForkState with(Plan changed, ChunkedList<Slot> grown) {
    return new ForkState(changed, input, outer, grown, tally);
  }
}
