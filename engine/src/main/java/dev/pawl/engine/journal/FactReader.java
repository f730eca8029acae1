package dev.pawl.engine.journal;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Fact.HumanActed.Action;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.StepId;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads the JSON that {@link FactCodec} writes, and rejects any other. */
final class FactReader {

  private final StrictMembers members;

  private FactReader(StrictMembers members) {
    this.members = members;
  }

  static Fact read(Json json) {
    String type = StrictMembers.of("a fact", json).text("type");
    StrictMembers members = StrictMembers.of("a fact '" + type + "'", json);
    Fact fact = new FactReader(members).read(members.text("type"));
    members.end();
    return fact;
  }

  private Fact read(String type) {
    return switch (type) {
      case "started" ->
          new Fact.Started(
              members.count("semantics"),
              members.text("flow"),
              members.text("name"),
              members.json("input"),
              members.find("context").isPresent() ? members.object("context") : JsonObject.EMPTY,
              members.find("continued").map(FactReader::continued),
              reason());
      case "taskSucceeded" ->
          new Fact.TaskSucceeded(
              step(),
              members.count("attempt"),
              members.json("output"),
              timing(),
              EffectCodec.read(members));
      case "taskFailed" ->
          new Fact.TaskFailed(
              step(),
              members.count("attempt"),
              failure(),
              timing(),
              new Fact.FailureDetails(
                  optionalText(members, "stackTrace"), optionalText(members, "worker")),
              EffectCodec.read(members));
      case "itemsRead" ->
          new Fact.ItemsRead(
              step(),
              members.count("attempt"),
              members.count("offset"),
              members.list("items"),
              members.bool("complete"));
      case "childEnded" -> new Fact.ChildEnded(step(), members.count("index"), outcome());
      case "timerFired" -> new Fact.TimerFired(step(), members.count("attempt"));
      case "eventArrived" -> new Fact.EventArrived(members.text("name"), members.json("payload"));
      case "humanActed" -> new Fact.HumanActed(step(), members.text("by"), action());
      case "cancelled" -> new Fact.Cancelled(members.text("reason"), members.bool("compensate"));
      case "paused" ->
          new Fact.Paused(
              members.text("reason"),
              members.find("by").isPresent() ? members.text("by") : "",
              members.find("withAll").isPresent() && members.bool("withAll"));
      case "queueTimedOut" -> new Fact.QueueTimedOut();
      case "resumed" -> new Fact.Resumed(reason());
      case "skipped" -> new Fact.Skipped(step(), members.json("output"), reason());
      case "rewound" ->
          new Fact.Rewound(
              members.parsed("frame", FrameId::parse),
              entry(),
              members.bool("compensate"),
              reason());
      default -> throw new UnreadableFactException("no fact is called '" + type + "'");
    };
  }

  /** Returns the reason; empty if none was given. */
  private String reason() {
    return members.find("reason").isPresent() ? members.text("reason") : "";
  }

  private static Fact.Continued continued(Json json) {
    StrictMembers members = StrictMembers.of("what is continued", json);
    Fact.Continued how =
        new Fact.Continued(
            new ExecutionId(members.parsed("chance", UUID::fromString)), members.time("at"));
    members.end();
    return how;
  }

  private Action action() {
    String action = members.text("action");
    return switch (action) {
      case "completed" ->
          new Action.Completed(members.text("outcome"), members.json("data"), reason());
      case "failed" -> new Action.Failed(failure());
      case "skipped" -> new Action.Skipped(members.text("reason"));
      case "sentBack" -> new Action.SentBack(entry(), members.text("reason"));
      default -> throw new UnreadableFactException("no action is called '" + action + "'");
    };
  }

  private Outcome outcome() {
    Optional<Json> output = members.find("output");
    return output.isPresent() ? new Outcome.Succeeded(output.get()) : new Outcome.Failed(failure());
  }

  private StepId step() {
    return members.parsed("step", StepId::parse);
  }

  private Fact.Timing timing() {
    return new Fact.Timing(members.time("startedAt"), members.duration("took"));
  }

  private Failure failure() {
    StrictMembers failure = StrictMembers.of("a failure", members.json("failure"));
    Failure read = new Failure(optionalText(failure, "error"), optionalText(failure, "cause"));
    failure.end();
    return read;
  }

  private static Optional<String> optionalText(StrictMembers members, String name) {
    return members.find(name).isPresent() ? Optional.of(members.text(name)) : Optional.empty();
  }

  private Fact.Entry entry() {
    StrictMembers to = StrictMembers.of("a place to go back to", members.json("to"));
    Map<String, Json> variables =
        to.find("variables").isPresent() ? to.object("variables").members() : Map.of();
    Fact.Entry entry =
        new Fact.Entry(to.count("visit"), to.text("state"), to.json("input"), variables);
    to.end();
    return entry;
  }
}
