package dev.pawl.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs many players, each on its own thread, deterministically: when every player waits for an
 * answer, all are answered together in the order of their numbers.
 */
public final class PlayerRounds<Q, A> {

  private static final class PendingQuestion<Q, A> {
    private final Q question;
    private @Nullable A answer;

    private PendingQuestion(Q question) {
      this.question = question;
    }
  }

  /** A player, which may ask any number of questions. */
  @FunctionalInterface
  public interface Player<Q, A> {
    void play(Function<Q, A> ask);
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final SortedMap<Integer, PendingQuestion<Q, A>> waiting = new TreeMap<>();
  private int playing;
  private @Nullable RuntimeException trouble;

  /**
   * Runs all players to their end.
   *
   * @param answers returns one answer per question; if it throws, every question of every player
   *     fails with that exception
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
    PendingQuestion<Q, A> turn = new PendingQuestion<>(question);
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

  /** Answers one round; returns false when all players are done. */
  private boolean answerAll(Function<List<Q>, List<A>> answers) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (playing > 0) {
        changed.await();
      }
      List<PendingQuestion<Q, A>> turns = List.copyOf(waiting.values());
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

  private void answer(List<PendingQuestion<Q, A>> turns, Function<List<Q>, List<A>> answers) {
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
