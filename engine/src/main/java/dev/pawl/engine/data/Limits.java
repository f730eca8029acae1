package dev.pawl.engine.data;

import dev.pawl.model.ErrorName;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Map;

/** The size limits of the data of an execution. */
public final class Limits {

  /**
   * The maximum size of the input, the result and the output of a state: bytes of JSON in UTF-8.
   */
  public static final int MAX_DATA = 256 * 1024;

  /**
   * The maximum nesting depth of a state's data. It is below that of the JSON parser, since facts
   * wrap the data.
   */
  public static final int MAX_DEPTH = 80;

  /** The maximum size in bytes of all results that a distributed Map passes to its ResultWriter. */
  public static final int MAX_RESULTS = 16 * 1024 * 1024;

  /** The maximum size of a variable in bytes. */
  public static final int MAX_VARIABLE = 256 * 1024;

  /** The maximum size in bytes of all variables that a state sees. */
  public static final int MAX_VARIABLES = 10 * 1024 * 1024;

  private Limits() {}

  /**
   * Returns the value unchanged if it is within the limits.
   *
   * @throws DataException if the value is too large or too deeply nested
   */
  public static Json checked(Json value, String what) {
    if (value.depth() > MAX_DEPTH) {
      throw new DataException(
          ErrorName.DATA_LIMIT,
          "%s is nested deeper than the %d levels allowed".formatted(what, MAX_DEPTH));
    }
    if (value.size() > MAX_DATA) {
      throw new DataException(
          ErrorName.DATA_LIMIT,
          "%s has %d bytes, more than the %d allowed; keep large data outside and hand on where it is"
              .formatted(what, value.size(), MAX_DATA));
    }
    return value;
  }

  /**
   * Returns the results unchanged if they are within the limit.
   *
   * @throws DataException if the results together are too large
   */
  public static List<Json> checkedResults(List<Json> results) {
    long size = 0;
    for (Json result : results) {
      size += result.size();
    }
    if (size > MAX_RESULTS) {
      throw new DataException(
          ErrorName.RESULT_WRITER,
          "the results have %d bytes, more than the %d allowed; let each item write its own"
              .formatted(size, MAX_RESULTS));
    }
    return results;
  }

  /**
   * Checks the sizes of variables.
   *
   * @throws DataException if one of the variables, or all together, are too large
   */
  public static void checkVariables(Map<String, Json> outer, Map<String, Json> own) {
    long sum = 0;
    for (Json value : outer.values()) {
      sum += value.size();
    }
    for (Map.Entry<String, Json> variable : own.entrySet()) {
      long size = variable.getValue().size();
      if (size > MAX_VARIABLE) {
        throw new DataException(
            ErrorName.DATA_LIMIT,
            "variable '%s' has %d bytes, more than the %d allowed"
                .formatted(variable.getKey(), size, MAX_VARIABLE));
      }
      sum += size;
    }
    if (sum > MAX_VARIABLES) {
      throw new DataException(
          ErrorName.DATA_LIMIT,
          "all variables together have %d bytes, more than the %d allowed"
              .formatted(sum, MAX_VARIABLES));
    }
  }
}
