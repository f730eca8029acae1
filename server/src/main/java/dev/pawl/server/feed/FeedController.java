package dev.pawl.server.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.feed.Moment;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Callers;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.EventStream;
import dev.pawl.server.web.Streams;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
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

  private static final Duration SOON = Duration.ofMillis(100);

  /** Who has heard more elsewhere waits no longer than this. */
  private static final Duration LONGEST_LAG = Duration.ofMinutes(1);

  private final Tails tails;
  private final CatchUp catchUp;
  private final Streams streams;
  private final Callers callers;
  private final ActiveVersions flows;

  FeedController(
      Tails tails, CatchUp catchUp, Streams streams, Callers callers, ActiveVersions flows) {
    this.tails = tails;
    this.catchUp = catchUp;
    this.streams = streams;
    this.callers = callers;
    this.flows = flows;
  }

  /** Of the whole tenant. */
  @GetMapping("/api/events")
  void tenant(
      Caller caller,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    stream(new Client(caller, request, response, Look::all), lastEventId);
  }

  /** Of one flow. */
  @GetMapping("/api/flows/{flow}/events")
  void flow(
      Caller caller,
      @PathVariable String flow,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    String code = flows.code(caller.tenant(), flow);
    stream(new Client(caller, request, response, look -> look.of(code)), lastEventId);
  }

  /**
   * Who listens, and to what.
   *
   * @param wanted the part of a look that it is told
   */
  private record Client(
      Caller caller,
      HttpServletRequest request,
      HttpServletResponse response,
      Function<Look, byte[]> wanted) {}

  private void stream(Client client, @Nullable String lastEventId)
      throws IOException, InterruptedException {
    Optional<Place> last = Optional.ofNullable(lastEventId).map(Place::parse);
    if (last.filter(place -> place.since().taken().isBefore(Instant.now().minus(OLDEST)))
        .isPresent()) {
      throw Refusal.conflict(
          "too-old",
          "the feed goes back one hour; read the executions, then listen without Last-Event-ID");
    }
    TenantId tenant = client.caller().tenant();
    streams.tell(
        tenant,
        client.request(),
        client.response(),
        () -> {
          Tail tail = tails.enter(tenant);
          try {
            new Listening(client, streams.open(client.response())).listen(tail, last);
          } finally {
            tails.leave(tenant);
          }
        });
  }

  /** One client, while it listens. */
  private final class Listening {
    private final Client client;
    private final EventStream stream;
    private long checked = System.nanoTime();
    private boolean isLetIn = true;

    Listening(Client client, EventStream stream) {
      this.client = client;
      this.stream = stream;
    }

    void listen(Tail tail, Optional<Place> last) throws IOException, InterruptedException {
      try {
        Tail.Start start = last.isPresent() ? resume(tail, last.get()) : tail.start();
        // Reading what it missed takes time, in which more may have come than was kept for it.
        while (isWanted() && tail.hasForgotten(start.number())) {
          Tail.Start later = tail.start();
          catchUp(Place.at(start.until()), later);
          start = later;
        }
        // Who stopped in the middle of that must not be told that it has all of it.
        if (isWanted()) {
          open(start.until());
          listen(tail, start);
        }
      } catch (Tail.TooSlowException e) {
        stream.comment("too slow: come back with Last-Event-ID");
      }
    }

    private Tail.Start resume(Tail tail, Place last)
        throws IOException, InterruptedException, Tail.TooSlowException {
      Tail.Start start = tail.start();
      // Another node may have told it more than this one knows of; it is not to hear that twice.
      long began = System.nanoTime();
      while (isWanted()
          && !last.isWithin(start.until())
          && System.nanoTime() - began < LONGEST_LAG.toNanos()) {
        tail.await(start.number(), SOON);
        start = tail.start();
      }
      if (isWanted() && !last.isWithin(start.until())) {
        throw new Tail.TooSlowException();
      }
      catchUp(last, start);
      return start;
    }

    private void listen(Tail tail, Tail.Start start)
        throws IOException, InterruptedException, Tail.TooSlowException {
      long number = start.number();
      while (isWanted()) {
        Optional<Look> look = tail.await(number, Callers.AGAIN);
        if (look.isPresent()) {
          number++;
          // What was found before it came, and told after that, it has heard or need not hear.
          if (!look.get().until().equals(start.until().state())) {
            hear(look.get());
          }
        }
        if (stream.silence().compareTo(Callers.AGAIN) > 0) {
          moveOn(tail.start(), number);
        }
      }
    }

    private void catchUp(Place from, Tail.Start start) throws IOException, InterruptedException {
      catchUp.tell(client.caller().tenant(), from, start.until(), this::hear);
    }

    private boolean hear(Look look) throws IOException {
      byte[] bytes = client.wanted().apply(look);
      if (bytes.length > 0) {
        stream.send(bytes);
      }
      return isWanted();
    }

    /** Whether the server goes on, and the client is still let in; once not, never again. */
    private boolean isWanted() {
      if (isLetIn && System.nanoTime() - checked > Callers.AGAIN.toNanos()) {
        checked = System.nanoTime();
        isLetIn = callers.isStill(client.caller(), client.request());
      }
      return isLetIn && streams.areOpen();
    }

    /** So that a client to whom nothing happens need not begin from long ago when it comes back. */
    private void moveOn(Tail.Start now, long number) throws IOException {
      if (now.number() == number && now.isWhole()) {
        open(now.until());
      }
    }

    private void open(Moment until) throws IOException {
      stream.send(Place.at(until).toString(), "open", until.taken());
    }
  }
}
