package dev.pawl.server.execution;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.History;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.node.read.ExecutionFollower;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Callers;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.history.StepView;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.EventStream;
import dev.pawl.server.web.OpenStreams;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoint that streams the steps of an execution. The events come from the journal, on whichever
 * node the execution runs; a client that reconnects with the id of its last event misses none.
 * Nothing is buffered for a slow client: only the thread of its request waits.
 */
@RestController
public final class EventsController {

  private static final Duration MIN_POLL_INTERVAL = Duration.ofMillis(50);
  private static final Duration MAX_POLL_INTERVAL = Duration.ofSeconds(1);

  private final ExecutionControl control;
  private final Workers workers;
  private final OpenStreams streams;
  private final Callers callers;

  EventsController(
      ExecutionControl control, Workers workers, OpenStreams streams, Callers callers) {
    this.control = control;
    this.workers = workers;
    this.streams = streams;
    this.callers = callers;
  }

  @GetMapping("/api/flows/executions/{id}/events")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Streams the steps of an execution as they happen.")
  @ApiStatus({200, 204})
  void events(
      Caller caller,
      @PathVariable String id,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    ExecutionKey key = caller.execution(id);
    EventPosition last =
        lastEventId == null ? EventPosition.START : EventPosition.parse(lastEventId);
    Executions.Summary found =
        control.reader().find(key).orElseThrow(() -> ApiException.notFound("execution " + id));
    if (last.isEnd() && found.status().isTerminal()) {
      // Status 204 keeps an EventSource from reconnecting.
      response.setStatus(HttpServletResponse.SC_NO_CONTENT);
      return;
    }
    ExecutionFollower following =
        control.reader().follow(key).orElseThrow(() -> ApiException.notFound("execution " + id));
    Client client = new Client(caller, request, last);
    streams.stream(
        caller.tenant(),
        request,
        response,
        () ->
            new EventSender(
                    following, new ProgressEvents(workers, key), client, streams.open(response))
                .run());
  }

  /**
   * The receiver of a stream.
   *
   * @param last position of the last event that the client has received
   */
  private record Client(Caller caller, HttpServletRequest request, EventPosition last) {}

  /** A pause of the execution: its time, its reason, and the caller who requested it. */
  record PauseView(Instant at, String reason, String by) {}

  /** A resumption of the execution. */
  record ResumeView(Instant at) {}

  /** One open stream. */
  private final class EventSender {
    private final ExecutionFollower follower;
    private final ProgressEvents progress;
    private final Client client;
    private final EventStream stream;
    private long lastCheckNanos = System.nanoTime();

    EventSender(
        ExecutionFollower follower, ProgressEvents progress, Client client, EventStream stream) {
      this.follower = follower;
      this.progress = progress;
      this.client = client;
      this.stream = stream;
    }

    void run() throws IOException, InterruptedException {
      Duration pause = MIN_POLL_INTERVAL;
      while (isOpen()) {
        List<ExecutionFollower.Change> changes = follower.next();
        for (ExecutionFollower.Change change : changes) {
          sendChange(change);
        }
        if (!changes.isEmpty()) {
          pause = MIN_POLL_INTERVAL;
        } else if (follower.execution().status().isTerminal()) {
          Execution ended = follower.execution();
          stream.send(ended.seq() + EventPosition.END, "end", ended.status());
          return;
        } else {
          for (ProgressEvents.ProgressView view : progress.next(follower.execution())) {
            stream.send("progress", view);
          }
          // The delay grows while nothing changes, so that an idle execution costs one query per
          // second.
          stream.sendKeepAlive(pause);
          pause =
              pause.multipliedBy(2).compareTo(MAX_POLL_INTERVAL) < 0
                  ? pause.multipliedBy(2)
                  : MAX_POLL_INTERVAL;
        }
      }
    }

    /** Returns true while the server runs and the caller is still authorized. */
    private boolean isOpen() {
      if (System.nanoTime() - lastCheckNanos > Callers.CHECK_INTERVAL.toNanos()) {
        lastCheckNanos = System.nanoTime();
        return streams.areOpen() && callers.isAuthorized(client.caller(), client.request());
      }
      return streams.areOpen();
    }

    private void sendChange(ExecutionFollower.Change change) throws IOException {
      for (History.StepEntry line : change.lines()) {
        StepChange step = line.step();
        send(new EventPosition(step.seq(), step.ordinal()), "step", StepView.of(line));
      }
      EventPosition behind = new EventPosition(change.fact().seq(), change.lines().size());
      if (!change.isIgnored()) {
        switch (change.fact().fact()) {
          case Fact.Paused paused ->
              send(
                  behind,
                  "paused",
                  new PauseView(change.fact().at(), paused.reason(), paused.by()));
          case Fact.Resumed resumed -> send(behind, "resumed", new ResumeView(change.fact().at()));
          default -> {}
        }
      }
    }

    private void send(EventPosition place, String event, Object data) throws IOException {
      if (place.compareTo(client.last()) > 0) {
        stream.send(place.toString(), event, data);
      }
    }
  }

  /**
   * The position of an event: the sequence number of its fact, and its index among the events of
   * that fact.
   */
  record EventPosition(long seq, int ordinal) implements Comparable<EventPosition> {

    static final EventPosition START = new EventPosition(0, -1);

    static final String END = ".end";

    boolean isEnd() {
      return ordinal == Integer.MAX_VALUE;
    }

    static EventPosition parse(String text) {
      String[] parts = text.split("\\.", 2);
      try {
        return parts.length == 2 && parts[1].equals("end")
            ? new EventPosition(Long.parseLong(parts[0]), Integer.MAX_VALUE)
            : new EventPosition(Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw ApiException.malformed("'" + text + "' is not the id of an event");
      }
    }

    @Override
    public int compareTo(EventPosition other) {
      return seq != other.seq
          ? Long.compare(seq, other.seq)
          : Integer.compare(ordinal, other.ordinal);
    }

    @Override
    public String toString() {
      return seq + "." + ordinal;
    }
  }
}
