package dev.pawl.chaos.node;

import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;

/** Reports to the ledger each time the node joins again. */
final class RejoinReportingStore extends ForwardingStore {

  private final int ledger;
  private final AtomicBoolean joined = new AtomicBoolean();

  RejoinReportingStore(Store store, int ledger) {
    super(store);
    this.ledger = ledger;
  }

  @Override
  public NodeSession join(String name) {
    NodeSession session = super.join(name);
    if (!joined.compareAndSet(false, true)) {
      reportRejoin(name);
    }
    return session;
  }

  private void reportRejoin(String name) {
    HttpRequest request =
        HttpRequest.newBuilder(Ledger.rejoinedAddress(ledger, name))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      http.send(request, HttpResponse.BodyHandlers.discarding());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
