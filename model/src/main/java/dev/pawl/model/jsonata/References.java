package dev.pawl.model.jsonata;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What an expression takes from outside. All names are without their {@code $} and in the order of
 * their appearance.
 *
 * @param variables names that are neither bound in the expression nor those of built-in functions
 * @param functions those of them that are called
 * @param values those of them that are read otherwise
 * @param states the names that follow {@code $states}, as in {@code [context, Execution, Id]}
 * @param contextNames what is read from the context value while there is none: bare names, and
 *     {@code $} and {@code $$} themselves
 */
public record References(
    Set<String> variables,
    Set<String> functions,
    Set<String> values,
    Set<List<String>> states,
    Set<String> contextNames) {

  /** The references of a whole expression, which is evaluated without a context value. */
  public static References of(Node root) {
    References found =
        new References(
            new LinkedHashSet<>(),
            new LinkedHashSet<>(),
            new LinkedHashSet<>(),
            new LinkedHashSet<>(),
            new LinkedHashSet<>());
    new ReferenceCollector(found).collect(root);
    return new References(
        Collections.unmodifiableSet(found.variables),
        Collections.unmodifiableSet(found.functions),
        Collections.unmodifiableSet(found.values),
        Collections.unmodifiableSet(found.states),
        Collections.unmodifiableSet(found.contextNames));
  }
}
