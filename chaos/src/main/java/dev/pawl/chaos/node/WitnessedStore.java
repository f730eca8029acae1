package dev.pawl.chaos.node;

import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets the ledger know whenever the node has to join again. */
final class WitnessedStore extends ForwardingStore {

  private final int ledger;
  private final AtomicBoolean joined = new AtomicBoolean();

  WitnessedStore(Store store, int ledger) {
    super(store);
    this.ledger = ledger;
  }

  @Override
  public Membership join(String name) {
    Membership membership = super.join(name);
    if (!joined.compareAndSet(false, true)) {
      tell(name);
    }
    return membership;
  }

  private void tell(String name) {
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
