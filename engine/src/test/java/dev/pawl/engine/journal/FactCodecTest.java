package dev.pawl.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Fact.HumanActed.Action;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepId;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FactCodecTest {

  private final Random random = new Random(7);
  private final RandomFacts facts = new RandomFacts(random);

  @Test
  void shouldReadBackEveryKindOfFactAsItWas() {
    Set<Class<?>> kinds = new HashSet<>();
    for (int round = 0; round < 500; round++) {
      for (Fact fact : facts.everyKind()) {
        kinds.add(fact.getClass());
        if (fact instanceof Fact.HumanActed acted) {
          kinds.add(acted.action().getClass());
        }
        RecordedFact recorded = new RecordedFact(1 + random.nextLong(1L << 50), facts.time(), fact);

        String text = FactCodec.write(recorded).toString();

        assertThat(FactCodec.readRecorded(JsonText.parse(text))).isEqualTo(recorded);
      }
    }
    assertThat(kinds)
        .contains(Fact.class.getPermittedSubclasses())
        .contains(Action.class.getPermittedSubclasses());
  }

  @Test
  void shouldWriteFactsInTheFormOfTheFirstRelease() {
    StepId step = new StepId(FrameId.ROOT.child("Fan", 3, "1"), 2);
    Fact.Timing timing =
        new Fact.Timing(Instant.parse("2026-01-31T09:30:00Z"), Duration.ofMillis(125));
    Fact.Entry entry = new Fact.Entry(4, "Pay", Json.of(1), Map.of("b", Json.of(2)));

    assertWritten(
        new Fact.TaskSucceeded(
            step,
            1,
            Json.of(7),
            timing,
            List.of(
                new Fact.RecordedEffect(
                    new ExternalEffect("mail", "a@b.example", "k", "sent"),
                    Instant.parse("2026-01-31T09:30:00Z")))),
        "{'type':'taskSucceeded','step':'/Fan#3/1@2','attempt':1,'output':7,"
            + "'startedAt':'2026-01-31T09:30:00Z','took':0.125,'effects':[{'kind':'mail',"
            + "'target':'a@b.example','key':'k','at':'2026-01-31T09:30:00Z','summary':'sent'}]}");
    assertWritten(
        new Fact.Started("orders", "o-1", Json.of(1), JsonObject.EMPTY),
        "{'type':'started','semantics':1,'flow':'orders','name':'o-1','input':1}");
    assertWritten(
        new Fact.Started(
            1,
            "orders",
            "o-1",
            Json.of(1),
            JsonObject.of("Map", Json.of(2)),
            Optional.of(
                new Fact.Continued(
                    new ExecutionId(new UUID(1, 2)), Instant.parse("2026-01-31T09:30:00Z")))),
        "{'type':'started','semantics':1,'flow':'orders','name':'o-1','input':1,"
            + "'context':{'Map':2},'continued':{"
            + "'chance':'00000000-0000-0001-0000-000000000002','at':'2026-01-31T09:30:00Z'}}");
    assertWritten(
        new Fact.Started(1, "f", "n", Json.of(1), JsonObject.EMPTY, Optional.empty(), "again"),
        "{'type':'started','semantics':1,'flow':'f','name':'n','input':1,'reason':'again'}");
    assertWritten(
        new Fact.TaskSucceeded(step, 1, Json.of(5), timing),
        "{'type':'taskSucceeded','step':'/Fan#3/1@2','attempt':1,'output':5,"
            + "'startedAt':'2026-01-31T09:30:00Z','took':0.125}");
    assertWritten(
        new Fact.TaskFailed(step, 2, Failure.of("Boom", "it broke"), timing),
        "{'type':'taskFailed','step':'/Fan#3/1@2','attempt':2,"
            + "'failure':{'error':'Boom','cause':'it broke'},"
            + "'startedAt':'2026-01-31T09:30:00Z','took':0.125}");
    assertWritten(
        new Fact.TaskFailed(
            step,
            2,
            Failure.of("Boom", "it broke"),
            timing,
            new Fact.FailureDetails(Optional.of("at x"), Optional.of("w1"))),
        "{'type':'taskFailed','step':'/Fan#3/1@2','attempt':2,"
            + "'failure':{'error':'Boom','cause':'it broke'},"
            + "'startedAt':'2026-01-31T09:30:00Z','took':0.125,"
            + "'stackTrace':'at x','worker':'w1'}");
    assertWritten(
        new Fact.ItemsRead(step, 1, 10, List.of(Json.of("a")), true),
        "{'type':'itemsRead','step':'/Fan#3/1@2','attempt':1,'offset':10,'items':['a'],"
            + "'complete':true}");
    assertWritten(
        new Fact.ChildEnded(step, 3, new Outcome.Succeeded(JsonNull.NULL)),
        "{'type':'childEnded','step':'/Fan#3/1@2','index':3,'output':null}");
    assertWritten(
        new Fact.ChildEnded(step, 3, new Outcome.Failed(nothing())),
        "{'type':'childEnded','step':'/Fan#3/1@2','index':3,'failure':{}}");
    assertWritten(
        new Fact.TimerFired(StepId.EXECUTION, 0), "{'type':'timerFired','step':'/@0','attempt':0}");
    assertWritten(
        new Fact.EventArrived("paid", Json.of(true)),
        "{'type':'eventArrived','name':'paid','payload':true}");
    assertWritten(
        new Fact.HumanActed(step, "ada", new Action.Completed("approved", JsonObject.EMPTY)),
        "{'type':'humanActed','step':'/Fan#3/1@2','by':'ada','action':'completed',"
            + "'outcome':'approved','data':{}}");
    assertWritten(
        new Fact.HumanActed(
            step, "ada", new Action.Completed("approved", JsonObject.EMPTY, "it is cheap")),
        "{'type':'humanActed','step':'/Fan#3/1@2','by':'ada','action':'completed',"
            + "'outcome':'approved','data':{},'reason':'it is cheap'}");
    assertWritten(
        new Fact.HumanActed(step, "ada", new Action.Failed(Failure.of("No", "never"))),
        "{'type':'humanActed','step':'/Fan#3/1@2','by':'ada','action':'failed',"
            + "'failure':{'error':'No','cause':'never'}}");
    assertWritten(
        new Fact.HumanActed(step, "ada", new Action.Skipped("known")),
        "{'type':'humanActed','step':'/Fan#3/1@2','by':'ada','action':'skipped','reason':'known'}");
    assertWritten(
        new Fact.HumanActed(step, "ada", new Action.SentBack(entry, "wrong")),
        "{'type':'humanActed','step':'/Fan#3/1@2','by':'ada','action':'sentBack',"
            + "'to':{'visit':4,'state':'Pay','input':1,'variables':{'b':2}},'reason':'wrong'}");
    assertWritten(
        new Fact.Cancelled("enough", true),
        "{'type':'cancelled','reason':'enough','compensate':true}");
    assertWritten(new Fact.Paused("lunch"), "{'type':'paused','reason':'lunch'}");
    assertWritten(
        new Fact.Paused("fire", "ada", true),
        "{'type':'paused','reason':'fire','by':'ada','withAll':true}");
    assertWritten(new Fact.QueueTimedOut(), "{'type':'queueTimedOut'}");
    assertWritten(new Fact.Resumed(), "{'type':'resumed'}");
    assertWritten(
        new Fact.Skipped(step, Json.of(0)), "{'type':'skipped','step':'/Fan#3/1@2','output':0}");
    assertWritten(
        new Fact.Rewound(FrameId.ROOT, entry, false),
        "{'type':'rewound','frame':'/',"
            + "'to':{'visit':4,'state':'Pay','input':1,'variables':{'b':2}},'compensate':false}");
  }

  private static void assertWritten(Fact fact, String expected) {
    String text = expected.replace('\'', '"');

    assertThat(FactCodec.write(fact).toString()).isEqualTo(text);
    assertThat(FactCodec.read(JsonText.parse(text))).isEqualTo(fact);
  }

  @Test
  void shouldDescribeErrorsOfAnInvalidFact() {
    assertRefused("[]", "a fact must be an object but is array");
    assertRefused("{}", "a fact has no 'type'");
    assertRefused("{'type':'exploded'}", "no fact is called 'exploded'");
    assertRefused("{'type':'paused'}", "a fact 'paused' has no 'reason'");
    assertRefused(
        "{'type':'paused','reason':7}",
        "'reason' of a fact 'paused' must be a string but is number");
    assertRefused(
        "{'type':'resumed','by':'ada'}", "a fact 'resumed' has 'by', which is not known here");
    assertRefused(
        "{'type':'timerFired','step':'nowhere','attempt':1}",
        "'step' of a fact 'timerFired' cannot be nowhere");
    assertRefused(
        "{'type':'timerFired','step':'/@1','attempt':1.5}",
        "'attempt' of a fact 'timerFired' cannot be 1.5");
    assertRefused(
        "{'type':'humanActed','step':'/@1','by':'ada','action':'shouted'}",
        "no action is called 'shouted'");
  }

  private static void assertRefused(String text, String message) {
    Json json = JsonText.parse(text.replace('\'', '"'));

    assertThatThrownBy(() -> FactCodec.read(json))
        .isInstanceOf(UnreadableFactException.class)
        .hasMessage(message);
  }

  private static Failure nothing() {
    return new Failure(Optional.empty(), Optional.empty());
  }
}
