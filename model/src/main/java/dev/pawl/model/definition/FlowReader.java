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
    MachineOutline outline = MachineReader.outline(top);
    Optional<Machine> machine =
        new MachineReader(language, new StateCount()).read(top.withLanguage(language), outline);
    Checks.run(outline, findings);
    return machine.map(states -> new Flow(definition, states, timeout));
  }
}
