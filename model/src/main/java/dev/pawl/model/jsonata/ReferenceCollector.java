package dev.pawl.model.jsonata;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Walks an expression and collects what it takes from outside. */
final class ReferenceCollector {

  private static final String STATES = "states";

  /**
   * Names bound so far, and names bound later in the same block, which a lambda may use.
   *
   * @param hasContext whether there is a value that names are looked up in
   */
  private record Scope(
      @Nullable Scope outer, boolean hasContext, Set<String> bound, Set<String> later) {

    static Scope outermost() {
      return new Scope(null, false, new HashSet<>(), new HashSet<>());
    }

    /** A scope within this one, with the same context value. */
    Scope inner() {
      return inner(hasContext);
    }

    Scope inner(boolean context) {
      return new Scope(this, context, new HashSet<>(), new HashSet<>());
    }

    /** This scope with a context value: names that are bound there stay bound here. */
    Scope withContext() {
      return hasContext ? this : new Scope(outer, true, bound, later);
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

  void collect(Node root) {
    visit(root, Scope.outermost());
  }

  private void visit(Node node, Scope scope) {
    switch (node) {
      case Node.Literal leaf -> {}
      case Node.Name name -> contextName(name.name(), scope);
      case Node.Wildcard leaf -> {}
      case Node.Descendants leaf -> {}
      case Node.Parent leaf -> {}
      case Node.Regex leaf -> {}
      case Node.Variable variable -> variable(variable.name(), scope);
      case Node.Path path -> path(path, scope);
      case Node.Filtered filtered -> {
        visit(filtered.base(), scope);
        visitAll(filtered.predicates(), scope.withContext());
      }
      case Node.Grouped grouped -> {
        visit(grouped.base(), scope);
        pairs(grouped.pairs(), scope.withContext());
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
      case Node.Apply both -> {
        visit(both.left(), scope);
        function(both.right(), scope);
      }
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
        function(call.function(), scope);
        visitAll(call.arguments(), scope);
      }
      case Node.PartialCall call -> {
        function(call.function(), scope);
        visitAll(call.arguments().stream().flatMap(Optional::stream).toList(), scope);
      }
      case Node.Lambda lambda -> lambda(lambda, scope);
      case Node.Sort sort ->
          sort.terms().forEach(term -> visit(term.expression(), scope.withContext()));
      case Node.Transform transform -> {
        Scope inner = scope.withContext();
        both(transform.pattern(), transform.update(), inner);
        transform.delete().ifPresent(delete -> visit(delete, inner));
      }
    }
  }

  private void contextName(String name, Scope scope) {
    if (!scope.hasContext()) {
      found.contextNames().add(name);
    }
  }

  private void variable(String name, Scope scope) {
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

  private void function(Node function, Scope scope) {
    if (function instanceof Node.Variable named && !named.name().isEmpty()) {
      if (isFree(named.name(), scope)) {
        found.variables().add(named.name());
        found.functions().add(named.name());
      }
    } else {
      visit(function, scope);
    }
  }

  private static boolean isFree(String name, Scope scope) {
    return !scope.knows(name) && !BuiltInFunctions.NAMES.contains(name);
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
    Scope first = scope.inner();
    Scope inner = first.withContext();
    statesMembers(path, scope);
    for (int i = 0; i < path.steps().size(); i++) {
      Node.Step step = path.steps().get(i);
      visit(step.node(), i == 0 ? first : inner);
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

  private void statesMembers(Node.Path path, Scope scope) {
    boolean isOfStates =
        path.steps().getFirst().node() instanceof Node.Variable first
            && first.name().equals(STATES)
            && !scope.knows(STATES);
    if (isOfStates) {
      List<String> names = new ArrayList<>();
      for (Node.Step step : path.steps().subList(1, path.steps().size())) {
        if (!(step.node() instanceof Node.Name name)) {
          break;
        }
        names.add(name.name());
      }
      found.states().add(List.copyOf(names));
    }
  }

  private void block(Node.Block block, Scope scope) {
    Scope inner = scope.inner();
    for (Node expression : block.expressions()) {
      if (expression instanceof Node.Bind bind) {
        inner.later().add(bind.name());
      }
    }
    visitAll(block.expressions(), inner);
  }

  /** A body runs when it is called, by which time later siblings of its block are bound. */
  private void lambda(Node.Lambda lambda, Scope scope) {
    // Some functions call it with a context value, so that bare names may mean something.
    Scope inner = scope.inner(true);
    for (Scope outer = scope; outer != null; outer = outer.outer()) {
      inner.later().addAll(outer.later());
    }
    inner.bindAllLater();
    inner.bound().addAll(lambda.params());
    visit(lambda.body(), inner);
  }
}
