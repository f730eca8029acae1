package dev.pawl.engine.journal;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Fact.HumanActed.Action;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.RecordedFact;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes facts as JSON. The package description defines the format; {@link FactReader} reads it.
 */
public final class FactCodec {

  private FactCodec() {}

  /** Writes a fact with its number and time. */
  public static JsonObject write(RecordedFact recorded) {
    return JsonObject.of("seq", JsonNumber.of(recorded.seq()))
        .with("at", Json.of(recorded.at().toString()))
        .with("fact", write(recorded.fact()));
  }

  /**
   * Reads a fact with its number and time.
   *
   * @throws UnreadableFactException if the JSON was not written by {@link #write(RecordedFact)}
   */
  public static RecordedFact readRecorded(Json json) {
    StrictMembers members = StrictMembers.of("a recorded fact", json);
    RecordedFact recorded =
        new RecordedFact(members.whole("seq"), members.time("at"), read(members.json("fact")));
    members.end();
    return recorded;
  }

  /**
   * Reads a fact.
   *
   * @throws UnreadableFactException if the JSON was not written by {@link #write(Fact)}
   */
  public static Fact read(Json json) {
    return FactReader.read(json);
  }

  /** Writes a fact without its number and time. */
  public static JsonObject write(Fact fact) {
    Map<String, Json> members = new LinkedHashMap<>();
    members.put("type", Json.of(type(fact)));
    switch (fact) {
      case Fact.Started started -> {
        members.put("semantics", JsonNumber.of(started.semantics()));
        members.put("flow", Json.of(started.flow()));
        members.put("name", Json.of(started.name()));
        members.put("input", started.input());
        if (!started.context().members().isEmpty()) {
          members.put("context", started.context());
        }
        started
            .continued()
            .ifPresent(
                how ->
                    members.put(
                        "continued",
                        JsonObject.of("chance", Json.of(how.chance().toString()))
                            .with("at", Json.of(how.at().toString()))));
        reason(members, started.reason());
      }
      case Fact.TaskSucceeded done -> {
        members.put("step", Json.of(done.step().toString()));
        members.put("attempt", JsonNumber.of(done.attempt()));
        members.put("output", done.output());
        timing(members, done.timing());
        EffectCodec.write(members, done.effects());
      }
      case Fact.TaskFailed failed -> {
        members.put("step", Json.of(failed.step().toString()));
        members.put("attempt", JsonNumber.of(failed.attempt()));
        members.put("failure", failure(failed.failure()));
        timing(members, failed.timing());
        Fact.FailureDetails details = failed.details();
        details.stackTrace().ifPresent(trace -> members.put("stackTrace", Json.of(trace)));
        details.worker().ifPresent(worker -> members.put("worker", Json.of(worker)));
        EffectCodec.write(members, failed.effects());
      }
      case Fact.ItemsRead read -> {
        members.put("step", Json.of(read.step().toString()));
        members.put("attempt", JsonNumber.of(read.attempt()));
        members.put("offset", JsonNumber.of(read.offset()));
        members.put("items", JsonArray.of(read.items()));
        members.put("complete", Json.of(read.complete()));
      }
      case Fact.ChildEnded child -> {
        members.put("step", Json.of(child.step().toString()));
        members.put("index", JsonNumber.of(child.index()));
        switch (child.outcome()) {
          case Outcome.Succeeded done -> members.put("output", done.output());
          case Outcome.Failed failed -> members.put("failure", failure(failed.failure()));
        }
      }
      case Fact.TimerFired timer -> {
        members.put("step", Json.of(timer.step().toString()));
        members.put("attempt", JsonNumber.of(timer.attempt()));
      }
      case Fact.EventArrived event -> {
        members.put("name", Json.of(event.name()));
        members.put("payload", event.payload());
      }
      case Fact.HumanActed acted -> {
        members.put("step", Json.of(acted.step().toString()));
        members.put("by", Json.of(acted.by()));
        action(members, acted.action());
      }
      case Fact.Cancelled cancelled -> {
        members.put("reason", Json.of(cancelled.reason()));
        members.put("compensate", Json.of(cancelled.compensate()));
      }
      case Fact.Paused paused -> {
        members.put("reason", Json.of(paused.reason()));
        if (!paused.by().isEmpty()) {
          members.put("by", Json.of(paused.by()));
        }
        if (paused.withAll()) {
          members.put("withAll", Json.of(true));
        }
      }
      case Fact.QueueTimedOut timedOut -> {}
      case Fact.Resumed resumed -> reason(members, resumed.reason());
      case Fact.Skipped skipped -> {
        members.put("step", Json.of(skipped.step().toString()));
        members.put("output", skipped.output());
        reason(members, skipped.reason());
      }
      case Fact.Rewound rewound -> {
        members.put("frame", Json.of(rewound.frame().toString()));
        members.put("to", entry(rewound.to()));
        members.put("compensate", Json.of(rewound.compensate()));
        reason(members, rewound.reason());
      }
    }
    return JsonObject.of(members);
  }

  private static void reason(Map<String, Json> members, String reason) {
    if (!reason.isEmpty()) {
      members.put("reason", Json.of(reason));
    }
  }

  private static String type(Fact fact) {
    return switch (fact) {
      case Fact.Started started -> "started";
      case Fact.TaskSucceeded done -> "taskSucceeded";
      case Fact.TaskFailed failed -> "taskFailed";
      case Fact.ItemsRead read -> "itemsRead";
      case Fact.ChildEnded child -> "childEnded";
      case Fact.TimerFired timer -> "timerFired";
      case Fact.EventArrived event -> "eventArrived";
      case Fact.HumanActed acted -> "humanActed";
      case Fact.Cancelled cancelled -> "cancelled";
      case Fact.QueueTimedOut timedOut -> "queueTimedOut";
      case Fact.Paused paused -> "paused";
      case Fact.Resumed resumed -> "resumed";
      case Fact.Skipped skipped -> "skipped";
      case Fact.Rewound rewound -> "rewound";
    };
  }

  private static void action(Map<String, Json> members, Action action) {
    switch (action) {
      case Action.Completed completed -> {
        members.put("action", Json.of("completed"));
        members.put("outcome", Json.of(completed.outcome()));
        members.put("data", completed.data());
        reason(members, completed.reason());
      }
      case Action.Failed failed -> {
        members.put("action", Json.of("failed"));
        members.put("failure", failure(failed.failure()));
      }
      case Action.Skipped skipped -> {
        members.put("action", Json.of("skipped"));
        members.put("reason", Json.of(skipped.reason()));
      }
      case Action.SentBack back -> {
        members.put("action", Json.of("sentBack"));
        members.put("to", entry(back.to()));
        members.put("reason", Json.of(back.reason()));
      }
    }
  }

  private static void timing(Map<String, Json> members, Fact.Timing timing) {
    members.put("startedAt", Json.of(timing.startedAt().toString()));
    Duration took = timing.took();
    BigDecimal nanos = BigDecimal.valueOf(took.getNano(), 9);
    members.put("took", JsonNumber.of(BigDecimal.valueOf(took.getSeconds()).add(nanos)));
  }

  private static JsonObject failure(Failure failure) {
    Map<String, Json> members = new LinkedHashMap<>();
    failure.error().ifPresent(error -> members.put("error", Json.of(error)));
    failure.cause().ifPresent(cause -> members.put("cause", Json.of(cause)));
    return JsonObject.of(members);
  }

  private static JsonObject entry(Fact.Entry entry) {
    JsonObject json =
        JsonObject.of("visit", JsonNumber.of(entry.visit()))
            .with("state", Json.of(entry.state()))
            .with("input", entry.input());
    // Sorted, so that equal facts have equal texts.
    return entry.variables().isEmpty()
        ? json
        : json.with("variables", JsonObject.of(new TreeMap<>(entry.variables())));
  }
}
