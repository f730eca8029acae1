package dev.pawl.server.web;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.server.problem.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * All streams of events and all requests that wait for something. They end when the server stops,
 * before it waits for requests to end.
 */
public final class Streams implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(Streams.class);

  private final ApiJson json;
  private final Seats streams;
  private final Seats waits;
  private final FairShare<TenantId> stays;
  private final Set<Runnable> goodbyes = ConcurrentHashMap.newKeySet();
  private volatile boolean isOpen;

  /**
   * @param mostStreams how many each tenant may have
   * @param mostWaits how many requests of each tenant may wait
   * @param mostStays how many all tenants share of both together
   */
  Streams(ApiJson json, int mostStreams, int mostWaits, int mostStays) {
    this.json = json;
    this.streams = new Seats(mostStreams, "too-many-streams", "streams");
    this.waits = new Seats(mostWaits, "too-many-waits", "requests that wait");
    this.stays = new FairShare<>(mostStays, mostStays);
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
   * Makes room for a stream. Who asks for its head alone gets that, and needs no room.
   *
   * @throws Refusal if the tenant has too many
   */
  public void tell(
      TenantId tenant, HttpServletRequest request, HttpServletResponse response, Telling telling)
      throws IOException, InterruptedException {
    if (request.getMethod().equals("HEAD")) {
      begin(response);
      return;
    }
    seat(tenant, streams);
    try {
      telling.run();
    } catch (IOException gone) {
      // So has the client; it comes back when it wants to know more.
    } catch (UnavailableException away) {
      if (!response.isCommitted()) {
        throw away;
      }
      // The stream ends here, and the client comes back with the id of the last event.
      LOG.debug("a stream ends for want of the database", away);
    } finally {
      leave(tenant, streams);
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
    seat(tenant, waits);
    goodbyes.add(wake);
    try {
      return waiting.done();
    } finally {
      goodbyes.remove(wake);
      leave(tenant, waits);
    }
  }

  private void seat(TenantId tenant, Seats seats) {
    seats.take(tenant);
    if (!stays.take(tenant)) {
      seats.giveBack(tenant);
      throw Refusal.tooMany(
          "too-many-stays",
          "this tenant has %d streams and requests that wait open on this node, which is its share; close some, or try again later"
              .formatted(stays.count(tenant)));
    }
  }

  private void leave(TenantId tenant, Seats seats) {
    stays.giveBack(tenant);
    seats.giveBack(tenant);
  }

  public EventStream open(HttpServletResponse response) throws IOException {
    begin(response);
    return new EventStream(response.getOutputStream(), json);
  }

  private static void begin(HttpServletResponse response) throws IOException {
    response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
    response.setCharacterEncoding(StandardCharsets.UTF_8.name());
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    response.flushBuffer();
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
