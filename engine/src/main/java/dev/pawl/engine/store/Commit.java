package dev.pawl.engine.store;

import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import java.util.List;
import java.util.Optional;

/**
 * What happens to one execution in one write. All of it becomes durable, or none of it.
 *
 * @param birth whether this is the first commit of an execution. Where that is also the last one,
 *     the execution never was among the live ones
 * @param read letters up to this number are read
 * @param ending how the execution will end once its compensation is through; a store remembers it
 *     from the first commit that tells it
 */
public record Commit(
    Card card,
    boolean birth,
    List<Entry> facts,
    int read,
    Outgoing outgoing,
    Fate fate,
    Optional<Status> ending) {

  public Commit {
    facts = List.copyOf(facts);
  }

  /** A commit of an execution that is not ending. */
  public Commit(
      Card card, boolean birth, List<Entry> facts, int read, Outgoing outgoing, Fate fate) {
    this(card, birth, facts, read, outgoing, fate, Optional.empty());
  }

  /**
   * What goes to other executions.
   *
   * @param abandoned steps whose living children are to be cancelled, each with the letter for them
   */
  public record Outgoing(
      List<Newborn> children, List<Sent> letters, List<Abandoned> abandoned, Offering offering) {

    public static final Outgoing NOTHING =
        new Outgoing(List.of(), List.of(), List.of(), Offering.NOTHING);

    public Outgoing(List<Newborn> children, List<Sent> letters, List<Abandoned> abandoned) {
      this(children, letters, abandoned, Offering.NOTHING);
    }

    public Outgoing {
      children = List.copyOf(children);
      letters = List.copyOf(letters);
      abandoned = List.copyOf(abandoned);
    }
  }

  /** Work that is offered to others from now on, or not any more. */
  public record Offering(List<Offer> made, List<Offer.Key> withdrawn) {

    public static final Offering NOTHING = new Offering(List.of(), List.of());

    public Offering {
      made = List.copyOf(made);
      withdrawn = List.copyOf(withdrawn);
    }

    public boolean isEmpty() {
      return made.isEmpty() && withdrawn.isEmpty();
    }
  }

  /**
   * A child and its first fact.
   *
   * @param owned whether it begins on this node or waits for any node that has room
   */
  public record Newborn(Card card, Entry started, boolean owned) {}

  /** A letter; one to an execution that has ended is dropped. */
  public record Sent(ExecutionKey to, byte[] body) {}

  /** A step whose children are not wanted any more. */
  public record Abandoned(StepId step, byte[] letter) {}

  public ExecutionKey key() {
    return card.key();
  }

  /** About how many bytes of facts, letters, offers and answers of tests it has. */
  public long weight() {
    long weight = 0;
    for (Entry fact : facts) {
      weight += fact.fact().length;
    }
    for (Newborn child : outgoing.children) {
      weight += child.started.fact().length;
      weight += child.card.tags().origin().test().map(String::length).orElse(0);
    }
    for (Sent letter : outgoing.letters) {
      weight += letter.body.length;
    }
    for (Offer offer : outgoing.offering.made) {
      weight += offer.input().length;
    }
    return weight;
  }
}
