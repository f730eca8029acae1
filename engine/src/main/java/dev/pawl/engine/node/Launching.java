package dev.pawl.engine.node;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Written;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** How executions begin: where all triggers end and the way of an execution starts. */
final class Launching {

  private final Services services;
  private final Supplier<Incarnation> current;

  Launching(Services services, Supplier<Incarnation> current) {
    this.services = services;
    this.current = current;
  }

  ExecutionKey newKey(Launch launch) {
    return new ExecutionKey(launch.tenant(), services.ids().next());
  }

  /** Returns when the start is durable. */
  ExecutionKey start(Launch launch, ExecutionKey key) {
    Card card = card(launch, key);
    Fact.Started started = started(card, launch);
    Interpreter interpreter = services.flows().interpreter(card);
    if (card.tags().idempotencyKey().isPresent()) {
      Optional<ExecutionKey> earlier = services.store().executions().startedBefore(card);
      if (earlier.isPresent()) {
        refuseIfReused(card);
        return earlier.get();
      }
    }
    while (true) {
      Incarnation node = current.get();
      node.refuseIfBusy();
      CompletableFuture<Written> born =
          node.hasRoom() && !node.isLimited(card)
              ? node.begin(card, interpreter, started, launch.express())
              : node.write(forAnyNode(card, started));
      Optional<ExecutionKey> settled = settled(card, born);
      if (settled.isPresent()) {
        return settled.get();
      }
    }
  }

  /** A key stands for one request. */
  private void refuseIfReused(Card card) {
    Optional<String> request = card.tags().origin().request();
    if (request.isEmpty()) {
      return;
    }
    Optional<String> first = services.store().executions().request(card);
    if (first.isPresent() && !first.equals(request)) {
      throw new KeyReusedException("this idempotency key came with another start");
    }
  }

  /** The first commit of an execution that any node may take. */
  Commit forAnyNode(Launch launch) {
    Card card = card(launch, newKey(launch));
    return forAnyNode(card, started(card, launch));
  }

  private Commit forAnyNode(Card card, Fact.Started started) {
    Entry entry = new Entry(1, services.clock().now(), FactBytes.write(started));
    return new Commit(
        card, true, List.of(entry), 0, Commit.Outgoing.NOTHING, Fate.HandedBack.HANDED_BACK);
  }

  private Card card(Launch launch, ExecutionKey key) {
    launch.checkNames();
    Control.checked(launch.input(), "the input");
    return new Card(key, version(launch), Optional.empty(), Optional.empty(), 0, launch.tags());
  }

  private VersionKey version(Launch launch) {
    if (launch.version().isPresent()) {
      return new VersionKey(launch.tenant(), launch.flow(), launch.version().getAsInt());
    }
    return services
        .flows()
        .current(launch.tenant(), launch.flow())
        .orElseThrow(
            () -> new IllegalArgumentException("there is no flow '" + launch.flow() + "'"));
  }

  private static Fact.Started started(Card card, Launch launch) {
    String name = launch.name().orElseGet(() -> card.id().toString());
    return new Fact.Started(launch.flow(), name, launch.input(), JsonObject.EMPTY);
  }

  /** Empty if the start has to be tried again: the node lost its life, and the start with it. */
  Optional<ExecutionKey> settled(Card card, CompletableFuture<Written> born) {
    try {
      return Optional.of(
          switch (services.time().join(born)) {
            case Written.Done done -> card.key();
            case Written.Queued queued -> card.key();
            case Written.NotParked unread -> card.key();
            case Written.Duplicate same -> {
              refuseIfReused(card);
              yield new ExecutionKey(card.key().tenant(), same.existing());
            }
            case Written.Rejected beyond ->
                throw new ConcurrencyLimitException(beyond.flow(), beyond.atMost());
            case Written.Refused refused ->
                throw new IllegalArgumentException("the start was refused: " + refused.why());
          });
    } catch (CompletionException e) {
      if (e.getCause() instanceof ExpelledException) {
        // It may have been durable before that.
        Optional<Executions.Summary> there = services.store().executions().find(card.key());
        return there.map(found -> found.card().key());
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
