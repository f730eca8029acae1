package dev.pawl.model.definition;

import dev.pawl.model.State;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;

final class SucceedReader implements KindReader {

  @Override
  public FieldTable fields() {
    return Fields.SUCCEED;
  }

  @Override
  public State read(StateContext site) {
    site.cursor().state().end();
    return new State.Succeed(HeaderReader.last(site));
  }
}
