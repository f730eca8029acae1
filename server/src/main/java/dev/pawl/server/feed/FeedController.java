package dev.pawl.server.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.feed.DbSnapshot;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Callers;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.EventStream;
import dev.pawl.server.web.OpenStreams;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoints that stream the events of a flow or a tenant, from all nodes. A client that reconnects
 * with the id of its last event misses none; a client that reads too slowly is disconnected and has
 * to reconnect.
 */
@RestController
public final class FeedController {

  private static final Set<FeedTopic> FACTS = Set.of(FeedTopic.EXECUTIONS);

  private static final Duration MAX_CURSOR_AGE = Duration.ofHours(1);

  private static final Duration LAG_POLL_INTERVAL = Duration.ofMillis(100);

  /** Maximum time to wait until this node has seen all that another node sent to the client. */
  private static final Duration MAX_LAG = Duration.ofMinutes(1);

  private final TenantFeeds feeds;
  private final CatchUp catchUp;
  private final OpenStreams streams;
  private final Callers callers;
  private final ActiveVersions flows;

  FeedController(
      TenantFeeds feeds,
      CatchUp catchUp,
      OpenStreams streams,
      Callers callers,
      ActiveVersions flows) {
    this.feeds = feeds;
    this.catchUp = catchUp;
    this.streams = streams;
    this.callers = callers;
    this.flows = flows;
  }

  /** Streams the events of the whole tenant. */
  @GetMapping("/api/events")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Streams the events of all executions of the tenant as they happen, and other changes if"
              + " topics names them.")
  void tenant(
      Caller caller,
      @RequestParam(defaultValue = "executions") String topics,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    Set<FeedTopic> wanted = FeedTopic.parse(topics);
    stream(
        new FeedClient(caller, request, response, wanted, chunk -> chunk.of(wanted)), lastEventId);
  }

  /** Streams the events of one flow. */
  @GetMapping("/api/flows/{flow}/events")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Streams the events of the executions of a flow as they happen.")
  void flow(
      Caller caller,
      @PathVariable String flow,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    String code = flows.code(caller.tenant(), flow);
    stream(new FeedClient(caller, request, response, FACTS, chunk -> chunk.of(code)), lastEventId);
  }

  /**
   * The receiver of a stream.
   *
   * @param wanted extracts the bytes of a chunk that the client receives
   */
  private record FeedClient(
      Caller caller,
      HttpServletRequest request,
      HttpServletResponse response,
      Set<FeedTopic> topics,
      Function<FeedChunk, byte[]> wanted) {

    boolean wantsTopics() {
      return !FACTS.containsAll(topics);
    }
  }

  private void stream(FeedClient client, @Nullable String lastEventId)
      throws IOException, InterruptedException {
    Optional<FeedCursor> last = Optional.ofNullable(lastEventId).map(FeedCursor::parse);
    if (last.filter(place -> place.since().taken().isBefore(Instant.now().minus(MAX_CURSOR_AGE)))
        .isPresent()) {
      throw ApiException.conflict(
          "too-old",
          "the feed goes back one hour; read the executions, then listen without Last-Event-ID");
    }
    TenantId tenant = client.caller().tenant();
    streams.stream(
        tenant,
        client.request(),
        client.response(),
        () -> {
          TenantFeed feed = feeds.enter(tenant);
          try {
            send(client, feed, last);
          } finally {
            feeds.leave(tenant);
          }
        });
  }

  private void send(FeedClient client, TenantFeed feed, Optional<FeedCursor> last)
      throws IOException, InterruptedException {
    if (!client.wantsTopics()) {
      new FeedSender(client, streams.open(client.response())).run(feed, last);
      return;
    }
    TenantId tenant = client.caller().tenant();
    feeds.followTopics(tenant);
    try {
      new FeedSender(client, streams.open(client.response())).run(feed, last);
    } finally {
      feeds.ignoreTopics(tenant);
    }
  }

  /** One open stream. */
  private final class FeedSender {
    private final FeedClient client;
    private final EventStream stream;
    private long lastCheckNanos = System.nanoTime();
    private boolean isAuthorized = true;

    FeedSender(FeedClient client, EventStream stream) {
      this.client = client;
      this.stream = stream;
    }

    void run(TenantFeed feed, Optional<FeedCursor> last) throws IOException, InterruptedException {
      try {
        TenantFeed.FeedStart start = last.isPresent() ? resume(feed, last.get()) : feed.start();
        // Catching up takes time, in which the feed may have dropped chunks.
        while (isOpen() && feed.hasDropped(start.number())) {
          TenantFeed.FeedStart later = feed.start();
          catchUp(FeedCursor.at(start.until()), later);
          start = later;
        }
        // If catching up was interrupted, an open event would make the client skip the rest.
        if (isOpen()) {
          if (client.wantsTopics() && last.isPresent()) {
            send(feeds.missedChanges(client.caller().tenant(), last.get().since().taken()));
          }
          open(start.until());
          run(feed, start);
        }
      } catch (TenantFeed.TooSlowException e) {
        stream.comment("too slow: reconnect with Last-Event-ID");
      }
    }

    private TenantFeed.FeedStart resume(TenantFeed feed, FeedCursor last)
        throws IOException, InterruptedException, TenantFeed.TooSlowException {
      TenantFeed.FeedStart start = feed.start();
      // Another node may have sent more than this one has seen; waiting prevents duplicates.
      long began = System.nanoTime();
      while (isOpen()
          && !last.isWithin(start.until())
          && System.nanoTime() - began < MAX_LAG.toNanos()) {
        feed.await(start.number(), LAG_POLL_INTERVAL);
        start = feed.start();
      }
      if (isOpen() && !last.isWithin(start.until())) {
        throw new TenantFeed.TooSlowException();
      }
      catchUp(last, start);
      return start;
    }

    private void run(TenantFeed feed, TenantFeed.FeedStart start)
        throws IOException, InterruptedException, TenantFeed.TooSlowException {
      long number = start.number();
      while (isOpen()) {
        Optional<FeedChunk> chunk = feed.await(number, Callers.CHECK_INTERVAL);
        if (chunk.isPresent()) {
          number++;
          // Chunks of the start snapshot were sent by catching up, or precede the stream.
          if (!chunk.get().until().equals(start.until().state())) {
            send(chunk.get());
          }
        }
        if (stream.silence().compareTo(Callers.CHECK_INTERVAL) > 0) {
          sendPosition(feed.start(), number);
        }
      }
    }

    private void catchUp(FeedCursor from, TenantFeed.FeedStart start)
        throws IOException, InterruptedException {
      catchUp.sendUntil(client.caller().tenant(), from, start.until(), this::send);
    }

    private boolean send(FeedChunk chunk) throws IOException {
      byte[] bytes = client.wanted().apply(chunk);
      if (bytes.length > 0) {
        stream.send(bytes);
      }
      return isOpen();
    }

    /**
     * Returns true while the server runs and the caller is authorized; never true again after
     * false.
     */
    private boolean isOpen() {
      if (isAuthorized && System.nanoTime() - lastCheckNanos > Callers.CHECK_INTERVAL.toNanos()) {
        lastCheckNanos = System.nanoTime();
        isAuthorized = callers.isAuthorized(client.caller(), client.request());
      }
      return isAuthorized && streams.areOpen();
    }

    /** Sends an id to an idle client, so that it does not have to resume from an old one. */
    private void sendPosition(TenantFeed.FeedStart now, long number) throws IOException {
      if (now.number() == number && now.isWhole()) {
        open(now.until());
      }
    }

    private void open(DbSnapshot until) throws IOException {
      stream.send(FeedCursor.at(until).toString(), "open", until.taken());
    }
  }
}
