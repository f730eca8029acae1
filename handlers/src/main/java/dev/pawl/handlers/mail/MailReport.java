package dev.pawl.handlers.mail;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;

/** What a mail server did with a mail. */
record MailReport(String messageId, List<String> accepted, List<RejectedRecipient> rejected) {

  /**
   * A recipient that the server did not accept.
   *
   * @param status SMTP status code
   */
  record RejectedRecipient(String address, int status, String reason) {

    Json toJson() {
      return JsonObject.builder()
          .put("address", Json.of(address))
          .put("status", Json.of(status))
          .put("reason", Json.of(reason))
          .build();
    }
  }

  Json toJson() {
    return JsonObject.builder()
        .put("messageId", Json.of(messageId))
        .put("accepted", JsonArray.of(accepted.stream().map(Json::of).toList()))
        .put("rejected", JsonArray.of(rejected.stream().map(RejectedRecipient::toJson).toList()))
        .build();
  }

  String summary() {
    return "%d accepted, %d rejected".formatted(accepted.size(), rejected.size());
  }
}
