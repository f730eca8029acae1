package dev.pawl.server.openapi;

import dev.pawl.dialects.Dialect;
import dev.pawl.dialects.Dialects;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.OpenAccess;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoints that serve the JSON Schemas of what authors write. They need no key, because editors
 * have none and the schemas are the same on every server.
 */
@RestController
public final class SchemaController {

  private final Json states = Dialects.schema(Dialect.STATES);
  private final Json jobs = Dialects.schema(Dialect.JOBS);
  private final Json bindings = Dialects.schemaOfBindings();

  SchemaController() {}

  @GetMapping(path = "/api/schemas/states.json", produces = MediaType.APPLICATION_JSON_VALUE)
  @OpenAccess(summary = "Returns the JSON Schema of definitions, for editors.")
  Json states() {
    return states;
  }

  @GetMapping(path = "/api/schemas/jobs.json", produces = MediaType.APPLICATION_JSON_VALUE)
  @OpenAccess(summary = "Returns the JSON Schema of flows in the jobs dialect, for editors.")
  Json jobs() {
    return jobs;
  }

  @GetMapping(path = "/api/schemas/bindings.json", produces = MediaType.APPLICATION_JSON_VALUE)
  @OpenAccess(summary = "Returns the JSON Schema of bindings, for editors.")
  Json bindings() {
    return bindings;
  }
}
