package dev.pawl.chaos.node;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A membership that does what another one does, except where somebody meddles. */
public class ForwardingMembership implements Membership {

  private final Membership membership;

  public ForwardingMembership(Membership membership) {
    this.membership = membership;
  }

  @Override
  public int node() {
    return membership.node();
  }

  @Override
  public int writers() {
    return membership.writers();
  }

  @Override
  public List<Written> write(int writer, List<Commit> batch) throws InterruptedException {
    return membership.write(writer, batch);
  }

  @Override
  public List<Claimed> claim(int max) {
    return membership.claim(max);
  }

  @Override
  public List<Letter> letters(int max) {
    return membership.letters(max);
  }

  @Override
  public void keep(ExecutionKey key, Claimed.Snapshot snapshot) {
    membership.keep(key, snapshot);
  }

  @Override
  public List<Card> children(ExecutionKey parent) {
    return membership.children(parent);
  }

  @Override
  public Instant renew() {
    return membership.renew();
  }

  @Override
  public boolean isLimited(Card card) {
    return membership.isLimited(card);
  }

  @Override
  public int members() {
    return membership.members();
  }

  @Override
  public Duration lease() {
    return membership.lease();
  }

  @Override
  public int releaseDead() {
    return membership.releaseDead();
  }

  @Override
  public void awaitNews(Duration atMost) throws InterruptedException {
    membership.awaitNews(atMost);
  }

  @Override
  public void close() {
    membership.close();
  }
}
