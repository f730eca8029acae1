package dev.pawl.bench.http;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Clients that subscribe to the events of the tenant and never read them. */
final class SlowClients implements AutoCloseable {

  private final List<HttpConnection> clients = new ArrayList<>();

  SlowClients(URI server, String key, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      HttpConnection client = new HttpConnection(server, key);
      client.send("GET /api/events", "");
      clients.add(client);
    }
  }

  @Override
  public void close() throws IOException {
    for (HttpConnection client : clients) {
      client.close();
    }
  }
}
