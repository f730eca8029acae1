package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.client.Api;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.client.http.LiveEvent;
import dev.pawl.client.http.LiveEvents;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Clients that subscribe to event streams and read slowly or not at all. */
final class HttpStreams {

  /** A flow whose events have nine megabytes together: more than socket buffers hold. */
  private static final String LARGE_EVENTS_FLOW =
      """
      {"QueryLanguage": "JSONata", "StartAt": "Each", "States": {"Each": {
        "Type": "Map", "End": true, "Items": "{% [1..150] %}",
        "ItemSelector": {"text": "{% $states.input.text %}"},
        "ItemProcessor": {"StartAt": "One", "States": {
          "One": {"Type": "Pass", "Output": 1, "End": true}}}}}}
      """;

  private static final int EVENT_TEXT_LENGTH = 60_000;

  /** How many bytes a slow client reads per second. */
  private static final int SLOW_BYTES_PER_SECOND = 100;

  /** A heap of 256 MB and the other memory of a JVM. */
  private static final long MAX_RESIDENT_MEGABYTES = 700;

  private HttpStreams() {}

  static String slow(ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    ServerCluster.deploy(cluster.api(0), "loquacious", LARGE_EVENTS_FLOW);
    Json input =
        JsonObject.of("input", JsonObject.of("text", Json.of("x".repeat(EVENT_TEXT_LENGTH))));
    String id =
        cluster
            .api(0)
            .post("/api/flows/loquacious/execute?wait=8", input, Optional.empty())
            .well()
            .text("id");
    String path = "/api/flows/executions/" + id + "/events";
    int slow = context.choose(70, 500);
    int others = context.choose(15, 100);
    List<Socket> sockets = new ArrayList<>();
    long megabytes = 0;
    int ids;
    try (ResumingReader returning = new ResumingReader(cluster.api(0), path)) {
      for (int i = 0; i < slow + 2 * others; i++) {
        sockets.add(ask(cluster.port(i % cluster.size()), path, cluster.key()));
      }
      // Half of the remaining clients never read; the other half closes its sending side.
      for (Socket halfOpen : sockets.subList(slow + others, sockets.size())) {
        halfOpen.shutdownOutput();
      }
      Thread sip =
          NodeScenarios.repeat(Duration.ofSeconds(1), () -> readSlowly(sockets.subList(0, slow)));
      try {
        Thread.sleep(context.seconds(2, 45));
        List<String> whole = read(cluster.api(0), path, Integer.MAX_VALUE);
        List<String> pieces = read(cluster, path);
        List<String> twice = returning.comeBack(cluster.api(1), path);
        ids = whole.size();
        if (!whole.equals(pieces) || !whole.getLast().endsWith(".end")) {
          found.add(
              new InvariantViolation(
                  "I4", id, "%d events at once, but %d in pieces".formatted(ids, pieces.size())));
        }
        if (!whole.equals(twice)) {
          found.add(
              new InvariantViolation(
                  "I4",
                  id,
                  "%d events at once, but %d by one that came back".formatted(ids, twice.size())));
        }
      } finally {
        NodeScenarios.end(sip);
      }
      for (int i = 0; i < cluster.size(); i++) {
        cluster.api(i).get("/api/flows/executions/" + id).well();
        megabytes = Math.max(megabytes, cluster.server(i).residentMegabytes());
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
    if (megabytes > MAX_RESIDENT_MEGABYTES) {
      found.add(new InvariantViolation("I8", "a server", "has %d MB".formatted(megabytes)));
    }
    return "%d clients, %d events, %d MB at most".formatted(sockets.size(), ids, megabytes);
  }

  private static Socket ask(int port, String path, String key) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket
        .getOutputStream()
        .write(
            "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
                .formatted(path, key)
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static void readSlowly(List<Socket> sockets) {
    for (Socket socket : sockets) {
      try {
        if (socket.getInputStream().available() > 0) {
          socket.getInputStream().read(new byte[SLOW_BYTES_PER_SECOND]);
        }
      } catch (IOException dropped) {
        // The server may close the connections of slow readers.
      }
    }
  }

  /**
   * A client that reads some events, stops reading, is disconnected, and resumes after the last
   * event id.
   */
  private static final class ResumingReader implements AutoCloseable {

    private static final int FIRST_EVENTS = 5;

    private final List<String> ids = new ArrayList<>();
    private final LiveEvents events;

    ResumingReader(Api api, String path) {
      events = api.events(path, Optional.empty());
      ids.addAll(ids(events, FIRST_EVENTS));
    }

    List<String> comeBack(Api other, String path) {
      events.close();
      List<String> received = new ArrayList<>(ids);
      received.addAll(read(other, path, Optional.of(ids.getLast()), Integer.MAX_VALUE));
      return received;
    }

    @Override
    public void close() {
      events.close();
    }
  }

  /** Reads a stream from all servers in turn, some events from each. */
  private static List<String> read(ServerCluster cluster, String path) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; ids.isEmpty() || !ids.getLast().endsWith(".end"); i++) {
      Optional<String> last = ids.isEmpty() ? Optional.empty() : Optional.of(ids.getLast());
      List<String> more = read(cluster.api(i % cluster.size()), path, last, 40);
      if (more.isEmpty()) {
        return ids;
      }
      ids.addAll(more);
    }
    return ids;
  }

  private static List<String> read(Api api, String path, int maxEvents) {
    return read(api, path, Optional.empty(), maxEvents);
  }

  private static List<String> read(Api api, String path, Optional<String> last, int maxEvents) {
    try (LiveEvents events = api.events(path, last)) {
      return ids(events, maxEvents);
    }
  }

  /** Returns the ids of the next events; fewer if the stream ends. */
  private static List<String> ids(LiveEvents events, int maxEvents) {
    List<String> ids = new ArrayList<>();
    while (ids.size() < maxEvents) {
      Optional<LiveEvent> event = events.next();
      if (event.isEmpty()) {
        break;
      }
      event.get().id().ifPresent(ids::add);
    }
    return ids;
  }
}
