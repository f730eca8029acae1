package dev.pawl.server.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A stream of server-sent events to one client. */
public final class EventStream {

  private static final Duration MAX_SILENCE = Duration.ofSeconds(15);

  private final OutputStream out;
  private final ApiJson json;
  private long lastSent = System.nanoTime();

  EventStream(OutputStream out, ApiJson json) {
    this.out = out;
    this.json = json;
  }

  /** Encodes an event, so that the same bytes can be sent to many clients. */
  public static byte[] event(String id, String event, ApiJson json, Object data) {
    return ("id: " + id + "\nevent: " + event + "\ndata: " + json.write(data) + "\n\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Encodes an event without an id, which is not part of the sequence that clients resume. */
  public static byte[] event(String event, ApiJson json, Object data) {
    return ("event: " + event + "\ndata: " + json.write(data) + "\n\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Sends an event; blocks while the send buffer of the client is full. */
  public void send(String id, String event, Object data) throws IOException {
    send(event(id, event, json, data));
  }

  /** Sends events that are encoded already. */
  public void send(byte[] events) throws IOException {
    out.write(events);
    out.flush();
    lastSent = System.nanoTime();
  }

  /** Sends an event without an id, which is not part of the sequence that clients resume. */
  public void send(String event, Object data) throws IOException {
    send(event(event, json, data));
  }

  /** Sends a comment, which clients ignore. */
  public void comment(String text) throws IOException {
    send((": " + text + "\n\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the time since something was sent. */
  public Duration silence() {
    return Duration.ofNanos(System.nanoTime() - lastSent);
  }

  /** Waits, and sends an empty comment first if nothing was sent for long. */
  public void sendKeepAlive(Duration time) throws IOException, InterruptedException {
    if (silence().compareTo(MAX_SILENCE) > 0) {
      send(":\n\n".getBytes(StandardCharsets.UTF_8));
    }
    Thread.sleep(time);
  }
}
