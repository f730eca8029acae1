package dev.pawl.postgres.row;

import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Awaited;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts pending calls to JSON text and back. */
public final class AwaitedText {

  private AwaitedText() {}

  /** Returns the calls as JSON text, or null if there are none. */
  public static @Nullable String write(List<Awaited> calls) {
    if (calls.isEmpty()) {
      return null;
    }
    List<Json> elements = new ArrayList<>(calls.size());
    for (Awaited call : calls) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("step", call.step().toString());
      members.put("attempt", call.attempt());
      if (call.offered()) {
        members.put("offered", true);
      }
      call.timeout().ifPresent(at -> members.put("timeout", at.toString()));
      call.heartbeat().ifPresent(at -> members.put("heartbeat", at.toString()));
      elements.add(Json.ofJava(members));
    }
    return JsonArray.of(elements).toString();
  }

  /** Returns the calls of a JSON text; null means none. */
  public static List<Awaited> read(@Nullable String text) {
    if (text == null || !(JsonText.parse(text) instanceof JsonArray elements)) {
      return List.of();
    }
    List<Awaited> calls = new ArrayList<>(elements.length());
    for (Json element : elements) {
      calls.add(
          new Awaited(
              StepId.parse(element.get("step").orElseThrow().asText()),
              ((JsonNumber) element.get("attempt").orElseThrow()).integerValue().intValueExact(),
              element.get("offered").isPresent(),
              time(element, "timeout"),
              time(element, "heartbeat")));
    }
    return List.copyOf(calls);
  }

  private static Optional<Instant> time(Json element, String name) {
    return element.get(name).map(Json::asText).map(Instant::parse);
  }
}
