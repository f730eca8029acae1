package dev.pawl.server.web;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.server.problem.ApiException;
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
 * Limits and ends the long requests of this node: event streams and requests that wait. They end as
 * soon as the server begins to stop, before it waits for requests to finish.
 */
public final class OpenStreams implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(OpenStreams.class);

  private final ApiJson json;
  private final TenantConcurrency streams;
  private final TenantConcurrency waits;
  private final FairShare<TenantId> longRequests;
  private final Set<Runnable> closeListeners = ConcurrentHashMap.newKeySet();
  private volatile boolean isOpen;

  /**
   * @param maxStreams the largest number of streams of a tenant
   * @param maxWaits the largest number of waiting requests of a tenant
   * @param maxLongRequests the largest number of both of all tenants together
   */
  OpenStreams(ApiJson json, int maxStreams, int maxWaits, int maxLongRequests) {
    this.json = json;
    this.streams = new TenantConcurrency(maxStreams, "too-many-streams", "streams");
    this.waits = new TenantConcurrency(maxWaits, "too-many-waits", "requests that wait");
    this.longRequests = new FairShare<>(maxLongRequests, maxLongRequests);
  }

  /** The body of a stream. */
  public interface StreamBody {
    void run() throws IOException, InterruptedException;
  }

  /** A blocking call that waits. */
  public interface WaitingCall<T> {
    T run() throws InterruptedException;
  }

  /**
   * Runs a stream within the limits; a HEAD request gets only the headers and is not counted.
   *
   * @throws ApiException if a limit is reached
   */
  public void stream(
      TenantId tenant, HttpServletRequest request, HttpServletResponse response, StreamBody stream)
      throws IOException, InterruptedException {
    if (request.getMethod().equals("HEAD")) {
      begin(response);
      return;
    }
    acquire(tenant, streams);
    try {
      stream.run();
    } catch (IOException gone) {
      LOG.debug("a stream ends since its client has closed the connection", gone);
    } catch (InterruptedException | RuntimeException failed) {
      if (!response.isCommitted()) {
        throw failed;
      }
      // A problem cannot follow the events; the client reconnects with the id of the last one.
      logEnd(failed);
    } finally {
      release(tenant, streams);
    }
  }

  private void logEnd(Exception failed) {
    if (failed instanceof UnavailableException) {
      LOG.debug("a stream ends since the database is not available", failed);
    } else if (failed instanceof InterruptedException || !isOpen) {
      LOG.debug("a stream ends since the server stops", failed);
    } else {
      LOG.error("a stream failed", failed);
    }
  }

  /**
   * Runs a waiting call within the limits.
   *
   * @param wake ends the waiting when the server stops
   * @throws ApiException if a limit is reached
   */
  public <T> T await(TenantId tenant, Runnable wake, WaitingCall<T> waiting)
      throws InterruptedException {
    acquire(tenant, waits);
    closeListeners.add(wake);
    try {
      return waiting.run();
    } finally {
      closeListeners.remove(wake);
      release(tenant, waits);
    }
  }

  private void acquire(TenantId tenant, TenantConcurrency limit) {
    limit.acquire(tenant);
    if (!longRequests.acquire(tenant)) {
      limit.release(tenant);
      throw ApiException.tooMany(
          "too-many-long-requests",
          "this tenant has %d streams and requests that wait open on this node, which is its share; close some, or try again later"
              .formatted(longRequests.count(tenant)));
    }
  }

  private void release(TenantId tenant, TenantConcurrency limit) {
    longRequests.release(tenant);
    limit.release(tenant);
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

  /** Registers an action that runs as soon as the server begins to stop. */
  public void onClose(Runnable goodbye) {
    closeListeners.add(goodbye);
  }

  @Override
  public void start() {
    isOpen = true;
  }

  @Override
  public void stop() {
    isOpen = false;
    closeListeners.forEach(Runnable::run);
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
