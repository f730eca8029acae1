package dev.pawl.server.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** All streams of events; they end when the server stops, before it waits for requests to end. */
public final class Streams implements SmartLifecycle {

  private final JsonMapper json;
  private volatile boolean isOpen;

  Streams(JsonMapper json) {
    this.json = json;
  }

  public EventStream open(HttpServletResponse response) throws IOException {
    response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
    response.setCharacterEncoding(StandardCharsets.UTF_8.name());
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    response.flushBuffer();
    return new EventStream(response.getWriter(), json);
  }

  public boolean areOpen() {
    return isOpen;
  }

  @Override
  public void start() {
    isOpen = true;
  }

  @Override
  public void stop() {
    isOpen = false;
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
