package dev.pawl.engine.journal;

import dev.pawl.engine.Fact;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes and reads the effects of an attempt; a fact without effects has no such member. */
final class EffectCodec {

  private static final String EFFECTS = "effects";

  private EffectCodec() {}

  static void write(Map<String, Json> members, List<Fact.RecordedEffect> effects) {
    if (!effects.isEmpty()) {
      members.put(EFFECTS, JsonArray.of(effects.stream().<Json>map(EffectCodec::write).toList()));
    }
  }

  private static JsonObject write(Fact.RecordedEffect recorded) {
    ExternalEffect effect = recorded.effect();
    return JsonObject.of("kind", Json.of(effect.kind()))
        .with("target", Json.of(effect.target()))
        .with("key", Json.of(effect.key()))
        .with("at", Json.of(recorded.at().toString()))
        .with("summary", Json.of(effect.summary()));
  }

  static List<Fact.RecordedEffect> read(StrictMembers members) {
    if (members.find(EFFECTS).isEmpty()) {
      return List.of();
    }
    List<Fact.RecordedEffect> effects = new ArrayList<>();
    for (Json json : members.list(EFFECTS)) {
      StrictMembers effect = StrictMembers.of("an effect", json);
      effects.add(
          new Fact.RecordedEffect(
              new ExternalEffect(
                  effect.text("kind"),
                  effect.text("target"),
                  effect.text("key"),
                  effect.text("summary")),
              effect.time("at")));
      effect.end();
    }
    return effects;
  }
}
