package dev.pawl.engine.expression.jsonata;

import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All built-in functions by name. */
final class Library {

  static final Map<String, BuiltIn> FUNCTIONS =
      Stream.of(
              StringFunctions.all(),
              RegexFunctions.all(),
              NumberFunctions.all(),
              ArrayFunctions.all(),
              ObjectFunctions.all(),
              HigherOrderFunctions.all(),
              EncodingFunctions.all(),
              DateFunctions.all(),
              LogicFunctions.all(),
              FlowFunctions.all())
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableMap(BuiltIn::name, function -> function));

  private Library() {}
}
