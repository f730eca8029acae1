package dev.pawl.server.worker;

import dev.pawl.engine.run.Calls;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Work as a worker gets it.
 *
 * @param config fixed settings of the handler, apart from the input
 * @param idempotencyKey equal for all attempts of the step, different for all other steps; at most
 *     128 characters, all of them letters, digits or one of {@code -._~}
 * @param deadline until when the worker may be silent; later it may be somebody else's
 * @param heartbeatSeconds how long the step itself waits for a sign of life before it fails
 * @param timeoutAt when the step has taken too long
 * @param taskToken what finishes the step, where the flow waits for that instead of the result
 */
record Assignment(
    String token,
    String resource,
    Json input,
    Json config,
    int attempt,
    String idempotencyKey,
    Instant deadline,
    @Nullable Long heartbeatSeconds,
    @Nullable Instant timeoutAt,
    @Nullable String taskToken,
    String execution,
    String flow,
    String step) {

  static Assignment of(Offers.Taken taken, Offers.Taker taker) {
    Offer offer = taken.offer();
    String execution = offer.key().execution().id().toString();
    String step = offer.key().step().toString();
    return new Assignment(
        new WorkToken(new Offers.Hold(offer.key(), taker)).toString(),
        offer.resource(),
        JsonText.parse(new String(offer.input(), StandardCharsets.UTF_8)),
        JsonObject.EMPTY,
        Math.abs(offer.key().attempt()),
        Calls.idempotencyKey(
            offer.key().execution().id(), offer.key().step(), offer.key().attempt()),
        taken.until(),
        offer.heartbeat().map(Duration::toSeconds).orElse(null),
        offer.timeout().orElse(null),
        offer.token().orElse(null),
        execution,
        offer.flow(),
        step);
  }
}
