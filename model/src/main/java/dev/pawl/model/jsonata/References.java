package dev.pawl.model.jsonata;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The names that an expression uses but does not define. All names are without {@code $} and in the
 * order of their appearance.
 *
 * @param variables names that are neither bound in the expression nor built-in functions
 * @param functions the names among them that are called
 * @param values the names among them that are read in another way
 * @param states the member names that follow {@code $states}, as in {@code [context, Execution,
 *     Id]}
 * @param contextNames the reads of the context value where there is none: bare names, and {@code $}
 *     and {@code $$} themselves
 */
public record References(
    Set<String> variables,
    Set<String> functions,
    Set<String> values,
    Set<List<String>> states,
    Set<String> contextNames) {

  /** Returns the references of a whole expression, which is evaluated without a context value. */
  public static References of(JsonataNode root) {
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
