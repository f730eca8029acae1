package dev.pawl.engine.node;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Work of executions in the memory of this node for workers that come to it all the time. It is not
 * offered in the store unless nobody takes it, or whoever did keeps it, for more than a moment:
 * short work is done before anybody else needs to know of it, and costs no row.
 */
final class Shelf {

  /** How long work lies here; then it is offered to the workers of all nodes. */
  private static final Duration UNTOUCHED = Duration.ofMillis(100);

  /** Likewise where there is no other node: about as long as an execution stays in memory. */
  private static final Duration UNTOUCHED_ALONE = Duration.ofMillis(900);

  /** How long somebody has it before that is written down. */
  static final Duration IN_HAND = Duration.ofMillis(500);

  /** How often to look for what others offer, although there is enough here. */
  private static final long GLANCE = Duration.ofMillis(20).toNanos();

  /** Where work had to be offered after all, more of it is offered from the start for a while. */
  private static final long SHUNNED = Duration.ofSeconds(1).toNanos();

  /** Where so many pieces of work come within so short a time, more are about to come. */
  private static final int MANY = 8;

  private static final long SHORT = Duration.ofMillis(10).toNanos();

  private static final Duration LINGERS = Duration.ofMillis(5);

  private static final long FORGOTTEN = Duration.ofSeconds(10).toNanos();

  /** Whoever asks for names that nobody knows must not fill the memory. */
  private static final int MOST_BOARDS = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Want, Board> boards = new HashMap<>();

  /** What workers ask for. */
  record Want(TenantId tenant, String resource) {

    static Want of(Offer offer) {
      return new Want(offer.key().execution().tenant(), offer.resource());
    }
  }

  /** One kind of work; guarded by the lock. */
  private static final class Board {
    private final Map<Priority, Map<Offer.Key, Live>> byPriority = new EnumMap<>(Priority.class);
    private final Set<Offers.Ear> waiting = new LinkedHashSet<>();
    private final long[] came = new long[MANY];
    private int next;
    private long visited = System.nanoTime();
    private long glanced = visited - GLANCE;
    private long shunned = visited - SHUNNED;

    Board() {
      Arrays.fill(came, visited - SHORT);
      for (Priority priority : Priority.values()) {
        byPriority.put(priority, new LinkedHashMap<>());
      }
    }

    private Map<Offer.Key, Live> work(Priority priority) {
      return Objects.requireNonNull(byPriority.get(priority));
    }

    private void comes() {
      came[next] = System.nanoTime();
      next = (next + 1) % MANY;
    }

    private boolean isRushed() {
      return System.nanoTime() - came[next] < SHORT;
    }

    private boolean isVisited() {
      return !waiting.isEmpty() || System.nanoTime() - visited < UNTOUCHED.toNanos();
    }

    private int size() {
      return byPriority.values().stream().mapToInt(Map::size).sum();
    }

    private boolean isEmpty() {
      return byPriority.values().stream().allMatch(Map::isEmpty);
    }

    /** There may be more than one worker can carry. */
    private void call() {
      if (!waiting.isEmpty() && !isEmpty()) {
        waiting.iterator().next().wake();
      }
    }
  }

  private Board board(Want want) {
    return boards.computeIfAbsent(want, first -> new Board());
  }

  /** Those that there are. */
  private List<Board> boards(Workers.Request request) {
    List<Board> there = new ArrayList<>();
    for (String resource : request.resources()) {
      Board board = boards.get(new Want(request.tenant(), resource));
      if (board != null) {
        there.add(board);
      }
    }
    return there;
  }

  /** Somebody asks: from now on work may be kept for him, if there is room for it. */
  private List<Board> visit(Workers.Request request) {
    for (String resource : request.resources()) {
      Want want = new Want(request.tenant(), resource);
      if (boards.size() < MOST_BOARDS || boards.containsKey(want)) {
        board(want).visited = System.nanoTime();
      }
    }
    return boards(request);
  }

  /** Whether somebody is likely to come for it at once. */
  boolean isVisited(TenantId tenant, String resource) {
    lock.lock();
    try {
      Board board = boards.get(new Want(tenant, resource));
      return board != null && System.nanoTime() - board.shunned >= SHUNNED && board.isVisited();
    } finally {
      lock.unlock();
    }
  }

  /** How long work may lie here that nobody touches. */
  static Duration untouched(boolean alone) {
    return alone ? UNTOUCHED_ALONE : UNTOUCHED;
  }

  /** Nobody comes any more, or it takes longer than a moment, or somebody else had to know. */
  void offered(Commit.Offered work) {
    lock.lock();
    try {
      Board board = board(Want.of(work.offer()));
      board.work(work.offer().priority()).remove(work.offer().key());
      if (work.taker().isPresent() || !board.isVisited()) {
        board.shunned = System.nanoTime();
      }
    } finally {
      lock.unlock();
    }
  }

  void put(Offer offer, Live live) {
    lock.lock();
    try {
      Board board = board(Want.of(offer));
      board.comes();
      board.work(offer.priority()).put(offer.key(), live);
      board.call();
    } finally {
      lock.unlock();
    }
  }

  void remove(Offer offer) {
    lock.lock();
    try {
      board(Want.of(offer)).work(offer.priority()).remove(offer.key());
    } finally {
      lock.unlock();
    }
  }

  /** Hands over what lies here, the most urgent first. */
  List<Offers.Taken> take(Workers.Request request) {
    List<Offers.Taken> taken = new ArrayList<>();
    Map<Offer.Key, Live> found;
    do {
      found = find(request, request.max() - taken.size());
      found.forEach(
          (key, live) ->
              live.outside(work -> work.handOver(key, request.taker())).ifPresent(taken::add));
    } while (!found.isEmpty() && taken.size() < request.max());
    return taken;
  }

  private Map<Offer.Key, Live> find(Workers.Request request, int max) {
    lock.lock();
    try {
      List<Board> asked = visit(request);
      Map<Offer.Key, Live> found = new LinkedHashMap<>();
      for (Priority priority : Priority.values()) {
        for (Board board : asked) {
          var work = board.work(priority).entrySet().iterator();
          while (found.size() < max && work.hasNext()) {
            Map.Entry<Offer.Key, Live> next = work.next();
            found.put(next.getKey(), next.getValue());
            work.remove();
          }
        }
      }
      return found;
    } finally {
      lock.unlock();
    }
  }

  /** Whoever was called took what he could: what is left is for the next. */
  void callNext(Workers.Request request) {
    lock.lock();
    try {
      boards(request).forEach(Board::call);
    } finally {
      lock.unlock();
    }
  }

  /** In a rush, waits a moment, so that whoever comes takes much at once. */
  void linger(Workers.Request request) throws InterruptedException {
    if (isWorthLingering(request)) {
      Thread.sleep(LINGERS);
    }
  }

  private boolean isWorthLingering(Workers.Request request) {
    lock.lock();
    try {
      List<Board> asked = boards(request);
      return asked.stream().anyMatch(Board::isRushed)
          && asked.stream().mapToInt(Board::size).sum() < request.max();
    } finally {
      lock.unlock();
    }
  }

  /** Whether what is offered in the store must not wait any longer for what lies here. */
  boolean isTimeToGlance(Workers.Request request) {
    lock.lock();
    try {
      long now = System.nanoTime();
      List<Board> asked = boards(request);
      return asked.size() < request.resources().size()
          || asked.stream().anyMatch(board -> now - board.glanced >= GLANCE);
    } finally {
      lock.unlock();
    }
  }

  /** There is nothing more in the store just now. */
  void glanced(Workers.Request request) {
    lock.lock();
    try {
      long now = System.nanoTime();
      boards(request).forEach(board -> board.glanced = now);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until something lies here, or the ear hears of something in the store. */
  void await(Offers.Ear ear, Workers.Request request, Duration atMost) throws InterruptedException {
    if (enter(ear, request)) {
      try {
        ear.await(atMost);
      } finally {
        leave(ear, request);
      }
    }
  }

  private boolean enter(Offers.Ear ear, Workers.Request request) {
    lock.lock();
    try {
      List<Board> asked = boards(request);
      boolean isInVain = asked.stream().allMatch(Board::isEmpty);
      if (isInVain) {
        asked.forEach(board -> board.waiting.add(ear));
      }
      return isInVain;
    } finally {
      lock.unlock();
    }
  }

  private void leave(Offers.Ear ear, Workers.Request request) {
    lock.lock();
    try {
      boards(request).forEach(board -> board.waiting.remove(ear));
    } finally {
      lock.unlock();
    }
  }

  /** Forgets what nobody has asked for in a long time. */
  void tidy() {
    lock.lock();
    try {
      long now = System.nanoTime();
      boards
          .values()
          .removeIf(
              board ->
                  now - board.visited > FORGOTTEN && board.waiting.isEmpty() && board.isEmpty());
    } finally {
      lock.unlock();
    }
  }
}
