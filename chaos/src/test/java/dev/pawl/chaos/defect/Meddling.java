package dev.pawl.chaos.defect;

import dev.pawl.chaos.node.ForwardingMembership;
import dev.pawl.chaos.node.ForwardingStore;
import dev.pawl.engine.run.Outside;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.Written;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

/** The places at which a defect can sit. By itself it does nothing wrong. */
class Meddling {

  /** Set before the second look at the store. */
  volatile boolean secondLook;

  /** All who ever joined. */
  final List<Membership> members = new CopyOnWriteArrayList<>();

  /** Ends the lease of a node. */
  volatile IntConsumer expire = node -> {};

  List<Written> write(Membership membership, int writer, List<Commit> batch)
      throws InterruptedException {
    return membership.write(writer, batch);
  }

  Mail.Delivery send(Mail mail, Mail.Outgoing letter) {
    return mail.send(letter);
  }

  List<Entry> facts(Executions executions, ExecutionKey key) {
    return executions.facts(key);
  }

  List<Executions.Summary> shown(List<Executions.Summary> page) {
    return page;
  }

  Optional<ExecutionKey> startedBefore(Executions executions, Card card) {
    return executions.startedBefore(card);
  }

  Outside outside(Outside outside) {
    return outside;
  }

  /** Whether it declares nodes dead that go on writing. */
  boolean makesZombies() {
    return false;
  }

  final Store in(Store store) {
    return new ForwardingStore(store) {
      @Override
      public Membership join(String name) {
        Membership membership = super.join(name);
        members.add(membership);
        return new ForwardingMembership(membership) {
          @Override
          public List<Written> write(int writer, List<Commit> batch)
              throws InterruptedException, ExpelledException {
            return Meddling.this.write(membership, writer, batch);
          }
        };
      }

      @Override
      public Mail mail() {
        Mail mail = super.mail();
        return letter -> Meddling.this.send(mail, letter);
      }

      @Override
      public Executions executions() {
        return meddled(super.executions());
      }
    };
  }

  private Executions meddled(Executions executions) {
    return new Executions() {
      @Override
      public Optional<Summary> find(ExecutionKey key) {
        return executions.find(key);
      }

      @Override
      public Optional<ExecutionKey> startedBefore(Card card) {
        return Meddling.this.startedBefore(executions, card);
      }

      @Override
      public Optional<String> request(Card card) {
        return executions.request(card);
      }

      @Override
      public List<Entry> facts(ExecutionKey key, long after, int most) {
        return Meddling.this.facts(executions, key).stream()
            .filter(entry -> entry.seq() > after)
            .limit(most)
            .toList();
      }

      @Override
      public long lastSeq(ExecutionKey key) {
        return executions.lastSeq(key);
      }

      @Override
      public List<Summary> search(TenantId tenant, Criteria criteria, Page page) {
        return shown(executions.search(tenant, criteria, page));
      }
    };
  }
}
