package dev.pawl.server.execution;

import dev.pawl.engine.Step;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Following;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.EventStream;
import dev.pawl.server.web.Streams;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
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

  EventsController(Control control, Workers workers, Streams streams) {
    this.control = control;
    this.workers = workers;
    this.streams = streams;
  }

  @GetMapping("/api/flows/executions/{id}/events")
  void events(
      Caller caller,
      @PathVariable String id,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      HttpServletResponse response)
      throws InterruptedException {
    ExecutionKey key = Showing.key(caller, id);
    Place last = lastEventId == null ? Place.START : Place.parse(lastEventId);
    Following following =
        control.follow(key).orElseThrow(() -> Refusal.notFound("execution " + id));
    try {
      tell(following, new ProgressNews(workers, key), last, streams.open(response));
    } catch (IOException gone) {
      // So has the client; it comes back when it wants to know more.
    }
  }

  private void tell(Following following, ProgressNews progress, Place last, EventStream stream)
      throws IOException, InterruptedException {
    Duration pause = SOON;
    while (streams.areOpen()) {
      boolean moved = false;
      for (Step step : following.next()) {
        Place place = new Place(step.seq(), step.ordinal());
        if (place.compareTo(last) > 0) {
          stream.send(place.toString(), "step", StepView.of(step));
          moved = true;
        }
      }
      if (following.execution().status().isTerminal()) {
        stream.send(following.execution().seq() + ".end", "end", following.execution().status());
        return;
      }
      if (!moved) {
        for (ProgressNews.Progress news : progress.next(following.execution())) {
          stream.send("progress", news);
        }
      }
      // What moved will move again before long; what rests costs one look a second.
      Duration longer = pause.multipliedBy(2);
      pause = moved ? SOON : longer.compareTo(LATER) < 0 ? longer : LATER;
      stream.rest(pause);
    }
  }

  /** The place of an event: the fact that caused it, and its number among those of that fact. */
  record Place(long seq, int ordinal) implements Comparable<Place> {

    static final Place START = new Place(0, -1);

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
