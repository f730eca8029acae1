package dev.pawl.chaos.client;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** All requests of all clients of a cluster. */
public final class ClientLog {

  private final Queue<Request> requests = new ConcurrentLinkedQueue<>();

  public void add(Request request) {
    requests.add(request);
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }
}
