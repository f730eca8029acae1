package dev.pawl.model.definition;

import dev.pawl.model.State;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;

final class PassReader implements KindReader {

  @Override
  public FieldTable fields() {
    return Fields.PASS;
  }

  @Override
  public State read(Site site) {
    return new State.Pass(HeaderReader.step(site), site.cursor().get("Result"));
  }
}
