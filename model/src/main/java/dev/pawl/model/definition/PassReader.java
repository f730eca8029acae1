package dev.pawl.model.definition;

import dev.pawl.model.State;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.UnevaluatedText;

final class PassReader implements KindReader {

  @Override
  public FieldTable fields() {
    return Fields.PASS;
  }

  @Override
  public State read(StateContext site) {
    if (!site.cursor().isJsonata()) {
      UnevaluatedText.checkConstant(
          site.cursor(), "Result", "Use Parameters, with fields whose names end in .$.");
    }
    return new State.Pass(HeaderReader.step(site), site.cursor().get("Result"));
  }
}
