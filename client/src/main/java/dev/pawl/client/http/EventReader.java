package dev.pawl.client.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** Reads the events of one connection on a thread of its own, so that a silent one is noticed. */
final class EventReader implements Runnable {

  /** What a connection delivers. */
  sealed interface Signal {

    /** Bytes that are no event: the server is there. */
    record KeepAlive() implements Signal {}

    record Received(LiveEvent event) implements Signal {}

    /** The connection is over. */
    record Lost() implements Signal {}
  }

  private static final Signal KEEP_ALIVE = new Signal.KeepAlive();
  private static final HttpHeaders NO_HEADERS = HttpHeaders.of(Map.of(), (name, value) -> true);

  private final InputStream body;
  private final BlockingQueue<Signal> signals;

  EventReader(InputStream body, BlockingQueue<Signal> signals) {
    this.body = body;
    this.signals = signals;
  }

  @Override
  public void run() {
    try {
      try {
        read();
      } catch (IOException lost) {
        // Reported below, as the regular end of a connection is.
      }
      signals.put(new Signal.Lost());
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() throws IOException, InterruptedException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      Optional<String> id = Optional.empty();
      String kind = "message";
      StringBuilder data = new StringBuilder();
      for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1).stripLeading();
        switch (field) {
          case "id" -> id = Optional.of(value);
          case "event" -> kind = value;
          case "data" -> data.append(value);
          default -> {
            if (!line.isEmpty()) {
              signals.put(KEEP_ALIVE);
            } else if (!data.isEmpty()) {
              ApiResponse text = new ApiResponse(0, NO_HEADERS, data.toString());
              signals.put(new Signal.Received(new LiveEvent(id, kind, text.json())));
              id = Optional.empty();
              kind = "message";
              data.setLength(0);
            }
          }
        }
      }
    }
  }
}
