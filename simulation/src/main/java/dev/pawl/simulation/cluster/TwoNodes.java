package dev.pawl.simulation.cluster;

import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.node.live.MessageBody;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Two nodes on a store. In each round they serve many worlds, whose commits share their batches; in
 * some rounds a node dies and another joins.
 */
public final class TwoNodes implements AutoCloseable {

  private static final int ROUNDS_BETWEEN_RENEWALS = 50;
  private static final int MAX_MESSAGES_PER_READ = 1_000;

  /** Probability of a node's death per round, in thousandths. */
  private static final int DEATHS_PER_THOUSAND_ROUNDS = 60;

  /** A message without effect. */
  private static final byte[] HEARTBEAT_MESSAGE =
      new MessageBody.Heartbeat(new StepId(FrameId.ROOT, 1), 1).toBytes();

  private final Store store;
  private final Random random;
  private final EventCounts tally;
  private final LiveMembers members;
  private final Map<ExecutionKey, HeldExecutions> holdings = new LinkedHashMap<>();
  private int rounds;

  /**
   * The environment of the nodes.
   *
   * @param patience the time limit for what the store may notice with a delay
   */
  public record Conditions(Store store, LeaseExpiry lapse, Duration patience, EventCounts tally) {}

  public TwoNodes(Conditions conditions, long seed) {
    this.store = conditions.store();
    this.tally = conditions.tally();
    this.random = new Random(seed);
    this.members = new LiveMembers(conditions, random);
  }

  /** Answers the requests of all worlds, each about a different execution. */
  public List<ClusterRequest.ClusterAnswer> answer(List<ClusterRequest> asks) {
    try {
      return round(asks);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreFault("interrupted", e);
    }
  }

  private List<ClusterRequest.ClusterAnswer> round(List<ClusterRequest> asks)
      throws InterruptedException {
    if (++rounds % ROUNDS_BETWEEN_RENEWALS == 0) {
      members.renew();
    }
    asks.forEach(this::post);
    claim(asks);
    readMessages();
    Loads loads = loads(asks);
    Optional<NodeDeath> death =
        random.nextInt(1_000) < DEATHS_PER_THOUSAND_ROUNDS ? chooseDeath() : Optional.empty();
    Set<ClusterRequest.WriteRequest> written = Collections.newSetFromMap(new IdentityHashMap<>());
    for (NodeSession node : members.all()) {
      if (death.filter(one -> one.node().equals(node) && one.manner().beforeWriting()).isEmpty()) {
        write(node, loads.of(node));
        written.addAll(loads.of(node));
      }
    }
    if (death.isPresent()) {
      endNode(death.get(), loads.of(death.get().node()));
    }
    List<ClusterRequest.ClusterAnswer> answers = new ArrayList<>();
    for (ClusterRequest ask : asks) {
      answers.add(
          switch (ask) {
            case ClusterRequest.ReceiveRequest receive -> holding(receive.key()).handOver();
            case ClusterRequest.WriteRequest write ->
                new ClusterRequest.ClusterAnswer.WriteAnswer(
                    written.contains(write),
                    hasLeft(write.commit()),
                    death.filter(one -> loads.of(one.node()).contains(write)).isPresent(),
                    lost(write.known()));
          });
    }
    return answers;
  }

  private HeldExecutions holding(ExecutionKey key) {
    return holdings.computeIfAbsent(key, HeldExecutions::new);
  }

  private boolean hasLeft(Commit commit) {
    return commit.disposition() instanceof Disposition.Park && holding(commit.key()).isFree();
  }

  private Set<ExecutionKey> lost(Set<ExecutionKey> known) {
    Set<ExecutionKey> lost = new HashSet<>();
    for (ExecutionKey key : known) {
      if (holding(key).isLost) {
        lost.add(key);
      }
    }
    return lost;
  }

  private void post(ClusterRequest ask) {
    if (ask instanceof ClusterRequest.ReceiveRequest receive && receive.post().isPresent()) {
      ClusterRequest.PostedMessage post = receive.post().get();
      post(holding(receive.key()), post);
      if (random.nextInt(8) == 0) {
        post(holding(receive.key()), post);
      }
    }
  }

  private void post(HeldExecutions to, ClusterRequest.PostedMessage post) {
    boolean first = to.posted.add(post.idempotencyKey());
    MessageAcceptance expected = first ? MessageAcceptance.ACCEPTED : MessageAcceptance.REPEATED;
    MessageAcceptance delivery =
        store.inbox().send(to.key, post.body(), Optional.of(post.idempotencyKey()));
    if (delivery != expected) {
      throw to.fault("a message was %s, not %s".formatted(delivery, expected));
    }
    to.accepted += first ? 1 : 0;
    tally.count(first ? ObservedEvent.MESSAGE : ObservedEvent.REPEATED_MESSAGE);
  }

  /** Claims at least the requested executions that no node holds. */
  private void claim(List<ClusterRequest> asks) throws InterruptedException {
    List<HeldExecutions> wanted = new ArrayList<>();
    for (ClusterRequest ask : asks) {
      if (ask instanceof ClusterRequest.ReceiveRequest receive) {
        HeldExecutions holding = holding(receive.key());
        holding.isLost &= !receive.again();
        if (holding.isFree() && !holding.isLost) {
          wanted.add(holding);
        }
      }
    }
    members.claim(this::holding, wanted);
  }

  private void readMessages() {
    for (NodeSession node : members.all()) {
      for (InboxMessage message : node.messages(MAX_MESSAGES_PER_READ)) {
        HeldExecutions holding = holding(message.to());
        if (!holding.isHeldBy(node)) {
          throw holding.fault("a message came to a node that does not have it");
        }
        holding.message(message);
      }
    }
  }

  /** The commits of each node. */
  private record Loads(Map<NodeSession, List<ClusterRequest.WriteRequest>> byNode) {
    private List<ClusterRequest.WriteRequest> of(NodeSession node) {
      return byNode.computeIfAbsent(node, any -> new ArrayList<>());
    }
  }

  /** Groups the commits by node; a commit without a node cannot be written. */
  private Loads loads(List<ClusterRequest> asks) {
    Loads loads = new Loads(new HashMap<>());
    for (ClusterRequest ask : asks) {
      if (ask instanceof ClusterRequest.WriteRequest write) {
        Optional<NodeSession> writer =
            write.commit().isNew()
                ? Optional.of(members.any())
                : holding(write.commit().key()).writer();
        writer.ifPresent(node -> loads.of(node).add(write));
      }
    }
    return loads;
  }

  /** Writes the commits in one batch, or in two concurrent ones. */
  private void write(NodeSession node, List<ClusterRequest.WriteRequest> load)
      throws InterruptedException {
    int middle = random.nextInt(3) == 0 ? load.size() / 2 : 0;
    writeBatch(node, random.nextInt(node.writers()), load.subList(0, middle));
    writeBatch(node, random.nextInt(node.writers()), load.subList(middle, load.size()));
  }

  private void writeBatch(NodeSession node, int writer, List<ClusterRequest.WriteRequest> load)
      throws InterruptedException {
    if (load.isEmpty()) {
      return;
    }
    load.forEach(write -> disturb(write.commit()));
    List<Commit> batch = load.stream().map(ClusterRequest.WriteRequest::commit).toList();
    List<CommitResult> results = node.write(writer, batch);
    if (results.size() != batch.size()) {
      throw new StoreFault(batch.size() + " commits came to " + results);
    }
    for (int i = 0; i < batch.size(); i++) {
      Commit commit = batch.get(i);
      holding(commit.key()).written(node, commit, results.get(i));
      for (Commit.SentMessage sent : commit.outgoing().messages()) {
        holding(sent.to()).accepted += holding(sent.to()).hasEnded ? 0 : 1;
        tally.count(ObservedEvent.TOLD_PARENT);
      }
      tally.count(commit, results.get(i));
      load.get(i).snapshot().ifPresent(snapshot -> node.saveSnapshot(commit.key(), snapshot));
    }
  }

  /** Sends a message to an execution that its node has not read yet. */
  private void disturb(Commit commit) {
    int chance = commit.disposition() instanceof Disposition.Park ? 6 : 40;
    if (!commit.isNew() && random.nextInt(chance) == 0) {
      HeldExecutions holding = holding(commit.key());
      MessageAcceptance delivery =
          store.inbox().send(commit.key(), HEARTBEAT_MESSAGE, Optional.empty());
      if (delivery != MessageAcceptance.ACCEPTED) {
        throw holding.fault("a message was " + delivery);
      }
      holding.accepted++;
    }
  }

  private Optional<NodeDeath> chooseDeath() {
    NodeDeath.DeathKind[] manners = NodeDeath.DeathKind.values();
    return Optional.of(new NodeDeath(members.any(), manners[random.nextInt(manners.length)]));
  }

  private void endNode(NodeDeath death, List<ClusterRequest.WriteRequest> load)
      throws InterruptedException {
    List<HeldExecutions> held =
        holdings.values().stream().filter(one -> one.isHeldBy(death.node())).toList();
    members.endNode(
        death, held.size(), load.stream().map(ClusterRequest.WriteRequest::commit).toList());
    held.forEach(HeldExecutions::lose);
  }

  /** Parks or ends all executions, so that a later node finds nothing to claim. */
  public void settle() throws InterruptedException {
    members.claimAll(this::holding);
    readMessages();
    for (NodeSession node : members.all()) {
      List<Commit> rest =
          holdings.values().stream()
              .filter(one -> one.isHeldBy(node))
              .map(HeldExecutions::parkForever)
              .toList();
      if (!rest.isEmpty()) {
        node.write(0, rest);
      }
    }
  }

  @Override
  public void close() {
    members.close();
  }
}
