package dev.pawl.server.web;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.Refusal;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * All streams of events and all requests that wait for something. They end when the server stops,
 * before it waits for requests to end.
 */
public final class Streams implements SmartLifecycle {

  private final ApiJson json;
  private final Seats streams;
  private final Seats waits;
  private final Set<Runnable> goodbyes = ConcurrentHashMap.newKeySet();
  private volatile boolean isOpen;

  /**
   * @param mostStreams how many each tenant may have
   * @param mostWaits how many requests of each tenant may wait
   */
  Streams(ApiJson json, int mostStreams, int mostWaits) {
    this.json = json;
    this.streams = new Seats(mostStreams, "too-many-streams", "streams");
    this.waits = new Seats(mostWaits, "too-many-waits", "requests that wait");
  }

  /** A stream, while it lasts. */
  public interface Telling {
    void run() throws IOException, InterruptedException;
  }

  /** A request that waits for something. */
  public interface Waiting<T> {
    T done() throws InterruptedException;
  }

  /**
   * Makes room for a stream.
   *
   * @throws Refusal if the tenant has too many
   */
  public void tell(TenantId tenant, Telling telling) throws InterruptedException {
    streams.take(tenant);
    try {
      telling.run();
    } catch (IOException gone) {
      // So has the client; it comes back when it wants to know more.
    } finally {
      streams.giveBack(tenant);
    }
  }

  /**
   * Makes room for a request that waits.
   *
   * @param wake ends the waiting when the server stops
   * @throws Refusal if the tenant has too many
   */
  public <T> T await(TenantId tenant, Runnable wake, Waiting<T> waiting)
      throws InterruptedException {
    waits.take(tenant);
    goodbyes.add(wake);
    try {
      return waiting.done();
    } finally {
      goodbyes.remove(wake);
      waits.giveBack(tenant);
    }
  }

  public EventStream open(HttpServletResponse response) throws IOException {
    response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
    response.setCharacterEncoding(StandardCharsets.UTF_8.name());
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    response.flushBuffer();
    return new EventStream(response.getOutputStream(), json);
  }

  public boolean areOpen() {
    return isOpen;
  }

  /** Does something as soon as the server begins to stop. */
  public void whenTheyEnd(Runnable goodbye) {
    goodbyes.add(goodbye);
  }

  @Override
  public void start() {
    isOpen = true;
  }

  @Override
  public void stop() {
    isOpen = false;
    goodbyes.forEach(Runnable::run);
  }

  @Override
  public boolean isRunning() {
    return isOpen;
  }

  @Override
  public int getPhase() {
    return Integer.MAX_VALUE;
  }
}
