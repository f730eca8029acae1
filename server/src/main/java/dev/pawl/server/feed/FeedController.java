package dev.pawl.server.feed;

import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.EventStream;
import dev.pawl.server.web.Streams;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * What happens to the executions of a flow or a tenant, on whichever node. A client that comes back
 * with the id of the last event misses none; one that reads too slowly is sent away to do just
 * that.
 */
@RestController
public final class FeedController {

  private static final Duration OLDEST = Duration.ofHours(1);
  private static final Duration REST = Duration.ofSeconds(5);

  private final Feed feed;
  private final Tails tails;
  private final Streams streams;
  private final ActiveVersions flows;

  FeedController(Tenanted tenanted, Streams streams, ActiveVersions flows) {
    this.feed = new Feed(tenanted);
    this.tails = new Tails(feed);
    this.streams = streams;
    this.flows = flows;
  }

  /** Of the whole tenant. */
  @GetMapping("/api/events")
  void tenant(
      Caller caller,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      HttpServletResponse response)
      throws InterruptedException {
    stream(caller, lastEventId, response, happening -> true);
  }

  /** Of one flow. */
  @GetMapping("/api/flows/{flow}/events")
  void flow(
      Caller caller,
      @PathVariable String flow,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      HttpServletResponse response)
      throws InterruptedException {
    String code = flows.code(caller.tenant(), flow);
    stream(caller, lastEventId, response, happening -> happening.flow().equals(code));
  }

  private void stream(
      Caller caller,
      @Nullable String lastEventId,
      HttpServletResponse response,
      Predicate<Happening> wanted)
      throws InterruptedException {
    Optional<Place> last = Optional.ofNullable(lastEventId).map(Place::parse);
    if (last.filter(place -> place.taken().isBefore(Instant.now().minus(OLDEST))).isPresent()) {
      throw Refusal.conflict(
          "too-old",
          "the feed goes back one hour; read the executions, then listen without Last-Event-ID");
    }
    Tail tail = tails.enter(caller.tenant());
    try {
      new Listening(streams.open(response), wanted).listen(caller, tail, last);
    } catch (IOException gone) {
      // So has the client; it comes back when it wants to know more.
    } finally {
      tails.leave(caller.tenant());
    }
  }

  /** One client. */
  private final class Listening {
    private final EventStream stream;
    private final Predicate<Happening> wanted;

    Listening(EventStream stream, Predicate<Happening> wanted) {
      this.stream = stream;
      this.wanted = wanted;
    }

    void listen(Caller caller, Tail tail, Optional<Place> last)
        throws IOException, InterruptedException {
      Tail.Start start = tail.start();
      if (last.isPresent()) {
        catchUp(caller, last.get(), start.place());
      } else {
        stream.send(start.place().toString(), "open", start.place().taken());
      }
      long number = start.number();
      try {
        while (streams.areOpen()) {
          List<Feed.Event> events = tail.from(number, REST);
          tell(events);
          number += events.size();
          if (events.isEmpty()) {
            moveOn(tail.start(), number);
          }
        }
      } catch (Tail.TooSlowException e) {
        stream.comment("too slow: come back with Last-Event-ID");
      }
    }

    /** So that a client to whom nothing happens need not begin from long ago when it comes back. */
    private void moveOn(Tail.Start now, long number) throws IOException {
      if (now.number() == number) {
        stream.send(now.place().toString(), "open", now.place().taken());
      }
    }

    /** First the rest of what the client was being told, then all up to where the tail is. */
    private void catchUp(Caller caller, Place last, Place now) throws IOException {
      tellAll(caller, last);
      tellAll(caller, new Place(last.until(), last.taken(), now.since(), Place.Last.NONE));
      stream.send(now.toString(), "open", now.taken());
    }

    private void tellAll(Caller caller, Place from) throws IOException {
      Place place = from;
      List<Feed.Event> events;
      do {
        events = feed.between(caller.tenant(), place);
        tell(events);
        if (!events.isEmpty()) {
          place = events.getLast().place();
        }
      } while (events.size() == Feed.AT_ONCE);
    }

    private void tell(List<Feed.Event> events) throws IOException {
      for (Feed.Event event : events) {
        if (wanted.test(event.happening())) {
          stream.send(event.place().toString(), "fact", event.happening());
        }
      }
    }
  }
}
