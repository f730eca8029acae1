package dev.pawl.server.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Server-sent events to one client, written by the thread that has them. */
public final class EventStream {

  private static final Duration SILENCE = Duration.ofSeconds(15);

  private final OutputStream out;
  private final ApiJson json;
  private long spoke = System.nanoTime();

  EventStream(OutputStream out, ApiJson json) {
    this.out = out;
    this.json = json;
  }

  /** An event as it goes out, for those who send the same one to many. */
  public static byte[] event(String id, String event, ApiJson json, Object data) {
    return ("id: " + id + "\nevent: " + event + "\ndata: " + json.write(data) + "\n\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns when the client has taken it, or can. */
  public void send(String id, String event, Object data) throws IOException {
    send(event(id, event, json, data));
  }

  /** Events that were made before. */
  public void send(byte[] events) throws IOException {
    out.write(events);
    out.flush();
    spoke = System.nanoTime();
  }

  /** Something that is told anew to whoever comes back: it has no place among the others. */
  public void send(String event, Object data) throws IOException {
    String text = "event: " + event + "\ndata: " + json.write(data) + "\n\n";
    send(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Something that only people read. */
  public void comment(String text) throws IOException {
    send((": " + text + "\n\n").getBytes(StandardCharsets.UTF_8));
  }

  /** For how long the client has heard nothing. */
  public Duration silence() {
    return Duration.ofNanos(System.nanoTime() - spoke);
  }

  /** Waits; a client that has heard nothing for long is told that it is not forgotten. */
  public void rest(Duration time) throws IOException, InterruptedException {
    if (silence().compareTo(SILENCE) > 0) {
      send(":\n\n".getBytes(StandardCharsets.UTF_8));
    }
    Thread.sleep(time);
  }
}
