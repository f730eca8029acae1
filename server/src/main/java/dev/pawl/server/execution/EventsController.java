package dev.pawl.server.execution;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.History;
import dev.pawl.engine.Step;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Following;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Callers;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
import dev.pawl.server.web.EventStream;
import dev.pawl.server.web.Streams;
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
 * The steps of an execution as they happen. They come from the journal, wherever the execution
 * runs; a client that comes back with the id of the last event misses none. A client that reads
 * slowly holds up nobody and nothing is kept for it: its thread waits, and reads on when it can.
 */
@RestController
public final class EventsController {

  private static final Duration SOON = Duration.ofMillis(50);
  private static final Duration LATER = Duration.ofSeconds(1);

  private final Control control;
  private final Workers workers;
  private final Streams streams;
  private final Callers callers;

  EventsController(Control control, Workers workers, Streams streams, Callers callers) {
    this.control = control;
    this.workers = workers;
    this.streams = streams;
    this.callers = callers;
  }

  @GetMapping("/api/flows/executions/{id}/events")
  @Answers({200, 204})
  void events(
      Caller caller,
      @PathVariable String id,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    ExecutionKey key = caller.execution(id);
    Place last = lastEventId == null ? Place.START : Place.parse(lastEventId);
    Executions.Summary found =
        control.find(key).orElseThrow(() -> Refusal.notFound("execution " + id));
    if (last.isEnd() && found.status().isTerminal()) {
      // To a browser this means that there is nothing to come back for.
      response.setStatus(HttpServletResponse.SC_NO_CONTENT);
      return;
    }
    Following following =
        control.follow(key).orElseThrow(() -> Refusal.notFound("execution " + id));
    Client client = new Client(caller, request, last);
    streams.tell(
        caller.tenant(),
        request,
        response,
        () ->
            new Telling(following, new ProgressNews(workers, key), client, streams.open(response))
                .tell());
  }

  /**
   * Who listens.
   *
   * @param last what it was told before
   */
  private record Client(Caller caller, HttpServletRequest request, Place last) {}

  /** Why an execution rests, and by whose order. */
  record PauseView(Instant at, String reason, String by) {}

  /** Since when it goes on. */
  record ResumeView(Instant at) {}

  /** One stream. */
  private final class Telling {
    private final Following following;
    private final ProgressNews progress;
    private final Client client;
    private final EventStream stream;
    private long checked = System.nanoTime();

    Telling(Following following, ProgressNews progress, Client client, EventStream stream) {
      this.following = following;
      this.progress = progress;
      this.client = client;
      this.stream = stream;
    }

    void tell() throws IOException, InterruptedException {
      Duration pause = SOON;
      while (isWanted()) {
        List<Following.Change> changes = following.next();
        for (Following.Change change : changes) {
          tell(change);
        }
        if (!changes.isEmpty()) {
          pause = SOON;
        } else if (following.execution().status().isTerminal()) {
          Execution ended = following.execution();
          stream.send(ended.seq() + Place.END, "end", ended.status());
          return;
        } else {
          for (ProgressNews.Progress news : progress.next(following.execution())) {
            stream.send("progress", news);
          }
          // What moved will move again before long; what rests costs one look a second.
          stream.rest(pause);
          pause = pause.multipliedBy(2).compareTo(LATER) < 0 ? pause.multipliedBy(2) : LATER;
        }
      }
    }

    /** Whether the server goes on, and the client is still let in. */
    private boolean isWanted() {
      if (System.nanoTime() - checked > Callers.AGAIN.toNanos()) {
        checked = System.nanoTime();
        return streams.areOpen() && callers.isStill(client.caller(), client.request());
      }
      return streams.areOpen();
    }

    private void tell(Following.Change change) throws IOException {
      for (History.Line line : change.lines()) {
        Step step = line.step();
        send(new Place(step.seq(), step.ordinal()), "step", StepView.of(line));
      }
      Place behind = new Place(change.fact().seq(), change.lines().size());
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

    private void send(Place place, String event, Object data) throws IOException {
      if (place.compareTo(client.last()) > 0) {
        stream.send(place.toString(), event, data);
      }
    }
  }

  /** The place of an event: the fact that caused it, and its number among those of that fact. */
  record Place(long seq, int ordinal) implements Comparable<Place> {

    static final Place START = new Place(0, -1);

    static final String END = ".end";

    boolean isEnd() {
      return ordinal == Integer.MAX_VALUE;
    }

    static Place parse(String text) {
      String[] parts = text.split("\\.", 2);
      try {
        return parts.length == 2 && parts[1].equals("end")
            ? new Place(Long.parseLong(parts[0]), Integer.MAX_VALUE)
            : new Place(Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw Refusal.malformed("'" + text + "' is not the id of an event");
      }
    }

    @Override
    public int compareTo(Place other) {
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
