package dev.pawl.engine.store;

import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import java.util.List;
import java.util.Optional;

/**
 * The changes of one execution in one write: all of them become durable, or none.
 *
 * @param isNew true for the first commit of an execution. If that is also its last one, the
 *     execution is never stored as a live one
 * @param read messages up to this number have been read
 * @param ending the decided end of an execution that is still compensating; a store keeps it from
 *     the first commit that contains it
 */
public record Commit(
    ExecutionMetadata info,
    boolean isNew,
    List<JournalEntry> facts,
    int read,
    Outgoing outgoing,
    Disposition disposition,
    Optional<Status> ending) {

  public Commit {
    facts = List.copyOf(facts);
  }

  /** Creates a commit of an execution whose end is not decided. */
  public Commit(
      ExecutionMetadata info,
      boolean isNew,
      List<JournalEntry> facts,
      int read,
      Outgoing outgoing,
      Disposition disposition) {
    this(info, isNew, facts, read, outgoing, disposition, Optional.empty());
  }

  /**
   * The effects on other executions and workers.
   *
   * @param abandoned steps whose live children are cancelled, each with the message for them
   */
  public record Outgoing(
      List<Commit.ChildStart> children,
      List<Commit.SentMessage> messages,
      List<Abandoned> abandoned,
      Commit.NewOffer offering) {

    public static final Outgoing NOTHING =
        new Outgoing(List.of(), List.of(), List.of(), Commit.NewOffer.NOTHING);

    public Outgoing(
        List<Commit.ChildStart> children,
        List<Commit.SentMessage> messages,
        List<Abandoned> abandoned) {
      this(children, messages, abandoned, Commit.NewOffer.NOTHING);
    }

    public Outgoing {
      children = List.copyOf(children);
      messages = List.copyOf(messages);
      abandoned = List.copyOf(abandoned);
    }
  }

  /** Offers that a commit adds and withdraws. */
  public record NewOffer(List<Offer> made, List<Offer.Key> withdrawn) {

    public static final Commit.NewOffer NOTHING = new Commit.NewOffer(List.of(), List.of());

    public NewOffer {
      made = List.copyOf(made);
      withdrawn = List.copyOf(withdrawn);
    }

    public boolean isEmpty() {
      return made.isEmpty() && withdrawn.isEmpty();
    }
  }

  /**
   * A child execution and its first fact.
   *
   * @param owned true if it starts on this node; otherwise any node may claim it
   */
  public record ChildStart(ExecutionMetadata info, JournalEntry started, boolean owned) {}

  /** A message to another execution; dropped if that has ended. */
  public record SentMessage(ExecutionKey to, byte[] body) {}

  /** A step whose children are cancelled. */
  public record Abandoned(StepId step, byte[] message) {}

  /** Returns the key of the execution. */
  public ExecutionKey key() {
    return info.key();
  }

  /** Returns the approximate size in bytes of facts, messages, offers and mocks. */
  public long weight() {
    long weight = 0;
    for (JournalEntry fact : facts) {
      weight += fact.fact().length;
    }
    for (Commit.ChildStart child : outgoing.children) {
      weight += child.started.fact().length;
      weight += child.info.tags().origin().test().map(String::length).orElse(0);
    }
    for (Commit.SentMessage message : outgoing.messages) {
      weight += message.body.length;
    }
    for (Offer offer : outgoing.offering.made) {
      weight += offer.input().length;
    }
    return weight;
  }
}
