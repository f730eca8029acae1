package dev.pawl.model.diagram;

import dev.pawl.model.Template;

/** Formats templates as short text. */
final class TemplateText {

  private TemplateText() {}

  static String of(Template template) {
    return switch (template) {
      case Template.Literal literal -> literal.value().toString();
      case Template.Read read -> read.path().source();
      case Template.Call call -> call.call().function().fullName() + "(…)";
      case Template.Expression expression -> expression.expression().source();
      case Template.Text text -> "\"…\"";
      case Template.Secret secret -> "secret(…)";
      case Template.Members members -> "{…}";
      case Template.Elements elements -> "[…]";
    };
  }
}
