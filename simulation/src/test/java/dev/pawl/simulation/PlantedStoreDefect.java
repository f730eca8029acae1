package dev.pawl.simulation;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.CommitResult.MessagesPending;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.NodeSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Defects of a store that the simulator must detect. */
enum PlantedStoreDefect {
  LOSES_THE_LAST_FACT {
    @Override
    List<ClaimedExecution> claim(NodeSession member, int max) {
      return tampered(
          member.claim(max),
          one -> withFacts(one, one.facts().subList(0, Math.max(1, one.facts().size()) - 1)));
    }
  },

  READS_ONE_FACT_TOO_FEW_AFTER_A_SNAPSHOT {
    @Override
    List<ClaimedExecution> claim(NodeSession member, int max) {
      return tampered(
          member.claim(max),
          one ->
              one.snapshot().isPresent() && one.facts().size() > 1
                  ? withFacts(one, one.facts().subList(1, one.facts().size()))
                  : one);
    }
  },

  MIXES_UP_THE_FACTS_OF_A_BATCH {
    @Override
    List<CommitResult> write(NodeSession member, int writer, List<Commit> batch)
        throws InterruptedException {
      List<Commit> mixed = new ArrayList<>(batch);
      for (int i = 1; i < mixed.size(); i++) {
        if (seq(mixed.get(i)) == seq(mixed.get(i - 1))) {
          List<JournalEntry> facts = mixed.get(i).facts();
          mixed.set(i, withFacts(mixed.get(i), mixed.get(i - 1).facts()));
          mixed.set(i - 1, withFacts(mixed.get(i - 1), facts));
        }
      }
      return member.write(writer, mixed);
    }
  },

  WRITES_HALF_A_BATCH {
    @Override
    List<CommitResult> write(NodeSession member, int writer, List<Commit> batch)
        throws InterruptedException {
      List<CommitResult> results = member.write(writer, batch.subList(0, (batch.size() + 1) / 2));
      return Collections.nCopies(batch.size(), results.getFirst());
    }
  },

  LETS_A_ZOMBIE_WRITE {
    @Override
    List<CommitResult> write(NodeSession member, int writer, List<Commit> batch)
        throws InterruptedException {
      try {
        return member.write(writer, batch);
      } catch (ExpelledException e) {
        return Collections.nCopies(batch.size(), Committed.COMMITTED);
      }
    }
  },

  PARKS_OVER_A_MESSAGE {
    @Override
    List<CommitResult> write(NodeSession member, int writer, List<Commit> batch)
        throws InterruptedException {
      return member.write(writer, batch).stream()
          .map(one -> one == MessagesPending.MESSAGES_PENDING ? Committed.COMMITTED : one)
          .toList();
    }
  },

  FORGETS_WHICH_MESSAGES_WERE_READ {
    @Override
    List<CommitResult> write(NodeSession member, int writer, List<Commit> batch)
        throws InterruptedException {
      return member.write(
          writer,
          batch.stream()
              .map(
                  c ->
                      c.disposition() instanceof Disposition.Park
                          ? c
                          : withRead(c, Math.max(0, c.read() - 1)))
              .toList());
    }
  },

  DOES_NOT_TELL_THE_PARENT {
    @Override
    List<CommitResult> write(NodeSession member, int writer, List<Commit> batch)
        throws InterruptedException {
      return member.write(writer, batch.stream().map(PlantedStoreDefect::withoutOutgoing).toList());
    }
  },

  LOSES_A_MESSAGE {
    @Override
    MessageAcceptance send(Inbox inbox, ExecutionKey to, byte[] body, Optional<String> key) {
      return body.length % 3 == 0 ? MessageAcceptance.ACCEPTED : inbox.send(to, body, key);
    }
  },

  TAKES_A_MESSAGE_TWICE {
    @Override
    MessageAcceptance send(Inbox inbox, ExecutionKey to, byte[] body, Optional<String> key) {
      MessageAcceptance delivery = inbox.send(to, body, key);
      if (delivery == MessageAcceptance.REPEATED) {
        inbox.send(to, body, Optional.empty());
      }
      return delivery;
    }
  },

  DELIVERS_OUT_OF_ORDER {
    @Override
    List<InboxMessage> messages(NodeSession member, int max) {
      return member.messages(max).stream()
          .map(one -> new InboxMessage(one.to(), one.number() + 1, one.at(), one.body()))
          .toList();
    }
  },

  FORGETS_CALLS_THAT_WERE_MADE {
    @Override
    List<ClaimedExecution> claim(NodeSession member, int max) {
      return tampered(
          member.claim(max),
          one ->
              new ClaimedExecution(
                  one.info(), one.snapshot(), one.facts(), one.messages(), one.read(), List.of()));
    }
  },

  KEEPS_A_SNAPSHOT_UNDER_A_LATER_NUMBER {
    @Override
    void saveSnapshot(NodeSession member, ExecutionKey key, ClaimedExecution.Snapshot snapshot) {
      member.saveSnapshot(
          key,
          new ClaimedExecution.Snapshot(
              snapshot.seq() + 1, snapshot.at(), snapshot.format(), snapshot.bytes()));
    }
  },

  HANDS_NOTHING_OVER {
    @Override
    void close(NodeSession member) {}
  };

  List<CommitResult> write(NodeSession member, int writer, List<Commit> batch)
      throws InterruptedException {
    return member.write(writer, batch);
  }

  List<ClaimedExecution> claim(NodeSession member, int max) {
    return member.claim(max);
  }

  List<InboxMessage> messages(NodeSession member, int max) {
    return member.messages(max);
  }

  void saveSnapshot(NodeSession member, ExecutionKey key, ClaimedExecution.Snapshot snapshot) {
    member.saveSnapshot(key, snapshot);
  }

  MessageAcceptance send(Inbox inbox, ExecutionKey to, byte[] body, Optional<String> key) {
    return inbox.send(to, body, key);
  }

  void close(NodeSession member) {
    member.close();
  }

  private static List<ClaimedExecution> tampered(
      List<ClaimedExecution> taken, UnaryOperator<ClaimedExecution> how) {
    return taken.stream().map(how).toList();
  }

  private static ClaimedExecution withFacts(ClaimedExecution one, List<JournalEntry> facts) {
    return new ClaimedExecution(
        one.info(), one.snapshot(), facts, one.messages(), one.read(), one.awaited());
  }

  private static Commit withFacts(Commit c, List<JournalEntry> facts) {
    return new Commit(
        c.info(), c.isNew(), facts, c.read(), c.outgoing(), c.disposition(), c.ending());
  }

  private static Commit withRead(Commit c, int read) {
    return new Commit(
        c.info(), c.isNew(), c.facts(), read, c.outgoing(), c.disposition(), c.ending());
  }

  private static Commit withoutOutgoing(Commit c) {
    return new Commit(
        c.info(),
        c.isNew(),
        c.facts(),
        c.read(),
        Commit.Outgoing.NOTHING,
        c.disposition(),
        c.ending());
  }

  private static long seq(Commit commit) {
    return commit.facts().stream().mapToLong(JournalEntry::seq).max().orElse(0);
  }
}
