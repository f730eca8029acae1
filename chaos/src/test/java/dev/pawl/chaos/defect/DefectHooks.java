package dev.pawl.chaos.defect;

import dev.pawl.chaos.node.ForwardingNodeSession;
import dev.pawl.chaos.node.ForwardingStore;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

/** The hooks for planted defects; the default of each changes nothing. */
class DefectHooks {

  /** True from the second reading of the store on. */
  volatile boolean secondLook;

  /** All node sessions ever opened. */
  final List<NodeSession> members = new CopyOnWriteArrayList<>();

  /** Lets the lease of a node expire. */
  volatile IntConsumer expire = node -> {};

  List<CommitResult> write(NodeSession session, int writer, List<Commit> batch)
      throws InterruptedException {
    return session.write(writer, batch);
  }

  Inbox.MessageAcceptance send(Inbox inbox, Inbox.OutgoingMessage message) {
    return inbox.send(message);
  }

  List<JournalEntry> facts(Executions executions, ExecutionKey key) {
    return executions.facts(key);
  }

  List<Executions.Summary> shown(List<Executions.Summary> page) {
    return page;
  }

  Optional<ExecutionKey> findStarted(Executions executions, ExecutionMetadata info) {
    return executions.findStarted(info);
  }

  ExecutionPorts outside(ExecutionPorts outside) {
    return outside;
  }

  /** Returns true if nodes continue to write after their lease was taken. */
  boolean makesZombies() {
    return false;
  }

  final Store in(Store store) {
    return new ForwardingStore(store) {
      @Override
      public NodeSession join(String name) {
        NodeSession session = super.join(name);
        members.add(session);
        return new ForwardingNodeSession(session) {
          @Override
          public List<CommitResult> write(int writer, List<Commit> batch)
              throws InterruptedException, ExpelledException {
            return DefectHooks.this.write(session, writer, batch);
          }
        };
      }

      @Override
      public Inbox inbox() {
        Inbox inbox = super.inbox();
        return message -> DefectHooks.this.send(inbox, message);
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
      public Optional<ExecutionKey> findStarted(ExecutionMetadata info) {
        return DefectHooks.this.findStarted(executions, info);
      }

      @Override
      public Optional<String> request(ExecutionMetadata info) {
        return executions.request(info);
      }

      @Override
      public List<JournalEntry> facts(ExecutionKey key, long after, int most) {
        return DefectHooks.this.facts(executions, key).stream()
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
