package dev.pawl.client.http;

import dev.pawl.client.http.EventReader.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A stream of server-sent events. A lost connection is opened again behind the last event that was
 * handed out ({@code Last-Event-ID}), so no event is missed and none with an id comes twice. For
 * one thread; {@link #close} may be called by any.
 */
public final class LiveEvents implements Iterable<LiveEvent>, AutoCloseable {

  /** The server is never silent for so long: it sends comments. */
  private static final Duration MAX_SILENCE = Duration.ofSeconds(60);

  private static final int MAX_BUFFERED_EVENTS = 16;
  private static final int MAX_PROBLEM_BYTES = 100_000;
  private static final int NO_CONTENT = 204;

  private final ApiConnection connection;
  private final String path;
  private Runnable onDisconnect = () -> {};
  private Optional<String> lastEventId = Optional.empty();
  private final Backoff backoff = new Backoff();
  private volatile BlockingQueue<Signal> signals = new ArrayBlockingQueue<>(MAX_BUFFERED_EVENTS);
  private boolean wasConnected;
  private boolean isAway;
  private volatile @Nullable InputStream body;
  private volatile @Nullable Thread reader;
  private volatile boolean isClosed;

  public LiveEvents(ApiConnection connection, String path) {
    this.connection = connection;
    this.path = path;
  }

  /** Begins behind an event that was handed out before, by this or another stream. */
  public LiveEvents after(String eventId) {
    lastEventId = Optional.of(eventId);
    return this;
  }

  /** Calls that each time the connection is lost, once until it is back. */
  public LiveEvents onDisconnect(Runnable action) {
    onDisconnect = action;
    return this;
  }

  /**
   * Waits for the next event; empty if there will be none, because the server has sent the last one
   * or the stream was closed.
   *
   * @throws PawlApiException if the server refuses the stream
   * @throws UnreachableException if the first connection fails
   * @throws RequestInterruptedException if the thread is interrupted
   */
  public Optional<LiveEvent> next() {
    try {
      while (!isClosed) {
        if (body == null && !connect()) {
          return Optional.empty();
        }
        Signal signal = signals.poll(MAX_SILENCE.toNanos(), TimeUnit.NANOSECONDS);
        switch (signal) {
          case Signal.Received(LiveEvent event) -> {
            lastEventId = event.id().or(() -> lastEventId);
            backoff.reset();
            return Optional.of(event);
          }
          case Signal.KeepAlive() -> {}
          case Signal.Lost() -> disconnect();
          case null -> disconnect();
        }
      }
      return Optional.empty();
    } catch (InterruptedException stopped) {
      close();
      throw new RequestInterruptedException(stopped);
    }
  }

  /** Returns false if the stream is over or was closed. */
  private boolean connect() throws InterruptedException {
    while (!isClosed) {
      try {
        HttpResponse<InputStream> response = connection.open(request());
        if (response.statusCode() == NO_CONTENT) {
          response.body().close();
          return false;
        }
        if (response.statusCode() / 100 == 2) {
          read(response.body());
          return !isClosed;
        }
        refuse(response);
      } catch (IOException lost) {
        if (!wasConnected) {
          throw new UnreachableException(connection.address(), lost);
        }
      }
      reportAway();
      Thread.sleep(backoff.next());
    }
    return false;
  }

  private ApiRequest request() {
    ApiRequest request = ApiRequest.get(path).header("Accept", "text/event-stream");
    return lastEventId.map(id -> request.header("Last-Event-ID", id)).orElse(request);
  }

  private void read(InputStream opened) throws IOException {
    wasConnected = true;
    isAway = false;
    signals = new ArrayBlockingQueue<>(MAX_BUFFERED_EVENTS);
    body = opened;
    if (isClosed) {
      opened.close();
    }
    reader = Thread.ofVirtual().name("pawl-client-events").start(new EventReader(opened, signals));
  }

  private static void refuse(HttpResponse<InputStream> response) throws IOException {
    try (InputStream problem = response.body()) {
      String text = new String(problem.readNBytes(MAX_PROBLEM_BYTES), StandardCharsets.UTF_8);
      ApiResponse refusal = new ApiResponse(response.statusCode(), response.headers(), text);
      PawlApiException refused = new PawlApiException(refusal.status(), refusal.json());
      if (!refused.isTransient()) {
        throw refused;
      }
    }
  }

  private void disconnect() throws InterruptedException {
    closeBody();
    if (!isClosed) {
      reportAway();
      Thread.sleep(backoff.next());
    }
  }

  private void reportAway() {
    if (!isAway) {
      isAway = true;
      onDisconnect.run();
    }
  }

  private void closeBody() {
    InputStream open = body;
    Thread reading = reader;
    body = null;
    if (reading != null) {
      // It may wait for a free place in the queue of unread signals.
      reading.interrupt();
    }
    if (open != null) {
      try {
        open.close();
      } catch (IOException ignored) {
        // It was lost anyway.
      }
    }
  }

  /** Iterates over the events as they come; ends where {@link #next} is empty. */
  @Override
  public Iterator<LiveEvent> iterator() {
    return new Iterator<>() {
      private Optional<LiveEvent> ahead = Optional.empty();

      @Override
      public boolean hasNext() {
        ahead = ahead.or(LiveEvents.this::next);
        return ahead.isPresent();
      }

      @Override
      public LiveEvent next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        LiveEvent event = ahead.orElseThrow();
        ahead = Optional.empty();
        return event;
      }
    };
  }

  /** Ends the stream; a thread that waits in {@link #next} returns. */
  @Override
  public void close() {
    isClosed = true;
    closeBody();
    // A full queue means that no thread waits for a signal.
    boolean unused = signals.offer(new Signal.Lost());
  }
}
