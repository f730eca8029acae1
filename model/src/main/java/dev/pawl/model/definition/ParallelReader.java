package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;

import dev.pawl.model.Machine;
import dev.pawl.model.State;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import java.util.ArrayList;
import java.util.List;

final class ParallelReader implements KindReader {

  @Override
  public FieldTable fields() {
    return Fields.PARALLEL;
  }

  @Override
  public State read(StateContext site) {
    DefinitionCursor cursor = site.cursor();
    if (cursor.array("Branches").filter(branches -> branches.length() == 0).isPresent()) {
      cursor.report(BAD_VALUE, "Branches", "'Branches' has no branches", "");
    }
    List<Machine> branches = new ArrayList<>();
    for (DefinitionCursor branch : cursor.objects("Branches")) {
      Fields.BRANCH.check(branch);
      site.machines().readNested(branch).ifPresent(branches::add);
    }
    return new State.Parallel(HeaderReader.step(site), branches, RecoveryReader.read(site));
  }
}
