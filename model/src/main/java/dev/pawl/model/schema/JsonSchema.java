package dev.pawl.model.schema;

import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks values against JSON Schemas, and schemas against what can be checked. */
public final class JsonSchema {

  private JsonSchema() {}

  /**
   * All that does not fit, the first 20 of it at most; empty if the value fits.
   *
   * @param schema one without a {@link #problem}; keywords that have one are ignored
   */
  public static List<Violation> violations(Json schema, Json value) {
    List<Violation> found = new ArrayList<>();
    try {
      new SchemaChecker(schema).check(schema, value, "", found);
    } catch (SchemaChecker.TooComplexException e) {
      return List.of(new Violation("", "takes too much work to check with this schema"));
    }
    return List.copyOf(found);
  }

  /** What is wrong with a schema, if something is; its location is within the schema. */
  public static Optional<Violation> problem(Json schema) {
    return new SchemaProblems(schema).first();
  }
}
