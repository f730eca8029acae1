package dev.pawl.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The kind of a {@link State}; one constant for each record that implements it. */
public enum StateKind {
  TASK("Task"),
  CHOICE("Choice"),
  PARALLEL("Parallel"),
  MAP("Map"),
  WAIT("Wait"),
  PASS("Pass"),
  SUCCEED("Succeed"),
  FAIL("Fail"),
  GRAPH("Graph"),
  HUMAN("Human");

  private static final Map<String, StateKind> BY_TYPE =
      Collections.unmodifiableMap(
          Arrays.stream(values())
              .collect(
                  Collectors.toMap(
                      StateKind::type, Function.identity(), (a, b) -> a, LinkedHashMap::new)));

  private final String type;

  StateKind(String type) {
    this.type = type;
  }

  /** Returns the value of the field {@code Type} in a definition. */
  public String type() {
    return type;
  }

  /** Returns true if states of this kind run child frames: Parallel, Map and Graph. */
  public boolean isFork() {
    return switch (this) {
      case PARALLEL, MAP, GRAPH -> true;
      case TASK, CHOICE, WAIT, PASS, SUCCEED, FAIL, HUMAN -> false;
    };
  }

  /** Finds the kind with that value of {@code Type}; upper and lower case matter. */
  public static Optional<StateKind> ofType(String type) {
    return Optional.ofNullable(BY_TYPE.get(type));
  }

  /** Returns the type, as definitions and histories show it. */
  @Override
  public String toString() {
    return type;
  }
}
