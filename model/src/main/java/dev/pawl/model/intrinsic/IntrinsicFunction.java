package dev.pawl.model.intrinsic;

import dev.pawl.model.finding.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The intrinsic functions of the language, with their numbers of arguments. */
public enum IntrinsicFunction {
  FORMAT("Format", 1, Integer.MAX_VALUE),
  STRING_TO_JSON("StringToJson", 1, 1),
  JSON_TO_STRING("JsonToString", 1, 1),
  ARRAY("Array", 0, Integer.MAX_VALUE),
  ARRAY_PARTITION("ArrayPartition", 2, 2),
  ARRAY_CONTAINS("ArrayContains", 2, 2),
  ARRAY_RANGE("ArrayRange", 3, 3),
  ARRAY_GET_ITEM("ArrayGetItem", 2, 2),
  ARRAY_LENGTH("ArrayLength", 1, 1),
  ARRAY_UNIQUE("ArrayUnique", 1, 1),
  BASE64_ENCODE("Base64Encode", 1, 1),
  BASE64_DECODE("Base64Decode", 1, 1),
  HASH("Hash", 2, 2),
  JSON_MERGE("JsonMerge", 3, 3),
  MATH_RANDOM("MathRandom", 2, 3),
  MATH_ADD("MathAdd", 2, 2),
  STRING_SPLIT("StringSplit", 2, 2),
  UUID("UUID", 0, 0);

  private static final Map<String, IntrinsicFunction> BY_NAME =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(IntrinsicFunction::fullName, Function.identity()));

  private final String fullName;
  private final int fewest;
  private final int most;

  IntrinsicFunction(String name, int fewest, int most) {
    this.fullName = "States." + name;
    this.fewest = fewest;
    this.most = most;
  }

  /** Returns the function with a full name such as {@code States.Format}. */
  public static Optional<IntrinsicFunction> named(String fullName) {
    return Optional.ofNullable(BY_NAME.get(fullName));
  }

  /** Returns "Did you mean ...?" for an unknown name; empty text if no name is similar. */
  static String advice(String name) {
    List<String> names = Arrays.stream(values()).map(IntrinsicFunction::fullName).toList();
    String last = "States." + name.substring(name.lastIndexOf('.') + 1);
    return Nearest.of(name, names)
        .or(() -> Nearest.of(last, names))
        .map(near -> "Did you mean '" + near + "'?")
        .orElse("");
  }

  public String fullName() {
    return fullName;
  }

  boolean takes(int count) {
    return count >= fewest && count <= most;
  }

  String arity() {
    if (most == Integer.MAX_VALUE) {
      return "at least " + arguments(fewest);
    }
    return fewest == most ? arguments(fewest) : fewest + " or " + arguments(most);
  }

  private static String arguments(int count) {
    return count == 0 ? "no arguments" : count == 1 ? "1 argument" : count + " arguments";
  }
}
