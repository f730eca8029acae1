package dev.pawl.cli.run;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.file.UsageException;
import dev.pawl.engine.Fact.EventArrived;
import dev.pawl.engine.Fact.HumanActed.Action.Completed;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The scripted environment of a run: answers of resources, events, and decisions of people. */
public final class RunScenario {

  private final ScriptedValues<ScriptedAnswer> answers = new ScriptedValues<>();
  private final ScriptedValues<Completed> decisions = new ScriptedValues<>();
  private final List<EventArrived> events = new ArrayList<>();

  /** Adds an answer, written {@code NAME=JSON}. */
  public void addMock(String text) {
    String[] parts = split("--mock", "NAME=JSON", text);
    answers.add(
        parts[0], new ScriptedAnswer.Returns(JsonArgument.read("--mock " + parts[0], parts[1])));
  }

  /** Adds a failure, written {@code NAME=ERROR[:CAUSE]}. */
  public void addFailure(String text) {
    String[] parts = split("--mock-error", "NAME=ERROR[:CAUSE]", text);
    int colon = parts[1].indexOf(':');
    String error = colon < 0 ? parts[1] : parts[1].substring(0, colon);
    String cause = colon < 0 ? "as --mock-error says" : parts[1].substring(colon + 1).strip();
    answers.add(parts[0], new ScriptedAnswer.Fails(error, cause));
  }

  /** Adds a program, written {@code resource=COMMAND}. */
  public void addProgram(String text) {
    String[] parts = split("--exec", "resource=COMMAND", text);
    answers.add(parts[0], new ScriptedAnswer.Runs(parts[1]));
  }

  /** Adds an event, written {@code name[=JSON]}. */
  public void addEvent(String text) {
    if (text.indexOf('=') < 0 && !text.isBlank()) {
      events.add(new EventArrived(text, JsonObject.EMPTY));
      return;
    }
    String[] parts = split("--event", "name=JSON", text);
    Json payload = JsonArgument.read("--event " + parts[0], parts[1]);
    events.add(new EventArrived(parts[0], payload));
  }

  /** Adds a decision, written {@code State=outcome[:JSON]}. */
  public void addDecision(String text) {
    String[] parts = split("--decide", "State=outcome[:JSON]", text);
    int colon = parts[1].indexOf(':');
    Json data =
        colon < 0
            ? JsonObject.EMPTY
            : JsonArgument.read("--decide " + parts[0], parts[1].substring(colon + 1).strip());
    String outcome = colon < 0 ? parts[1] : parts[1].substring(0, colon);
    decisions.add(parts[0], new Completed(outcome, data));
  }

  public ScriptedValues<ScriptedAnswer> answers() {
    return answers;
  }

  /** Returns the answers as the mocks of a test execution; programs are none. */
  public JsonObject mocks() {
    JsonObject.Builder mocks = JsonObject.builder();
    for (String name : new TreeSet<>(answers.names())) {
      List<JsonObject> written =
          answers.all(name).stream().flatMap(answer -> answer.toMock().stream()).toList();
      if (!written.isEmpty()) {
        mocks.put(name, JsonArray.of(written));
      }
    }
    return mocks.build();
  }

  public ScriptedValues<Completed> decisions() {
    return decisions;
  }

  public List<EventArrived> events() {
    return List.copyOf(events);
  }

  private static String[] split(String option, String form, String text) {
    int at = text.indexOf('=');
    if (at < 1 || at == text.length() - 1) {
      throw new UsageException(option + " is written " + form + ", not '" + text + "'");
    }
    return new String[] {text.substring(0, at), text.substring(at + 1)};
  }
}
