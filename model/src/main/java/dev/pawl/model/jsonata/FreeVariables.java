package dev.pawl.model.jsonata;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the variables an expression takes from outside. */
final class FreeVariables {

  /** Names bound so far, and names bound later in the same block, which a lambda may use. */
  private record Scope(@Nullable Scope outer, Set<String> bound, Set<String> later) {

    static Scope inside(@Nullable Scope outer) {
      return new Scope(outer, new HashSet<>(), new HashSet<>());
    }

    boolean knows(String name) {
      return bound.contains(name) || outer != null && outer.knows(name);
    }

    void bindAllLater() {
      bound.addAll(later);
    }
  }

  private final Set<String> free = new LinkedHashSet<>();

  private FreeVariables() {}

  static Set<String> of(Node root) {
    FreeVariables variables = new FreeVariables();
    variables.visit(root, Scope.inside(null));
    return Collections.unmodifiableSet(variables.free);
  }

  private void visit(Node node, Scope scope) {
    switch (node) {
      case Node.Literal leaf -> {}
      case Node.Name leaf -> {}
      case Node.Wildcard leaf -> {}
      case Node.Descendants leaf -> {}
      case Node.Parent leaf -> {}
      case Node.Regex leaf -> {}
      case Node.Variable variable -> variable(variable.name(), scope);
      case Node.Path path -> path(path, scope);
      case Node.Filtered filtered -> {
        visit(filtered.base(), scope);
        visitAll(filtered.predicates(), scope);
      }
      case Node.Grouped grouped -> {
        visit(grouped.base(), scope);
        pairs(grouped.pairs(), scope);
      }
      case Node.KeepArray keep -> visit(keep.base(), scope);
      case Node.Negate negate -> visit(negate.operand(), scope);
      case Node.ArrayConstructor array ->
          array.elements().forEach(element -> visit(element.node(), scope));
      case Node.ObjectConstructor object -> pairs(object.pairs(), scope);
      case Node.Arithmetic both -> both(both.left(), both.right(), scope);
      case Node.Comparison both -> both(both.left(), both.right(), scope);
      case Node.Equality both -> both(both.left(), both.right(), scope);
      case Node.Concatenation both -> both(both.left(), both.right(), scope);
      case Node.Inclusion both -> both(both.left(), both.right(), scope);
      case Node.Range both -> both(both.from(), both.to(), scope);
      case Node.And both -> both(both.left(), both.right(), scope);
      case Node.Or both -> both(both.left(), both.right(), scope);
      case Node.Coalesce both -> both(both.left(), both.right(), scope);
      case Node.Elvis both -> both(both.left(), both.right(), scope);
      case Node.Apply both -> both(both.left(), both.right(), scope);
      case Node.Condition condition -> {
        both(condition.test(), condition.then(), scope);
        condition.otherwise().ifPresent(otherwise -> visit(otherwise, scope));
      }
      case Node.Block block -> block(block, scope);
      case Node.Bind bind -> {
        if (bind.value() instanceof Node.Lambda) {
          scope.bound().add(bind.name());
        }
        visit(bind.value(), scope);
        scope.bound().add(bind.name());
      }
      case Node.Call call -> {
        visit(call.function(), scope);
        visitAll(call.arguments(), scope);
      }
      case Node.PartialCall call -> {
        visit(call.function(), scope);
        visitAll(call.arguments().stream().flatMap(Optional::stream).toList(), scope);
      }
      case Node.Lambda lambda -> lambda(lambda, scope);
      case Node.Sort sort -> sort.terms().forEach(term -> visit(term.expression(), scope));
      case Node.Transform transform -> {
        both(transform.pattern(), transform.update(), scope);
        transform.delete().ifPresent(delete -> visit(delete, scope));
      }
    }
  }

  private void variable(String name, Scope scope) {
    boolean special = name.isEmpty() || name.equals("$");
    if (!special && !scope.knows(name) && !BuiltInFunctions.NAMES.contains(name)) {
      free.add(name);
    }
  }

  private void both(Node left, Node right, Scope scope) {
    visit(left, scope);
    visit(right, scope);
  }

  private void visitAll(List<Node> nodes, Scope scope) {
    nodes.forEach(node -> visit(node, scope));
  }

  private void pairs(List<Node.Pair> pairs, Scope scope) {
    pairs.forEach(pair -> both(pair.key(), pair.value(), scope));
  }

  private void path(Node.Path path, Scope scope) {
    Scope inner = Scope.inside(scope);
    for (Node.Step step : path.steps()) {
      visit(step.node(), inner);
      step.focus().ifPresent(inner.bound()::add);
      step.index().ifPresent(inner.bound()::add);
      for (Node.Stage stage : step.stages()) {
        switch (stage) {
          case Node.Filter filter -> visit(filter.predicate(), inner);
          case Node.IndexBinding binding -> inner.bound().add(binding.variable());
        }
      }
    }
    path.group().ifPresent(pairs -> pairs(pairs, inner));
  }

  private void block(Node.Block block, Scope scope) {
    Scope inner = Scope.inside(scope);
    for (Node expression : block.expressions()) {
      if (expression instanceof Node.Bind bind) {
        inner.later().add(bind.name());
      }
    }
    visitAll(block.expressions(), inner);
  }

  /** A body runs when it is called, by which time later siblings of its block are bound. */
  private void lambda(Node.Lambda lambda, Scope scope) {
    Scope inner = Scope.inside(scope);
    for (Scope outer = scope; outer != null; outer = outer.outer()) {
      inner.later().addAll(outer.later());
    }
    inner.bindAllLater();
    inner.bound().addAll(lambda.params());
    visit(lambda.body(), inner);
  }
}
