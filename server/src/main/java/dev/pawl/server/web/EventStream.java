package dev.pawl.server.web;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;

/** Server-sent events to one client, written by the thread that has them. */
public final class EventStream {

  private static final long SILENCE = Duration.ofSeconds(15).toNanos();

  private final Writer out;
  private final JsonMapper json;
  private long spoke = System.nanoTime();

  EventStream(Writer out, JsonMapper json) {
    this.out = out;
    this.json = json;
  }

  /** Returns when the client has taken it, or can. */
  public void send(String id, String event, Object data) throws IOException {
    out.write(
        "id: " + id + "\nevent: " + event + "\ndata: " + json.writeValueAsString(data) + "\n\n");
    out.flush();
    spoke = System.nanoTime();
  }

  /** Something that is told anew to whoever comes back: it has no place among the others. */
  public void send(String event, Object data) throws IOException {
    out.write("event: " + event + "\ndata: " + json.writeValueAsString(data) + "\n\n");
    out.flush();
    spoke = System.nanoTime();
  }

  /** Something that only people read. */
  public void comment(String text) throws IOException {
    out.write(": " + text + "\n\n");
    out.flush();
  }

  /** Waits; a client that has heard nothing for long is told that it is not forgotten. */
  public void rest(Duration time) throws IOException, InterruptedException {
    if (System.nanoTime() - spoke > SILENCE) {
      out.write(":\n\n");
      out.flush();
      spoke = System.nanoTime();
    }
    Thread.sleep(time);
  }
}
