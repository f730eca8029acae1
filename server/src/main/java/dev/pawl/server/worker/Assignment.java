package dev.pawl.server.worker;

import dev.pawl.engine.data.SecretReferences;
import dev.pawl.engine.run.CallEnvironment;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.Json;
import io.swagger.v3.oas.annotations.media.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A task as a worker receives it. */
record Assignment(
    @Schema(
            description = "Token by which the task is answered.",
            example = "1.0199f3c27a317cc4b0b52d1f6f0a9e11.3.1.9c1e")
        String token,
    @Schema(description = "Resource that the Task names.", example = "charge") String resource,
    @Schema(description = "Input of the task.", example = "{\"order\": 4711}") Json input,
    @Schema(
            description =
                "Settings of the handler from the Config of the state; absent if it has none.",
            example = "{\"currency\": \"EUR\"}")
        @Nullable Json config,
    @Schema(description = "Number of the attempt; 1 is the first.", example = "1") int attempt,
    @Schema(
            description =
                "Key that is equal for all attempts of the step and different for all other steps;"
                    + " at most 128 letters, digits or one of -._~",
            example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11.3")
        String idempotencyKey,
    @Schema(
            description =
                "Time until which the worker must answer or send a heartbeat; later, another worker"
                    + " may receive the task.")
        Instant deadline,
    @Schema(
            description =
                "Seconds after which the step fails without a heartbeat; absent if it does not.",
            example = "30")
        @Nullable Long heartbeatSeconds,
    @Schema(description = "Time at which the attempt times out; absent if it does not.")
        @Nullable Instant timeoutAt,
    @Schema(
            description =
                "Task token that completes the step, if the flow waits for it instead of the"
                    + " result.",
            example = "2.0199f3c27a317cc4b0b52d1f6f0a9e11.3.1.77ab")
        @Nullable String taskToken,
    @Schema(description = "Id of the execution.", example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
        String execution,
    @Schema(description = "Code of the flow, unique within its tenant.", example = "order-saga")
        String flow,
    @Schema(description = "Id of the step.", example = "/@3") String step) {

  /**
   * Creates an assignment with the secrets of its settings.
   *
   * @throws dev.pawl.engine.data.DataException if a secret does not exist
   */
  static Assignment of(
      Offers.LeasedOffer taken, Offers.WorkerRef workerRef, CallEnvironment environment) {
    Offer offer = taken.offer();
    String execution = offer.key().execution().id().toString();
    String step = offer.key().step().toString();
    return new Assignment(
        new WorkToken(new Offers.TaskLease(offer.key(), workerRef)).toString(),
        offer.resource(),
        JsonText.parse(new String(offer.input(), StandardCharsets.UTF_8)),
        config(offer, environment),
        Math.abs(offer.key().attempt()),
        HandlerInvocations.idempotencyKey(
            offer.key().execution().id(), offer.key().step(), offer.key().attempt()),
        taken.until(),
        offer.heartbeat().map(Duration::toSeconds).orElse(null),
        offer.timeout().orElse(null),
        offer.token().orElse(null),
        execution,
        offer.flow(),
        step);
  }

  private static @Nullable Json config(Offer offer, CallEnvironment environment) {
    if (offer.config().isEmpty()) {
      return null;
    }
    CallOrigin origin =
        new CallOrigin(
            offer.key().execution().tenant().value(),
            offer.flow(),
            offer.key().execution().id().toString(),
            offer.key().step().toString(),
            Optional.empty());
    CallServices services = environment.servicesFor(origin, CallServices.NONE);
    return SecretReferences.resolve(JsonText.parse(offer.config().get()), services::secret);
  }
}
