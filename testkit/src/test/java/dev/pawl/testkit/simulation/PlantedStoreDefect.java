package dev.pawl.testkit.simulation;

import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Faults that a store could have. */
enum PlantedStoreDefect {
  LOSES_THE_LAST_FACT {
    @Override
    List<Claimed> claim(Membership member, int max) {
      return tampered(
          member.claim(max),
          one -> withFacts(one, one.facts().subList(0, Math.max(1, one.facts().size()) - 1)));
    }
  },

  READS_ONE_FACT_TOO_FEW_AFTER_A_SNAPSHOT {
    @Override
    List<Claimed> claim(Membership member, int max) {
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
    List<Written> write(Membership member, int writer, List<Commit> batch)
        throws InterruptedException {
      List<Commit> mixed = new ArrayList<>(batch);
      for (int i = 1; i < mixed.size(); i++) {
        if (seq(mixed.get(i)) == seq(mixed.get(i - 1))) {
          List<Entry> facts = mixed.get(i).facts();
          mixed.set(i, withFacts(mixed.get(i), mixed.get(i - 1).facts()));
          mixed.set(i - 1, withFacts(mixed.get(i - 1), facts));
        }
      }
      return member.write(writer, mixed);
    }
  },

  WRITES_HALF_A_BATCH {
    @Override
    List<Written> write(Membership member, int writer, List<Commit> batch)
        throws InterruptedException {
      List<Written> results = member.write(writer, batch.subList(0, (batch.size() + 1) / 2));
      return Collections.nCopies(batch.size(), results.getFirst());
    }
  },

  LETS_A_ZOMBIE_WRITE {
    @Override
    List<Written> write(Membership member, int writer, List<Commit> batch)
        throws InterruptedException {
      try {
        return member.write(writer, batch);
      } catch (ExpelledException e) {
        return Collections.nCopies(batch.size(), Written.Done.DONE);
      }
    }
  },

  PARKS_OVER_A_LETTER {
    @Override
    List<Written> write(Membership member, int writer, List<Commit> batch)
        throws InterruptedException {
      return member.write(writer, batch).stream()
          .map(one -> one == Written.NotParked.NOT_PARKED ? Written.Done.DONE : one)
          .toList();
    }
  },

  FORGETS_WHICH_LETTERS_WERE_READ {
    @Override
    List<Written> write(Membership member, int writer, List<Commit> batch)
        throws InterruptedException {
      return member.write(
          writer,
          batch.stream()
              .map(c -> c.fate() instanceof Fate.Parks ? c : withRead(c, Math.max(0, c.read() - 1)))
              .toList());
    }
  },

  DOES_NOT_TELL_THE_PARENT {
    @Override
    List<Written> write(Membership member, int writer, List<Commit> batch)
        throws InterruptedException {
      return member.write(writer, batch.stream().map(PlantedStoreDefect::withoutOutgoing).toList());
    }
  },

  LOSES_A_LETTER {
    @Override
    Mail.Delivery send(Mail mail, ExecutionKey to, byte[] body, Optional<String> key) {
      return body.length % 3 == 0 ? Mail.Delivery.ACCEPTED : mail.send(to, body, key);
    }
  },

  TAKES_A_LETTER_TWICE {
    @Override
    Mail.Delivery send(Mail mail, ExecutionKey to, byte[] body, Optional<String> key) {
      Mail.Delivery delivery = mail.send(to, body, key);
      if (delivery == Mail.Delivery.REPEATED) {
        mail.send(to, body, Optional.empty());
      }
      return delivery;
    }
  },

  DELIVERS_OUT_OF_ORDER {
    @Override
    List<Letter> letters(Membership member, int max) {
      return member.letters(max).stream()
          .map(one -> new Letter(one.to(), one.number() + 1, one.at(), one.body()))
          .toList();
    }
  },

  FORGETS_CALLS_THAT_WERE_MADE {
    @Override
    List<Claimed> claim(Membership member, int max) {
      return tampered(
          member.claim(max),
          one ->
              new Claimed(
                  one.card(), one.snapshot(), one.facts(), one.letters(), one.read(), List.of()));
    }
  },

  KEEPS_A_SNAPSHOT_UNDER_A_LATER_NUMBER {
    @Override
    void keep(Membership member, ExecutionKey key, Claimed.Snapshot snapshot) {
      member.keep(
          key,
          new Claimed.Snapshot(
              snapshot.seq() + 1, snapshot.at(), snapshot.format(), snapshot.bytes()));
    }
  },

  HANDS_NOTHING_OVER {
    @Override
    void close(Membership member) {}
  };

  List<Written> write(Membership member, int writer, List<Commit> batch)
      throws InterruptedException {
    return member.write(writer, batch);
  }

  List<Claimed> claim(Membership member, int max) {
    return member.claim(max);
  }

  List<Letter> letters(Membership member, int max) {
    return member.letters(max);
  }

  void keep(Membership member, ExecutionKey key, Claimed.Snapshot snapshot) {
    member.keep(key, snapshot);
  }

  Mail.Delivery send(Mail mail, ExecutionKey to, byte[] body, Optional<String> key) {
    return mail.send(to, body, key);
  }

  void close(Membership member) {
    member.close();
  }

  private static List<Claimed> tampered(List<Claimed> taken, UnaryOperator<Claimed> how) {
    return taken.stream().map(how).toList();
  }

  private static Claimed withFacts(Claimed one, List<Entry> facts) {
    return new Claimed(one.card(), one.snapshot(), facts, one.letters(), one.read(), one.awaited());
  }

  private static Commit withFacts(Commit c, List<Entry> facts) {
    return new Commit(c.card(), c.birth(), facts, c.read(), c.outgoing(), c.fate(), c.ending());
  }

  private static Commit withRead(Commit c, int read) {
    return new Commit(c.card(), c.birth(), c.facts(), read, c.outgoing(), c.fate(), c.ending());
  }

  private static Commit withoutOutgoing(Commit c) {
    return new Commit(
        c.card(), c.birth(), c.facts(), c.read(), Commit.Outgoing.NOTHING, c.fate(), c.ending());
  }

  private static long seq(Commit commit) {
    return commit.facts().stream().mapToLong(Entry::seq).max().orElse(0);
  }
}
