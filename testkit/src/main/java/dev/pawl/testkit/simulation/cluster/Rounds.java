package dev.pawl.testkit.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Many players, each on a thread of its own, and one who answers them: when every player waits for
 * an answer, all are answered together, in the order of their numbers. So what happens does not
 * depend on how threads run.
 */
public final class Rounds<Q, A> {

  private static final class Turn<Q, A> {
    private final Q question;
    private @Nullable A answer;

    private Turn(Q question) {
      this.question = question;
    }
  }

  /** What a player does; it asks as often as it likes. */
  @FunctionalInterface
  public interface Player<Q, A> {
    void play(Function<Q, A> ask);
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final SortedMap<Integer, Turn<Q, A>> waiting = new TreeMap<>();
  private int playing;
  private @Nullable RuntimeException trouble;

  /**
   * Plays to the end.
   *
   * @param answers as many answers as there are questions; if it throws, every question of every
   *     player is answered by that exception
   */
  public void play(List<Player<Q, A>> players, Function<List<Q>, List<A>> answers)
      throws InterruptedException {
    playing = players.size();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < players.size(); i++) {
      int number = i;
      threads.add(Thread.ofVirtual().start(() -> play(number, players.get(number))));
    }
    while (answerAll(answers)) {}
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void play(int number, Player<Q, A> player) {
    try {
      player.play(question -> ask(number, question));
    } finally {
      lock.lock();
      try {
        playing--;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private A ask(int number, Q question) {
    Turn<Q, A> turn = new Turn<>(question);
    lock.lock();
    try {
      waiting.put(number, turn);
      playing--;
      changed.signalAll();
      while (turn.answer == null) {
        if (trouble != null) {
          throw trouble;
        }
        changed.awaitUninterruptibly();
      }
      return turn.answer;
    } finally {
      lock.unlock();
    }
  }

  /** False when all players are done. */
  private boolean answerAll(Function<List<Q>, List<A>> answers) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (playing > 0) {
        changed.await();
      }
      List<Turn<Q, A>> turns = List.copyOf(waiting.values());
      waiting.clear();
      playing = turns.size();
      if (!turns.isEmpty() && trouble == null) {
        answer(turns, answers);
      }
      changed.signalAll();
      return !turns.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private void answer(List<Turn<Q, A>> turns, Function<List<Q>, List<A>> answers) {
    try {
      List<A> given = answers.apply(turns.stream().map(turn -> turn.question).toList());
      for (int i = 0; i < turns.size(); i++) {
        turns.get(i).answer = given.get(i);
      }
    } catch (RuntimeException e) {
      trouble = e;
    }
  }
}
