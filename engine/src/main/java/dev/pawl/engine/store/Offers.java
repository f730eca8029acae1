package dev.pawl.engine.store;

import dev.pawl.engine.ExecutionId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Work that waits for someone who can do it. An offer is written and withdrawn with the commits of
 * its execution; in between, those who serve its resource hold it in turn, each for as long as it
 * shows signs of life. The answer is a letter to the execution.
 */
public interface Offers {

  /**
   * Takes offers that nobody holds, the most urgent first, at most that many. They are the taker's
   * until its time is over.
   */
  default List<Taken> take(TenantId tenant, Collection<String> resources, int max, Taker taker) {
    return take(tenant, resources, max, taker, Set.of());
  }

  /**
   * @param except executions whose offers are left to others
   */
  List<Taken> take(
      TenantId tenant, Collection<String> resources, int max, Taker taker, Set<ExecutionId> except);

  /**
   * Prolongs the taker's time for those that it holds, or that nobody took from it when its time
   * was over, and says which these are.
   */
  List<Kept> keep(Collection<Sign> signs, Taker taker);

  /**
   * Accepts answers to offers that the taker holds, or that nobody took from it when its time was
   * over, and says which these are. An offer has one answer: once it is accepted, a different one
   * is not, and an equal one is accepted again, as the first may not have reached the execution.
   * Nobody else gets the offer for at least {@link #ANSWER_TIME}, in which the answer must be sent.
   */
  List<Kept> accept(Collection<Answer> answers, Taker taker);

  /** How long an offer stays with its taker after its answer was accepted. */
  Duration ANSWER_TIME = Duration.ofSeconds(15);

  /**
   * Gives offers back at once, so that others need not wait for the taker's time to be over, and
   * says which of them were the taker's.
   */
  List<Offer.Key> giveBack(Collection<Offer.Key> keys, Taker taker);

  /** Gives back all that a taker holds of a tenant's: it never heard what it took, if anything. */
  void giveBackAll(TenantId tenant, Taker taker);

  /** The work is done as far as it can be; what remains comes with its token. */
  void close(Offer.Key key);

  /** All offers of an execution. */
  List<Standing> of(ExecutionKey execution);

  /** What nobody holds, each resource once for each tenant. */
  List<Wanted> wanted();

  /** Hears of offers of these resources from now on. */
  Ear listen(TenantId tenant, Collection<String> resources);

  /** A hint that there may be something to take; whoever misses it finds it at the next look. */
  interface Ear extends AutoCloseable {

    void await(Duration atMost) throws InterruptedException;

    /** As if there were something to take. */
    void wake();

    /** Whoever still listens is woken. */
    @Override
    void close();
  }

  /**
   * Who takes offers, under a name that ends in something random, which nobody else knows.
   *
   * @param time how long it may be silent
   */
  record Taker(String name, Duration time) {

    /** The name for people. */
    public String knownAs() {
      return withoutSecret(name);
    }
  }

  private static String withoutSecret(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf(' ')));
  }

  /** Work as its taker knows it. */
  record Hold(Offer.Key key, Taker taker) {}

  /** An offer in somebody's hands, and until when. */
  record Taken(Offer offer, Instant until) {}

  /**
   * A sign of life.
   *
   * @param details how far the work is, as JSON text, for people
   */
  record Sign(Offer.Key key, Optional<String> details) {}

  /**
   * What came of an offer.
   *
   * @param digest equal for equal answers, and different for others
   */
  record Answer(Offer.Key key, String digest) {}

  /**
   * An offer that stays with its taker.
   *
   * @param beats whether its step expects signs of life too
   * @param byToken whether the step is finished by its token, not by the end of the work
   */
  record Kept(Offer.Key key, Instant since, Instant until, boolean beats, boolean byToken) {}

  record Wanted(TenantId tenant, String resource) {}

  /**
   * Where an offer stands.
   *
   * @param holder empty if nobody has it
   */
  record Standing(Offer.Key key, String resource, Instant since, Optional<Holder> holder) {}

  /** Who has an offer, under a name that ends in something random, which nobody else knows. */
  record Holder(String name, Instant until, Optional<String> details) {

    /** The name for people. */
    public String knownAs() {
      return withoutSecret(name);
    }
  }
}
