package dev.pawl.testkit.simulation;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Upkeep;
import dev.pawl.engine.store.Versions;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A store with a defect. */
final class TamperedStore implements Store {

  private final Store sound;
  private final PlantedStoreDefect defect;

  TamperedStore(Store sound, PlantedStoreDefect defect) {
    this.sound = sound;
    this.defect = defect;
  }

  @Override
  public Membership join(String name) {
    return new Tampered(sound.join(name));
  }

  @Override
  public Mail mail() {
    return letter -> defect.send(sound.mail(), letter.to(), letter.body(), letter.idempotencyKey());
  }

  @Override
  public Offers offers() {
    return sound.offers();
  }

  @Override
  public Versions versions() {
    return sound.versions();
  }

  @Override
  public Executions executions() {
    return sound.executions();
  }

  @Override
  public Upkeep upkeep() {
    return sound.upkeep();
  }

  @Override
  public void close() {
    sound.close();
  }

  private final class Tampered implements Membership {

    private final Membership member;

    private Tampered(Membership member) {
      this.member = member;
    }

    @Override
    public int node() {
      return member.node();
    }

    @Override
    public int writers() {
      return member.writers();
    }

    @Override
    public List<Written> write(int writer, List<Commit> batch) throws InterruptedException {
      return defect.write(member, writer, batch);
    }

    @Override
    public List<Claimed> claim(int max) {
      return defect.claim(member, max);
    }

    @Override
    public List<Letter> letters(int max) {
      return defect.letters(member, max);
    }

    @Override
    public void keep(ExecutionKey key, Claimed.Snapshot snapshot) {
      defect.keep(member, key, snapshot);
    }

    @Override
    public List<Card> children(ExecutionKey parent) {
      return member.children(parent);
    }

    @Override
    public Instant renew() {
      return member.renew();
    }

    @Override
    public boolean isLimited(Card card) {
      return member.isLimited(card);
    }

    @Override
    public int members() {
      return member.members();
    }

    @Override
    public Duration lease() {
      return member.lease();
    }

    @Override
    public int releaseDead() {
      return member.releaseDead();
    }

    @Override
    public void awaitNews(Duration atMost) throws InterruptedException {
      member.awaitNews(atMost);
    }

    @Override
    public void close() {
      defect.close(member);
    }
  }
}
