package dev.pawl.engine.journal;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Fact.HumanActed.Action;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.StepId;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** Facts of every kind with unusual contents. */
record RandomFacts(Random random) {

  List<Fact> everyKind() {
    return List.of(
        new Fact.Started(random.nextInt(9), word(), word(), json(3), object(), continued()),
        new Fact.Started(random.nextInt(9), word(), word(), json(3), object(), continued(), word()),
        new Fact.TaskSucceeded(step(), random.nextInt(9), json(3), timing()),
        new Fact.TaskSucceeded(step(), random.nextInt(9), json(3), timing(), effects()),
        new Fact.TaskFailed(step(), random.nextInt(9), failure(), timing(), details(), effects()),
        new Fact.TaskFailed(step(), random.nextInt(9), failure(), timing()),
        new Fact.TaskFailed(step(), random.nextInt(9), failure(), timing(), details()),
        new Fact.ItemsRead(step(), 1, random.nextInt(99), list(2), random.nextBoolean()),
        new Fact.ChildEnded(step(), random.nextInt(99), new Outcome.Succeeded(json(2))),
        new Fact.ChildEnded(step(), random.nextInt(99), new Outcome.Failed(failure())),
        new Fact.TimerFired(step(), random.nextInt(9)),
        new Fact.EventArrived(word(), json(2)),
        new Fact.HumanActed(step(), word(), new Action.Completed(word(), json(2), word())),
        new Fact.HumanActed(step(), word(), new Action.Failed(failure())),
        new Fact.HumanActed(step(), word(), new Action.Skipped(word())),
        new Fact.HumanActed(step(), word(), new Action.SentBack(entry(), word())),
        new Fact.Cancelled(word(), random.nextBoolean()),
        new Fact.Paused(word(), word(), random.nextBoolean()),
        new Fact.QueueTimedOut(),
        new Fact.Resumed(),
        new Fact.Skipped(step(), json(2)),
        new Fact.Rewound(frame(), entry(), random.nextBoolean()));
  }

  private Optional<Fact.Continued> continued() {
    ExecutionId id = new ExecutionId(new UUID(random.nextLong(), random.nextLong()));
    return random.nextBoolean() ? Optional.of(new Fact.Continued(id, time())) : Optional.empty();
  }

  private List<Fact.RecordedEffect> effects() {
    List<Fact.RecordedEffect> effects = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      effects.add(
          new Fact.RecordedEffect(new ExternalEffect(word(), word(), word(), word()), time()));
    }
    return effects;
  }

  private Fact.FailureDetails details() {
    return new Fact.FailureDetails(
        random.nextBoolean() ? Optional.of(word()) : Optional.empty(),
        random.nextBoolean() ? Optional.of(word()) : Optional.empty());
  }

  private FrameId frame() {
    FrameId frame = random.nextInt(9) == 0 ? FrameId.COMPENSATION : FrameId.ROOT;
    for (int i = random.nextInt(3); i > 0; i--) {
      frame = frame.child(word(), random.nextInt(99), random.nextBoolean() ? word() : "7");
    }
    return frame;
  }

  private StepId step() {
    return random.nextInt(9) == 0 ? StepId.EXECUTION : new StepId(frame(), random.nextInt(99));
  }

  private Fact.Entry entry() {
    return new Fact.Entry(random.nextInt(9), word(), json(2), object().members());
  }

  private Fact.Timing timing() {
    return new Fact.Timing(
        time(), Duration.ofSeconds(random.nextInt(99_999), random.nextInt(1_000_000_000)));
  }

  Instant time() {
    return Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000));
  }

  private Failure failure() {
    return new Failure(
        random.nextBoolean() ? Optional.of(word()) : Optional.empty(),
        random.nextBoolean() ? Optional.of(word()) : Optional.empty());
  }

  private String word() {
    String signs = "aZ/%#@~2F5 \"\\\nß€😀";
    StringBuilder text = new StringBuilder("w");
    for (int i = random.nextInt(6); i > 0; i--) {
      int at = signs.offsetByCodePoints(0, random.nextInt(signs.codePointCount(0, signs.length())));
      text.appendCodePoint(signs.codePointAt(at));
    }
    return text.toString();
  }

  private JsonObject object() {
    JsonObject object = JsonObject.EMPTY;
    for (int i = random.nextInt(3); i > 0; i--) {
      object = object.with(word(), json(1));
    }
    return object;
  }

  private List<Json> list(int depth) {
    List<Json> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(json(depth - 1));
    }
    return list;
  }

  Json json(int depth) {
    return switch (random.nextInt(depth > 0 ? 6 : 4)) {
      case 0 -> JsonNull.NULL;
      case 1 -> Json.of(random.nextBoolean());
      case 2 -> JsonNumber.of(BigDecimal.valueOf(random.nextLong(), random.nextInt(20)));
      case 3 -> Json.of(word());
      case 4 -> JsonArray.of(list(depth));
      default -> object();
    };
  }
}
