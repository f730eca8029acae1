package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.client.Api;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Clients that ask for events and hardly read them, or not at all. */
final class HttpStreams {

  /** Its events have nine megabytes together: more than sockets hold for anybody. */
  private static final String LOQUACIOUS =
      """
      {"QueryLanguage": "JSONata", "StartAt": "Each", "States": {"Each": {
        "Type": "Map", "End": true, "Items": "{% [1..150] %}",
        "ItemSelector": {"text": "{% $states.input.text %}"},
        "ItemProcessor": {"StartAt": "One", "States": {
          "One": {"Type": "Pass", "Output": 1, "End": true}}}}}}
      """;

  private static final int TEXT = 60_000;

  /** How many bytes a slow client reads in a second. */
  private static final int SIP = 100;

  /** A heap of 256 MB, and what a JVM has besides. */
  private static final long MOST_MEGABYTES = 700;

  private HttpStreams() {}

  static String slow(ServerCluster cluster, Arena arena, List<Violation> found) throws Exception {
    ServerCluster.deploy(cluster.api(0), "loquacious", LOQUACIOUS);
    Json input = JsonObject.of("input", JsonObject.of("text", Json.of("x".repeat(TEXT))));
    String id =
        cluster
            .api(0)
            .post("/api/flows/loquacious/execute?wait=8", input, Optional.empty())
            .well()
            .text("id");
    String path = "/api/flows/executions/" + id + "/events";
    int slow = arena.choose(70, 500);
    int others = arena.choose(15, 100);
    List<Socket> sockets = new ArrayList<>();
    long megabytes = 0;
    int ids;
    try (Returning returning = new Returning(cluster.api(0), path)) {
      for (int i = 0; i < slow + 2 * others; i++) {
        sockets.add(ask(cluster.port(i % cluster.size()), path, cluster.key()));
      }
      // Of the rest, one half never reads, and the other has said that it will say no more.
      for (Socket halfOpen : sockets.subList(slow + others, sockets.size())) {
        halfOpen.shutdownOutput();
      }
      Thread sip = NodeScenarios.repeat(Duration.ofSeconds(1), () -> sip(sockets.subList(0, slow)));
      try {
        Thread.sleep(arena.seconds(2, 45));
        List<String> whole = read(cluster.api(0), path, Integer.MAX_VALUE);
        List<String> pieces = read(cluster, path);
        List<String> twice = returning.comeBack(cluster.api(1), path);
        ids = whole.size();
        if (!whole.equals(pieces) || !whole.getLast().endsWith(".end")) {
          found.add(
              new Violation(
                  "I4", id, "%d events at once, but %d in pieces".formatted(ids, pieces.size())));
        }
        if (!whole.equals(twice)) {
          found.add(
              new Violation(
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
    if (megabytes > MOST_MEGABYTES) {
      found.add(new Violation("I8", "a server", "has %d MB".formatted(megabytes)));
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

  private static void sip(List<Socket> sockets) {
    for (Socket socket : sockets) {
      try {
        if (socket.getInputStream().available() > 0) {
          socket.getInputStream().read(new byte[SIP]);
        }
      } catch (IOException dropped) {
        // As the server may do with those who hardly read.
      }
    }
  }

  /** One that reads some events and then nothing, is cut off, and comes back for the rest. */
  private static final class Returning implements AutoCloseable {

    private static final int SOME = 5;

    private final List<String> ids = new ArrayList<>();
    private final Stream<String> lines;

    Returning(Api api, String path) throws IOException, InterruptedException {
      lines = api.lines(path, Optional.empty());
      Iterator<String> all = lines.iterator();
      String last = "";
      while (ids.size() < SOME && all.hasNext()) {
        String line = all.next();
        if (line.startsWith("id: ")) {
          last = line.substring("id: ".length());
        } else if (line.isEmpty() && !last.isEmpty()) {
          // Only what came whole was heard.
          ids.add(last);
          last = "";
        }
      }
    }

    List<String> comeBack(Api other, String path) throws IOException, InterruptedException {
      lines.close();
      List<String> heard = new ArrayList<>(ids);
      heard.addAll(read(other, path, Optional.of(ids.getLast()), Integer.MAX_VALUE));
      return heard;
    }

    @Override
    public void close() {
      lines.close();
    }
  }

  /** The same stream from all servers in turn, broken off again and again. */
  private static List<String> read(ServerCluster cluster, String path)
      throws IOException, InterruptedException {
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

  private static List<String> read(Api api, String path, int most)
      throws IOException, InterruptedException {
    return read(api, path, Optional.empty(), most);
  }

  private static List<String> read(Api api, String path, Optional<String> last, int most)
      throws IOException, InterruptedException {
    List<String> ids = new ArrayList<>();
    try (Stream<String> lines = api.lines(path, last)) {
      Iterator<String> all = lines.iterator();
      while (ids.size() < most && all.hasNext()) {
        String line = all.next();
        if (line.startsWith("id: ")) {
          ids.add(line.substring("id: ".length()));
        }
      }
    }
    return ids;
  }
}
