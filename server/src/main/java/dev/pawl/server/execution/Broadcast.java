package dev.pawl.server.execution;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.query.EventListeners.Candidate;
import dev.pawl.sdk.Json;
import dev.pawl.server.execution.BroadcastLog.LoggedBroadcast;
import dev.pawl.triggers.binding.DomainEvent;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends an event to all executions of a tenant that wait for it; executions that have just begun to
 * wait receive it too. If there are many candidates, a job sends the event.
 */
public final class Broadcast {

  /** Maximum number of candidates that a request handles; with more, a job sends the event. */
  static final int MAX_CANDIDATES_PER_REQUEST = 1_000;

  /** Number of messages per batch. */
  private static final int MESSAGES_PER_BATCH = 500;

  /** Upper bound of all ids. */
  private static final UUID AFTER_ALL_IDS = new UUID(-1, -1);

  private final ExecutionControl control;
  private final ListenerSearch listeners;
  private final BroadcastLog log;
  private final BroadcastScheduler scheduler;

  Broadcast(
      ExecutionControl control,
      ListenerSearch listeners,
      BroadcastLog log,
      BroadcastScheduler scheduler) {
    this.control = control;
    this.listeners = listeners;
    this.log = log;
    this.scheduler = scheduler;
  }

  /**
   * An event to broadcast.
   *
   * @param event name of the event
   * @param id idempotency key; a completed broadcast with this id is not repeated, an interrupted
   *     one continues and sends to no execution twice
   * @param started executions that the event has started, which do not receive it; absent: none
   */
  public record EventMessage(
      String event, Json payload, @Nullable String id, @Nullable List<UUID> started) {

    public EventMessage(String event, Json payload, @Nullable String id) {
      this(event, payload, id, null);
    }

    private EventMessage withStarted(List<StartedExecution> executions) {
      return new EventMessage(
          event, payload, id, executions.stream().map(StartedExecution::execution).toList());
    }

    /** What the event has just started may wait already, for the next event of this name. */
    private List<Candidate> withoutStarted(List<Candidate> candidates) {
      Set<UUID> own = started == null ? Set.of() : Set.copyOf(started);
      return candidates.stream().filter(candidate -> !own.contains(candidate.id())).toList();
    }
  }

  /** Starts a job that sends an event after the request has ended. */
  public interface BroadcastScheduler {
    /** Starts the job and returns its id. */
    UUID schedule(TenantId tenant, EventMessage event, String by);
  }

  /** An execution that an event started. */
  public record StartedExecution(
      @Schema(description = "Code of the flow.", example = "policy-onboarding") String flow,
      @Schema(
              description = "Id of the execution.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          UUID execution) {}

  /** The result of publishing an event. */
  public record BroadcastResult(
      @Schema(
              description = "Id of the event: the one of the request, or a new one.",
              example = "evt-20261118-17")
          String id,
      @Schema(description = "Executions that bindings started, in the order of the bindings.")
          List<StartedExecution> started,
      @Schema(description = "Number of executions that received the event so far.", example = "3")
          int woken,
      @Schema(
              description =
                  "True if an event with this id was published before; nothing happened again, and"
                      + " the other fields are those of the first time.")
          boolean repeated,
      @Schema(
              description =
                  "Id of the job that sends the event, if more executions wait for it than one"
                      + " request can serve.")
          @Nullable UUID job) {}

  /**
   * Publishes an event: starts what it starts, then wakes what waits for it.
   *
   * @param eventId the id of the event in the result
   * @param starts starts the flows that are bound to the event; repeatable
   */
  public BroadcastResult broadcast(
      TenantId tenant,
      EventMessage event,
      String eventId,
      String by,
      Supplier<List<StartedExecution>> starts) {
    Optional<String> id = Optional.ofNullable(event.id());
    Optional<LoggedBroadcast> before = id.flatMap(one -> log.find(tenant, one));
    if (before.isPresent()) {
      return result(eventId, before.get(), true);
    }
    // Starts and messages have the id of the event as their key: of two concurrent requests, or
    // after an interrupted one, each still happens once.
    List<StartedExecution> started = starts.get();
    LoggedBroadcast delivered = deliver(tenant, event, eventId, by, started);
    return result(eventId, id.map(one -> log.add(tenant, one, delivered)).orElse(delivered), false);
  }

  /** Counts the executions that an event would wake, up to the number that a request handles. */
  public int countListeners(TenantId tenant, String event) {
    List<Candidate> candidates =
        listeners.candidates(tenant, event, AFTER_ALL_IDS, MAX_CANDIDATES_PER_REQUEST);
    return listeners.filterListening(tenant, candidates, event).size();
  }

  private LoggedBroadcast deliver(
      TenantId tenant,
      EventMessage received,
      String eventId,
      String by,
      List<StartedExecution> started) {
    EventMessage event = received.withStarted(started);
    List<Candidate> candidates =
        listeners.candidates(tenant, event.event(), AFTER_ALL_IDS, MAX_CANDIDATES_PER_REQUEST + 1);
    if (candidates.size() > MAX_CANDIDATES_PER_REQUEST) {
      return new LoggedBroadcast(0, Optional.of(scheduler.schedule(tenant, event, by)), started);
    }
    int woken =
        sendToListeners(
            tenant,
            event.withoutStarted(candidates),
            event,
            Optional.of(DomainEvent.idempotencyKey(eventId)),
            EnumSet.of(MessageAcceptance.ACCEPTED));
    return new LoggedBroadcast(woken, Optional.empty(), started);
  }

  private static BroadcastResult result(
      String eventId, LoggedBroadcast broadcast, boolean isRepeated) {
    return new BroadcastResult(
        eventId, broadcast.started(), broadcast.woken(), isRepeated, broadcast.job().orElse(null));
  }

  private static Optional<String> key(EventMessage event) {
    return Optional.ofNullable(event.id()).map(DomainEvent::idempotencyKey);
  }

  /**
   * The result of handling one page of candidates.
   *
   * @param last id of the last candidate of the page; empty if there was none
   * @param woken number of executions that received the event, now or in an earlier run
   * @param isLast true if there are no further candidates
   */
  public record BroadcastPage(Optional<UUID> last, int woken, boolean isLast) {}

  /**
   * Sends an event to those of the next candidates that wait for it.
   *
   * @param otherwise idempotency key of the messages if the event has no id
   * @param below upper bound, exclusive, of the ids of the candidates
   */
  public BroadcastPage broadcastPage(
      TenantId tenant, EventMessage event, String otherwise, UUID below) {
    List<Candidate> candidates =
        listeners.candidates(tenant, event.event(), below, MAX_CANDIDATES_PER_REQUEST);
    int woken =
        sendToListeners(
            tenant,
            event.withoutStarted(candidates),
            event,
            key(event).or(() -> Optional.of(otherwise)),
            EnumSet.of(MessageAcceptance.ACCEPTED, MessageAcceptance.REPEATED));
    return new BroadcastPage(
        candidates.isEmpty() ? Optional.empty() : Optional.of(candidates.getLast().id()),
        woken,
        candidates.size() < MAX_CANDIDATES_PER_REQUEST);
  }

  private int sendToListeners(
      TenantId tenant,
      List<Candidate> candidates,
      EventMessage event,
      Optional<String> key,
      Set<MessageAcceptance> counted) {
    List<ExecutionKey> listening = listeners.filterListening(tenant, candidates, event.event());
    int woken = 0;
    for (int i = 0; i < listening.size(); i += MESSAGES_PER_BATCH) {
      List<ExecutionKey> some =
          listening.subList(i, Math.min(listening.size(), i + MESSAGES_PER_BATCH));
      woken +=
          (int)
              control.signalAll(some, event.event(), event.payload(), key).stream()
                  .filter(counted::contains)
                  .count();
    }
    return woken;
  }
}
