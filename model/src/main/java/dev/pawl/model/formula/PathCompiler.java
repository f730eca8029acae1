package dev.pawl.model.formula;

import dev.pawl.model.formula.FormulaNode.Segment;
import dev.pawl.model.formula.FormulaType.Kind;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Translates a path, member by member. */
final class PathCompiler {

  private static final Set<String> JSONATA_WORDS =
      Set.of("and", "or", "in", "true", "false", "null", "function");

  private final FormulaCompiler compiler;
  private String text;
  private String written;
  private FormulaType type;

  /** True while the text is a JSONata path through objects, which may be undefined. */
  private boolean isPlain = true;

  private boolean isMaybeMissing;

  PathCompiler(FormulaCompiler compiler, FormulaScope.Name start) {
    this.compiler = compiler;
    this.text = start.jsonata();
    this.written = start.name();
    this.type = start.type();
    this.isMaybeMissing = start.type().isNullable();
  }

  void add(Segment segment) {
    switch (segment) {
      case Segment.Member member -> member(member);
      case Segment.Index index -> index(index);
    }
  }

  CompiledNode compiled() {
    return new CompiledNode(value(), isMaybeMissing ? type.orNull() : type);
  }

  private String value() {
    return isPlain && isMaybeMissing ? "($exists(" + text + ") ? " + text + " : null)" : text;
  }

  private void member(Segment.Member member) {
    FormulaType next = memberType(type, member);
    boolean isStep = isPlain && type.kind() == Kind.OBJECT && isSimple(member.name());
    if (isStep) {
      text = text + "." + quoted(member.name());
    } else {
      text = "$f_get(" + value() + ", " + Json.of(member.name()) + ")";
      isPlain = false;
    }
    isMaybeMissing =
        type.kind() == Kind.LIST ? isMaybeMissing : isMaybeMissing || next.isNullable();
    type = next;
    written = written.isEmpty() ? member.name() : written + "." + member.name();
  }

  private FormulaType memberType(FormulaType owner, Segment.Member member) {
    return switch (owner.kind()) {
      case ANY -> FormulaType.ANY;
      case OBJECT -> {
        Optional<FormulaType> field = Optional.ofNullable(owner.fields().get(member.name()));
        if (field.isEmpty() && !owner.isOpen()) {
          List<String> names = new ArrayList<>(owner.fields().keySet());
          String whole = written.isEmpty() ? "the data" : "'" + written + "'";
          compiler.report(
              member.at(),
              whole + " has no field '" + member.name() + "'",
              FormulaCompiler.advice(member.name(), names));
        }
        yield field.orElse(FormulaType.ANY);
      }
      case LIST -> {
        FormulaType inner = memberType(owner.items().orElse(FormulaType.ANY), member);
        FormulaType item =
            inner.kind() == Kind.LIST ? inner.items().orElse(FormulaType.ANY) : inner;
        // An element that is null has no member.
        yield FormulaType.list(item.orNull());
      }
      case NULL, BOOLEAN, NUMBER, TEXT, TIME -> {
        compiler.report(
            member.at(),
            "'" + written + "' is " + owner.kind().description() + " and has no fields",
            "");
        yield FormulaType.ANY;
      }
    };
  }

  private void index(Segment.Index index) {
    if (type.kind() != Kind.ANY && type.kind() != Kind.LIST) {
      compiler.report(
          index.at(),
          "'" + written + "' is " + type.kind().description() + " and has no elements",
          "");
    }
    text = "$f_at(" + value() + ", " + index.index() + ")";
    isPlain = false;
    isMaybeMissing = true;
    type = type.items().orElse(FormulaType.ANY).orNull();
    written = written + "[" + index.index() + "]";
  }

  private static boolean isSimple(String name) {
    return !name.isEmpty()
        && name.indexOf('`') < 0
        && name.chars().noneMatch(Character::isISOControl);
  }

  private static String quoted(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") && !JSONATA_WORDS.contains(name)
        ? name
        : "`" + name + "`";
  }
}
