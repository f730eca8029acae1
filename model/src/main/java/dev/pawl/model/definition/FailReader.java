package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_INTRINSIC;

import dev.pawl.model.State;
import dev.pawl.model.Template;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.Expressions;
import dev.pawl.model.field.FieldConflicts;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.Templates;
import dev.pawl.model.intrinsic.IntrinsicFunction;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

final class FailReader implements KindReader {

  /** The intrinsic functions that return text; an error name and a cause must be text. */
  private static final Set<IntrinsicFunction> TEXTS =
      EnumSet.of(
          IntrinsicFunction.FORMAT,
          IntrinsicFunction.JSON_TO_STRING,
          IntrinsicFunction.ARRAY_GET_ITEM,
          IntrinsicFunction.BASE64_ENCODE,
          IntrinsicFunction.BASE64_DECODE,
          IntrinsicFunction.HASH,
          IntrinsicFunction.UUID);

  @Override
  public FieldTable fields() {
    return Fields.FAIL;
  }

  @Override
  public State read(StateContext site) {
    DefinitionCursor cursor = site.cursor();
    cursor.state().end();
    return new State.Fail(HeaderReader.last(site), text(cursor, "Error"), text(cursor, "Cause"));
  }

  private static Optional<Template> text(DefinitionCursor cursor, String field) {
    String path = field + "Path";
    if (cursor.isJsonata() || !cursor.has(path)) {
      return cursor.text(field).flatMap(text -> Templates.read(cursor, field));
    }
    FieldConflicts.refuseBoth(cursor, field, path);
    Optional<Template> computed = Expressions.pathOrIntrinsic(cursor, path);
    if (computed.isPresent()
        && computed.get() instanceof Template.Call call
        && !TEXTS.contains(call.call().function())) {
      cursor.report(
          BAD_INTRINSIC,
          path,
          "'"
              + path
              + "' needs a function that gives text, not "
              + call.call().function().fullName(),
          "Use States.Format or States.JsonToString.");
    }
    return computed;
  }
}
