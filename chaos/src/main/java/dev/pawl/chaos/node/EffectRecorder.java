package dev.pawl.chaos.node;

import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.sdk.HandlerException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Records the effects of handlers. */
@FunctionalInterface
public interface EffectRecorder {

  /**
   * Records an effect and waits for the answer.
   *
   * @throws HandlerException if the answer is an error
   */
  void record(Effect effect, Ledger.LedgerAnswer answer)
      throws IOException, InterruptedException, HandlerException;

  /** Returns a recorder that posts to the ledger on a port. */
  static EffectRecorder at(int ledger) {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return (effect, answer) -> {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(Ledger.address(ledger, answer)))
              .POST(HttpRequest.BodyPublishers.ofString(effect.toText()))
              .build();
      int code = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (code != 204) {
        throw new HandlerException(LedgerHandlers.FLAKY, "the ledger says " + code);
      }
    };
  }
}
