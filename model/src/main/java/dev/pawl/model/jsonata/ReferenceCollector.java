package dev.pawl.model.jsonata;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the variables, functions and context members that an expression uses. */
final class ReferenceCollector {

  private static final String STATES = "states";

  /**
   * The names bound so far, and the names bound later in the same block, which a lambda may use.
   *
   * @param hasContext true if there is a context value in which names are looked up
   */
  private record NameScope(
      @Nullable NameScope outer, boolean hasContext, Set<String> bound, Set<String> later) {

    static NameScope outermost() {
      return new NameScope(null, false, new HashSet<>(), new HashSet<>());
    }

    /** Returns a nested scope with the same context value. */
    NameScope inner() {
      return inner(hasContext);
    }

    NameScope inner(boolean context) {
      return new NameScope(this, context, new HashSet<>(), new HashSet<>());
    }

    /** Returns this scope with a context value; its bindings are shared. */
    NameScope withContext() {
      return hasContext ? this : new NameScope(outer, true, bound, later);
    }

    boolean knows(String name) {
      return bound.contains(name) || outer != null && outer.knows(name);
    }

    void bindAllLater() {
      bound.addAll(later);
    }
  }

  private final References found;

  ReferenceCollector(References found) {
    this.found = found;
  }

  void collect(JsonataNode root) {
    visit(root, NameScope.outermost());
  }

  private void visit(JsonataNode node, NameScope scope) {
    switch (node) {
      case JsonataNode.Literal leaf -> {}
      case JsonataNode.Name name -> contextName(name.name(), scope);
      case JsonataNode.Wildcard leaf -> {}
      case JsonataNode.Descendants leaf -> {}
      case JsonataNode.Parent leaf -> {}
      case JsonataNode.Regex leaf -> {}
      case JsonataNode.Variable variable -> variable(variable.name(), scope);
      case JsonataNode.Path path -> path(path, scope);
      case JsonataNode.Filtered filtered -> {
        visit(filtered.base(), scope);
        visitAll(filtered.predicates(), scope.withContext());
      }
      case JsonataNode.Grouped grouped -> {
        visit(grouped.base(), scope);
        pairs(grouped.pairs(), scope.withContext());
      }
      case JsonataNode.KeepArray keep -> visit(keep.base(), scope);
      case JsonataNode.Negate negate -> visit(negate.operand(), scope);
      case JsonataNode.ArrayConstructor array ->
          array.elements().forEach(element -> visit(element.node(), scope));
      case JsonataNode.ObjectConstructor object -> pairs(object.pairs(), scope);
      case JsonataNode.Arithmetic both -> both(both.left(), both.right(), scope);
      case JsonataNode.Comparison both -> both(both.left(), both.right(), scope);
      case JsonataNode.Equality both -> both(both.left(), both.right(), scope);
      case JsonataNode.Concatenation both -> both(both.left(), both.right(), scope);
      case JsonataNode.Inclusion both -> both(both.left(), both.right(), scope);
      case JsonataNode.Range both -> both(both.from(), both.to(), scope);
      case JsonataNode.And both -> both(both.left(), both.right(), scope);
      case JsonataNode.Or both -> both(both.left(), both.right(), scope);
      case JsonataNode.Coalesce both -> both(both.left(), both.right(), scope);
      case JsonataNode.Elvis both -> both(both.left(), both.right(), scope);
      case JsonataNode.Apply both -> {
        visit(both.left(), scope);
        function(both.right(), scope);
      }
      case JsonataNode.Condition condition -> {
        both(condition.test(), condition.then(), scope);
        condition.otherwise().ifPresent(otherwise -> visit(otherwise, scope));
      }
      case JsonataNode.Block block -> block(block, scope);
      case JsonataNode.Bind bind -> {
        if (bind.value() instanceof JsonataNode.Lambda) {
          scope.bound().add(bind.name());
        }
        visit(bind.value(), scope);
        scope.bound().add(bind.name());
      }
      case JsonataNode.Call call -> {
        function(call.function(), scope);
        visitAll(call.arguments(), scope);
      }
      case JsonataNode.PartialCall call -> {
        function(call.function(), scope);
        visitAll(call.arguments().stream().flatMap(Optional::stream).toList(), scope);
      }
      case JsonataNode.Lambda lambda -> lambda(lambda, scope);
      case JsonataNode.Sort sort ->
          sort.terms().forEach(term -> visit(term.expression(), scope.withContext()));
      case JsonataNode.Transform transform -> {
        NameScope inner = scope.withContext();
        both(transform.pattern(), transform.update(), inner);
        transform.delete().ifPresent(delete -> visit(delete, inner));
      }
    }
  }

  private void contextName(String name, NameScope scope) {
    if (!scope.hasContext()) {
      found.contextNames().add(name);
    }
  }

  private void variable(String name, NameScope scope) {
    if (name.isEmpty() || name.equals("$")) {
      contextName("$" + name, scope);
    } else if (isFree(name, scope)) {
      found.variables().add(name);
      found.values().add(name);
      if (name.equals(STATES)) {
        found.states().add(List.of());
      }
    }
  }

  private void function(JsonataNode function, NameScope scope) {
    if (function instanceof JsonataNode.Variable named && !named.name().isEmpty()) {
      if (isFree(named.name(), scope)) {
        found.variables().add(named.name());
        found.functions().add(named.name());
      }
    } else {
      visit(function, scope);
    }
  }

  private static boolean isFree(String name, NameScope scope) {
    return !scope.knows(name) && !BuiltInFunctions.NAMES.contains(name);
  }

  private void both(JsonataNode left, JsonataNode right, NameScope scope) {
    visit(left, scope);
    visit(right, scope);
  }

  private void visitAll(List<JsonataNode> nodes, NameScope scope) {
    nodes.forEach(node -> visit(node, scope));
  }

  private void pairs(List<JsonataNode.Pair> pairs, NameScope scope) {
    pairs.forEach(pair -> both(pair.key(), pair.value(), scope));
  }

  private void path(JsonataNode.Path path, NameScope scope) {
    NameScope first = scope.inner();
    NameScope inner = first.withContext();
    statesMembers(path, scope);
    for (int i = 0; i < path.steps().size(); i++) {
      JsonataNode.Step step = path.steps().get(i);
      visit(step.node(), i == 0 ? first : inner);
      step.focus().ifPresent(inner.bound()::add);
      step.index().ifPresent(inner.bound()::add);
      for (JsonataNode.Stage stage : step.stages()) {
        switch (stage) {
          case JsonataNode.Filter filter -> visit(filter.predicate(), inner);
          case JsonataNode.IndexBinding binding -> inner.bound().add(binding.variable());
        }
      }
    }
    path.group().ifPresent(pairs -> pairs(pairs, inner));
  }

  private void statesMembers(JsonataNode.Path path, NameScope scope) {
    boolean isOfStates =
        path.steps().getFirst().node() instanceof JsonataNode.Variable first
            && first.name().equals(STATES)
            && !scope.knows(STATES);
    if (isOfStates) {
      List<String> names = new ArrayList<>();
      for (JsonataNode.Step step : path.steps().subList(1, path.steps().size())) {
        if (!(step.node() instanceof JsonataNode.Name name)) {
          break;
        }
        names.add(name.name());
      }
      found.states().add(List.copyOf(names));
    }
  }

  private void block(JsonataNode.Block block, NameScope scope) {
    NameScope inner = scope.inner();
    for (JsonataNode expression : block.expressions()) {
      if (expression instanceof JsonataNode.Bind bind) {
        inner.later().add(bind.name());
      }
    }
    visitAll(block.expressions(), inner);
  }

  /**
   * Collects the references of a lambda. Its body runs when it is called, when later variables of
   * the enclosing block are bound.
   */
  private void lambda(JsonataNode.Lambda lambda, NameScope scope) {
    // Some functions call a lambda with a context value, so bare names may be valid in its body.
    NameScope inner = scope.inner(true);
    for (NameScope outer = scope; outer != null; outer = outer.outer()) {
      inner.later().addAll(outer.later());
    }
    inner.bindAllLater();
    inner.bound().addAll(lambda.params());
    visit(lambda.body(), inner);
  }
}
