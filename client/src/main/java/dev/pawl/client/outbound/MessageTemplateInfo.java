package dev.pawl.client.outbound;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.time.Instant;

/**
 * A message template; lists leave out its texts.
 *
 * @param json as the server sent it
 */
public record MessageTemplateInfo(Json json) {

  public String name() {
    return JsonMembers.textOrEmpty(json, "name");
  }

  public String subject() {
    return JsonMembers.textOrEmpty(json, "subject");
  }

  public String text() {
    return JsonMembers.textOrEmpty(json, "text");
  }

  public String html() {
    return JsonMembers.textOrEmpty(json, "html");
  }

  public Instant updatedAt() {
    return JsonMembers.timeOrEpoch(json, "updatedAt");
  }

  public String updatedBy() {
    return JsonMembers.textOrEmpty(json, "updatedBy");
  }
}
