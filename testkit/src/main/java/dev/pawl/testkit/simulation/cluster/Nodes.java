package dev.pawl.testkit.simulation.cluster;

import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.node.Message;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Written;
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
 * Two nodes on a store. In each round they answer many worlds, whose commits share their batches;
 * in some rounds one of them dies and another joins.
 */
public final class Nodes implements AutoCloseable {

  private static final int ROUNDS_BETWEEN_RENEWALS = 50;
  private static final int MANY = 1_000;

  /** How often nodes die, of a thousand rounds. */
  private static final int DEATHS = 60;

  /** A letter that changes nothing. */
  private static final byte[] BEAT = new Message.Beat(new StepId(FrameId.ROOT, 1), 1).toBytes();

  private final Store store;
  private final Random random;
  private final Tally tally;
  private final Members members;
  private final Map<ExecutionKey, Holding> holdings = new LinkedHashMap<>();
  private int rounds;

  /**
   * What nodes live on.
   *
   * @param patience what the store may notice a little later must be noticed by then
   */
  public record Conditions(Store store, Lapse lapse, Duration patience, Tally tally) {}

  public Nodes(Conditions conditions, long seed) {
    this.store = conditions.store();
    this.tally = conditions.tally();
    this.random = new Random(seed);
    this.members = new Members(conditions, random);
  }

  /** Answers all worlds that ask, each of them for another execution. */
  public List<Ask.Answer> answer(List<Ask> asks) {
    try {
      return round(asks);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreFault("interrupted", e);
    }
  }

  private List<Ask.Answer> round(List<Ask> asks) throws InterruptedException {
    if (++rounds % ROUNDS_BETWEEN_RENEWALS == 0) {
      members.renew();
    }
    asks.forEach(this::post);
    claim(asks);
    readLetters();
    Loads loads = loads(asks);
    Optional<Death> death = random.nextInt(1_000) < DEATHS ? dies() : Optional.empty();
    Set<Ask.Write> written = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Membership node : members.all()) {
      if (death.filter(one -> one.node().equals(node) && one.manner().beforeWriting()).isEmpty()) {
        write(node, loads.of(node));
        written.addAll(loads.of(node));
      }
    }
    if (death.isPresent()) {
      bury(death.get(), loads.of(death.get().node()));
    }
    List<Ask.Answer> answers = new ArrayList<>();
    for (Ask ask : asks) {
      answers.add(
          switch (ask) {
            case Ask.Receive receive -> holding(receive.key()).handOver();
            case Ask.Write write ->
                new Ask.Answer.Written(
                    written.contains(write),
                    hasLeft(write.commit()),
                    death.filter(one -> loads.of(one.node()).contains(write)).isPresent(),
                    lost(write.known()));
          });
    }
    return answers;
  }

  private Holding holding(ExecutionKey key) {
    return holdings.computeIfAbsent(key, Holding::new);
  }

  private boolean hasLeft(Commit commit) {
    return commit.fate() instanceof Fate.Parks && holding(commit.key()).isFree();
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

  private void post(Ask ask) {
    if (ask instanceof Ask.Receive receive && receive.post().isPresent()) {
      Ask.Post post = receive.post().get();
      post(holding(receive.key()), post);
      if (random.nextInt(8) == 0) {
        post(holding(receive.key()), post);
      }
    }
  }

  private void post(Holding to, Ask.Post post) {
    boolean first = to.posted.add(post.idempotencyKey());
    Mail.Delivery expected = first ? Mail.Delivery.ACCEPTED : Mail.Delivery.REPEATED;
    Mail.Delivery delivery =
        store.mail().send(to.key, post.body(), Optional.of(post.idempotencyKey()));
    if (delivery != expected) {
      throw to.fault("a letter was %s, not %s".formatted(delivery, expected));
    }
    to.accepted += first ? 1 : 0;
    tally.count(first ? Seen.LETTER : Seen.REPEATED_LETTER);
  }

  /** Takes at least those that are asked for and that no node has. */
  private void claim(List<Ask> asks) throws InterruptedException {
    List<Holding> wanted = new ArrayList<>();
    for (Ask ask : asks) {
      if (ask instanceof Ask.Receive receive) {
        Holding holding = holding(receive.key());
        holding.isLost &= !receive.again();
        if (holding.isFree() && !holding.isLost) {
          wanted.add(holding);
        }
      }
    }
    members.claim(this::holding, wanted);
  }

  private void readLetters() {
    for (Membership node : members.all()) {
      for (Letter letter : node.letters(MANY)) {
        Holding holding = holding(letter.to());
        if (!holding.isHeldBy(node)) {
          throw holding.fault("a letter came to a node that does not have it");
        }
        holding.letter(letter);
      }
    }
  }

  /** What each node has to write. */
  private record Loads(Map<Membership, List<Ask.Write>> byNode) {
    private List<Ask.Write> of(Membership node) {
      return byNode.computeIfAbsent(node, any -> new ArrayList<>());
    }
  }

  /** What no node has any more cannot be written. */
  private Loads loads(List<Ask> asks) {
    Loads loads = new Loads(new HashMap<>());
    for (Ask ask : asks) {
      if (ask instanceof Ask.Write write) {
        Optional<Membership> writer =
            write.commit().birth()
                ? Optional.of(members.any())
                : holding(write.commit().key()).writer();
        writer.ifPresent(node -> loads.of(node).add(write));
      }
    }
    return loads;
  }

  /** Writes all at once, or in two parts by two writers. */
  private void write(Membership node, List<Ask.Write> load) throws InterruptedException {
    int middle = random.nextInt(3) == 0 ? load.size() / 2 : 0;
    writeBatch(node, random.nextInt(node.writers()), load.subList(0, middle));
    writeBatch(node, random.nextInt(node.writers()), load.subList(middle, load.size()));
  }

  private void writeBatch(Membership node, int writer, List<Ask.Write> load)
      throws InterruptedException {
    if (load.isEmpty()) {
      return;
    }
    load.forEach(write -> disturb(write.commit()));
    List<Commit> batch = load.stream().map(Ask.Write::commit).toList();
    List<Written> results = node.write(writer, batch);
    if (results.size() != batch.size()) {
      throw new StoreFault(batch.size() + " commits came to " + results);
    }
    for (int i = 0; i < batch.size(); i++) {
      Commit commit = batch.get(i);
      holding(commit.key()).written(node, commit, results.get(i));
      for (Commit.Sent sent : commit.outgoing().letters()) {
        holding(sent.to()).accepted += holding(sent.to()).hasEnded ? 0 : 1;
        tally.count(Seen.TOLD_PARENT);
      }
      tally.count(commit, results.get(i));
      load.get(i).snapshot().ifPresent(snapshot -> node.keep(commit.key(), snapshot));
    }
  }

  /** Someone writes to an execution, and its node does not know it yet. */
  private void disturb(Commit commit) {
    int chance = commit.fate() instanceof Fate.Parks ? 6 : 40;
    if (!commit.birth() && random.nextInt(chance) == 0) {
      Holding holding = holding(commit.key());
      Mail.Delivery delivery = store.mail().send(commit.key(), BEAT, Optional.empty());
      if (delivery != Mail.Delivery.ACCEPTED) {
        throw holding.fault("a letter was " + delivery);
      }
      holding.accepted++;
    }
  }

  private Optional<Death> dies() {
    Death.Manner[] manners = Death.Manner.values();
    return Optional.of(new Death(members.any(), manners[random.nextInt(manners.length)]));
  }

  private void bury(Death death, List<Ask.Write> load) throws InterruptedException {
    List<Holding> held =
        holdings.values().stream().filter(one -> one.isHeldBy(death.node())).toList();
    members.bury(death, held.size(), load.stream().map(Ask.Write::commit).toList());
    held.forEach(Holding::lose);
  }

  /** Leaves nothing behind that a later node would find and not know. */
  public void settle() throws InterruptedException {
    members.claimAll(this::holding);
    readLetters();
    for (Membership node : members.all()) {
      List<Commit> rest =
          holdings.values().stream()
              .filter(one -> one.isHeldBy(node))
              .map(Holding::forGood)
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
