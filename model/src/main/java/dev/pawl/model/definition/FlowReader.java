package dev.pawl.model.definition;

import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.model.QueryLanguage;
import dev.pawl.model.check.Checks;
import dev.pawl.model.check.MachineOutline;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.NumericFields;
import dev.pawl.model.finding.Findings;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads a whole definition. */
final class FlowReader {

  private FlowReader() {}

  static Optional<Flow> read(JsonObject definition, Findings findings) {
    DefinitionCursor top = DefinitionCursor.top(definition, findings);
    Fields.FLOW.check(top);
    top.text("Version");
    Optional<Duration> timeout =
        top.whole("TimeoutSeconds", 1, NumericFields.MAX_SECONDS).map(Duration::ofSeconds);
    QueryLanguage language = Languages.written(top).orElse(QueryLanguage.JSONPATH);
    Flow.OnError onError =
        top.oneOf("OnError", List.of("stop", "continue"))
            .filter("continue"::equals)
            .map(word -> Flow.OnError.CONTINUE)
            .orElse(Flow.OnError.STOP);
    MachineOutline outline = MachineReader.outline(top);
    MachineReader machines = new MachineReader(language, new StateCount());
    Optional<Machine> machine = machines.read(top.speaking(language), outline);
    Checks.run(outline, findings);
    Flow.EndTasks endTasks =
        new Flow.EndTasks(
            endTask(machines, top, "OnSucceeded", findings),
            endTask(machines, top, "OnFailed", findings));
    return machine.map(states -> new Flow(definition, states, timeout, endTasks, onError));
  }

  private static Optional<Machine> endTask(
      MachineReader machines, DefinitionCursor top, String field, Findings findings) {
    return top.object(field)
        .flatMap(
            task -> {
              MachineOutline outline = new MachineOutline(task.pointer(), Optional.of(field));
              Optional<Machine> read = machines.readEndTask(task, field, outline);
              Checks.run(outline, findings);
              return read;
            });
  }
}
