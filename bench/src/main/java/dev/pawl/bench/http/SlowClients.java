package dev.pawl.bench.http;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Clients that listen to the tenant's events and read nothing of them. */
final class SlowClients implements AutoCloseable {

  private final List<KeptAlive> clients = new ArrayList<>();

  SlowClients(URI server, String key, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      KeptAlive client = new KeptAlive(server, key);
      client.send("GET /api/events", "");
      clients.add(client);
    }
  }

  @Override
  public void close() throws IOException {
    for (KeptAlive client : clients) {
      client.close();
    }
  }
}
