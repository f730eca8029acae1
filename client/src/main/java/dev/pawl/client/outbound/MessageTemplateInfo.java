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
    return JsonMembers.word(json, "name");
  }

  public String subject() {
    return JsonMembers.word(json, "subject");
  }

  public String text() {
    return JsonMembers.word(json, "text");
  }

  public String html() {
    return JsonMembers.word(json, "html");
  }

  public Instant updatedAt() {
    return JsonMembers.moment(json, "updatedAt");
  }

  public String updatedBy() {
    return JsonMembers.word(json, "updatedBy");
  }
}
