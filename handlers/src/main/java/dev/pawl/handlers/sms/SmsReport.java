package dev.pawl.handlers.sms;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;

/**
 * What a gateway did with a message.
 *
 * @param messageId id of the gateway; of the first segment if there are several
 * @param status {@code accepted} by the gateway or {@code delivered} to the phone; other texts come
 *     from HTTP gateways
 */
record SmsReport(String messageId, int segments, String status) {

  static final String ACCEPTED = "accepted";
  static final String DELIVERED = "delivered";

  Json toJson() {
    return JsonObject.builder()
        .put("messageId", Json.of(messageId))
        .put("segments", Json.of(segments))
        .put("status", Json.of(status))
        .build();
  }
}
