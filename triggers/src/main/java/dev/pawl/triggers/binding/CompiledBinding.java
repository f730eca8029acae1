package dev.pawl.triggers.binding;

import dev.pawl.model.NameLimit;
import dev.pawl.model.formula.Formula;
import dev.pawl.model.formula.FormulaScope;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.binding.Binding.BindingRule;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** A binding with its formulas and mapping ready for use. */
public record CompiledBinding(
    Binding binding,
    Optional<Formula> filter,
    InputMapping mapping,
    Optional<Formula> key,
    Optional<Debounce> debounce) {

  /**
   * The order in which bindings of one event are considered: higher priority; more filters; client
   * before product before line of business; older.
   */
  public static final Comparator<CompiledBinding> ORDER =
      Comparator.comparingInt((CompiledBinding one) -> one.rule().priority())
          .thenComparingInt(one -> filters(one.rule()))
          .thenComparingInt(one -> weight(one.rule()))
          .reversed()
          .thenComparing(one -> one.binding.createdAt())
          .thenComparing(one -> one.binding.id());

  private static final String WILDCARD = ".*";

  /**
   * Compiles a binding.
   *
   * @throws IllegalArgumentException if a field is wrong; the message names it
   */
  public static CompiledBinding compile(Binding binding) {
    BindingRule rule = binding.rule();
    check(rule);
    FormulaScope scope = FormulaScope.ofEvent(JsonObject.EMPTY);
    return new CompiledBinding(
        binding,
        rule.filter().map(text -> Formulas.parse("filter", text, scope)),
        rule.inputMapping().map(InputMapping::read).orElse(InputMapping.WHOLE_ENVELOPE),
        rule.key().map(text -> Formulas.parse("key", text, scope)),
        rule.debounce().map(Debounce::read));
  }

  private static void check(BindingRule rule) {
    NameLimit.EVENT.require(rule.eventType());
    NameLimit.FLOW.require(rule.flow());
    rule.clientId().ifPresent(NameLimit.EVENT_ID::require);
    rule.lobId().ifPresent(NameLimit.EVENT_ID::require);
    rule.productId().ifPresent(NameLimit.EVENT_ID::require);
    String name =
        rule.eventType().endsWith(WILDCARD)
            ? rule.eventType().substring(0, rule.eventType().length() - WILDCARD.length())
            : rule.eventType();
    if (name.contains("*") || name.isEmpty()) {
      throw new IllegalArgumentException(
          "event: '%s' is not allowed; use a name, or a prefix and .* such as policy.*"
              .formatted(rule.eventType()));
    }
  }

  public BindingRule rule() {
    return binding.rule();
  }

  private static int filters(BindingRule rule) {
    return (int)
        Stream.of(rule.clientId(), rule.lobId(), rule.productId())
            .filter(Optional::isPresent)
            .count();
  }

  private static int weight(BindingRule rule) {
    return (rule.clientId().isPresent() ? 4 : 0)
        + (rule.productId().isPresent() ? 2 : 0)
        + (rule.lobId().isPresent() ? 1 : 0);
  }
}
