package dev.pawl.simulation;

import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.Maintenance;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Versions;
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
  public NodeSession join(String name) {
    return new TamperedSession(sound.join(name));
  }

  @Override
  public Inbox inbox() {
    return message ->
        defect.send(sound.inbox(), message.to(), message.body(), message.idempotencyKey());
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
  public Breakers breakers() {
    return sound.breakers();
  }

  @Override
  public Maintenance maintenance() {
    return sound.maintenance();
  }

  @Override
  public void close() {
    sound.close();
  }

  private final class TamperedSession implements NodeSession {

    private final NodeSession member;

    private TamperedSession(NodeSession member) {
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
    public List<CommitResult> write(int writer, List<Commit> batch) throws InterruptedException {
      return defect.write(member, writer, batch);
    }

    @Override
    public List<ClaimedExecution> claim(int max) {
      return defect.claim(member, max);
    }

    @Override
    public List<InboxMessage> messages(int max) {
      return defect.messages(member, max);
    }

    @Override
    public void saveSnapshot(ExecutionKey key, ClaimedExecution.Snapshot snapshot) {
      defect.saveSnapshot(member, key, snapshot);
    }

    @Override
    public List<ExecutionMetadata> children(ExecutionKey parent) {
      return member.children(parent);
    }

    @Override
    public Instant renew() {
      return member.renew();
    }

    @Override
    public boolean isLimited(ExecutionMetadata info) {
      return member.isLimited(info);
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
    public void awaitWork(Duration atMost) throws InterruptedException {
      member.awaitWork(atMost);
    }

    @Override
    public void close() {
      defect.close(member);
    }
  }
}
