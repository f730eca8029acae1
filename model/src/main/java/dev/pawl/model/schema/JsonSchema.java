package dev.pawl.model.schema;

import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Validates values against JSON Schemas, and checks the schemas themselves. */
public final class JsonSchema {

  private JsonSchema() {}

  /**
   * Returns the first violations, at most 20; empty if the value is valid.
   *
   * @param schema a schema without a {@link #problem}; unsupported keywords are ignored
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

  /** Returns the first problem of a schema, located in the schema; empty if there is none. */
  public static Optional<Violation> problem(Json schema) {
    return new SchemaProblems(schema).first();
  }
}
