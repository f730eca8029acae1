package dev.pawl.server.execution;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.query.EventListeners.Candidate;
import dev.pawl.sdk.Json;
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
  static final int MOST = 1_000;

  /** Number of messages per batch. */
  private static final int AT_ONCE = 500;

  /** Upper bound of all ids. */
  private static final UUID NEWEST = new UUID(-1, -1);

  private final ExecutionControl control;
  private final ListenerSearch listeners;
  private final BroadcastLog log;
  private final Later later;

  Broadcast(ExecutionControl control, ListenerSearch listeners, BroadcastLog log, Later later) {
    this.control = control;
    this.listeners = listeners;
    this.log = log;
    this.later = later;
  }

  /**
   * An event to broadcast.
   *
   * @param event name of the event
   * @param id idempotency key; a completed broadcast with this id is not repeated, an interrupted
   *     one continues and sends to no execution twice
   */
  public record Telling(String event, Json payload, @Nullable String id) {}

  /** Starts a job that sends an event after the request has ended. */
  public interface Later {
    /** Starts the job and returns its id. */
    UUID tell(TenantId tenant, Telling telling, String by);
  }

  /** An execution that an event started. */
  public record StartedExecution(
      @Schema(description = "Code of the flow.", example = "policy-onboarding") String flow,
      @Schema(
              description = "Id of the execution.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          UUID execution) {}

  /** The result of publishing an event. */
  public record Told(
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
  public Told tell(
      TenantId tenant,
      Telling telling,
      String eventId,
      String by,
      Supplier<List<StartedExecution>> starts) {
    Optional<String> id = Optional.ofNullable(telling.id());
    if (id.isPresent() && !log.add(tenant, id.get())) {
      Optional<BroadcastLog.Delivered> before = log.find(tenant, id.get());
      if (before.isPresent()) {
        return new Told(
            eventId,
            before.get().started(),
            before.get().woken(),
            true,
            before.get().job().orElse(null));
      }
    }
    List<StartedExecution> started = starts.get();
    if (id.isPresent() && !started.isEmpty()) {
      log.setStarted(tenant, id.get(), started);
    }
    List<Candidate> candidates = listeners.candidates(tenant, telling.event(), NEWEST, MOST + 1);
    if (candidates.size() > MOST) {
      UUID job = later.tell(tenant, telling, by);
      UUID recorded = id.isPresent() ? log.setJob(tenant, id.get(), job) : job;
      return new Told(eventId, started, 0, false, recorded);
    }
    int sent =
        told(tenant, candidates, telling, key(telling), EnumSet.of(MessageAcceptance.ACCEPTED));
    int woken = id.isPresent() ? log.setWoken(tenant, id.get(), sent) : sent;
    return new Told(eventId, started, woken, false, null);
  }

  private static Optional<String> key(Telling telling) {
    return Optional.ofNullable(telling.id()).map(text -> "event:" + text);
  }

  /**
   * The result of handling one page of candidates.
   *
   * @param last id of the last candidate of the page; empty if there was none
   * @param woken number of executions that received the event, now or in an earlier run
   * @param isLast true if there are no further candidates
   */
  public record Part(Optional<UUID> last, int woken, boolean isLast) {}

  /**
   * Sends an event to those of the next candidates that wait for it.
   *
   * @param otherwise idempotency key of the messages if the event has no id
   * @param below upper bound, exclusive, of the ids of the candidates
   */
  public Part tell(TenantId tenant, Telling telling, String otherwise, UUID below) {
    List<Candidate> candidates = listeners.candidates(tenant, telling.event(), below, MOST);
    int woken =
        told(
            tenant,
            candidates,
            telling,
            key(telling).or(() -> Optional.of(otherwise)),
            EnumSet.of(MessageAcceptance.ACCEPTED, MessageAcceptance.REPEATED));
    return new Part(
        candidates.isEmpty() ? Optional.empty() : Optional.of(candidates.getLast().id()),
        woken,
        candidates.size() < MOST);
  }

  private int told(
      TenantId tenant,
      List<Candidate> candidates,
      Telling telling,
      Optional<String> key,
      Set<MessageAcceptance> counted) {
    List<ExecutionKey> listening = listeners.listening(tenant, candidates, telling.event());
    int woken = 0;
    for (int i = 0; i < listening.size(); i += AT_ONCE) {
      List<ExecutionKey> some = listening.subList(i, Math.min(listening.size(), i + AT_ONCE));
      woken +=
          (int)
              control.signalAll(some, telling.event(), telling.payload(), key).stream()
                  .filter(counted::contains)
                  .count();
    }
    return woken;
  }
}
